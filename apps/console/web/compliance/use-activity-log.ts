import { experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import type { ActivityListParams } from '@parlance/schemas';
import type { ActivityColumns } from '../../server/activities.js';
import { api, watch } from '../api.js';
import { ActivityPages, NO_ACTIVITIES, type ActivityLog } from './activity-log.js';

interface Loaded {
  readonly log: ActivityLog;
  readonly pages?: ActivityPages;
}

/** Loads the activities that match the filters. The log grows page by page. */
export function useActivityLog(params: ActivityListParams) {
  const { data, error, isFetching } = useQuery({
    queryKey: [api.activities.list.$path(), params],
    queryFn: streamedQuery<ActivityColumns, Loaded>({
      streamFn: ({ signal }) => watch(api.activities.list, params, signal),
      reducer: ({ pages = new ActivityPages() }, page) => ({ pages, log: pages.append(page) }),
      initialValue: { log: NO_ACTIVITIES },
      refetchMode: 'replace',
    }),
    // Comparing 100,000 activities with the previous ones takes longer than rendering them.
    structuralSharing: false,
  });
  return { log: data?.log ?? NO_ACTIVITIES, loading: isFetching, error };
}

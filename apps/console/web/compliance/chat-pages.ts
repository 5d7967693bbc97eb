import { useInfiniteQuery } from '@tanstack/react-query';
import type { Checkpoint } from '@parlance/core-transport';
import type { ChatListParams } from '@parlance/schemas';
import { api, call } from '../api.js';

/** Loads the chats that match the filters, page by page. `more` loads the next page and is undefined after the last. */
export function useChatPages(params: ChatListParams) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [api.compliance.chats.$path(), params],
    queryFn: ({ pageParam: resumeFrom, signal }) =>
      call(api.compliance.chats, { ...params, resumeFrom }, signal),
    initialPageParam: null as Checkpoint | null,
    getNextPageParam: ({ next }) => next,
    // What people wrote is not kept in memory after leaving the page.
    gcTime: 0,
    select: ({ pages }) => pages.flatMap(({ chats }) => chats),
  });
  const more = hasNextPage ? () => void fetchNextPage() : undefined;
  return { chats: data ?? [], error, loading: isFetching, more, refetch };
}

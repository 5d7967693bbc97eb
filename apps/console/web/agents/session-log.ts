import { experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import type { FeedCheckpoint } from '@parlance/managed-agents';
import type { SessionEvent } from '@parlance/schemas';
import type { FollowedEvent } from '../../server/sessions.js';
import type { Problem } from '../../server/problem.js';
import { api, problemFrom, RECONNECT_MS, watch } from '../api.js';

/** The events of a session so far, and the checkpoint after them. */
interface Followed {
  readonly events: readonly SessionEvent[];
  readonly resumeFrom: FeedCheckpoint | null;
}

const NOTHING: Followed = { events: [], resumeFrom: null };

/**
 * Follows a session or one of its threads: its history, then live events. After a lost connection it resumes behind the
 * last event, so no event is missed or repeated.
 */
export function useSessionLog(id: string, threadId: string | null) {
  const { data, error } = useQuery({
    queryKey: [api.sessions.follow.$path(), id, threadId],
    queryFn: streamedQuery<FollowedEvent, Followed>({
      streamFn: ({ client, queryKey, signal }) => {
        const { resumeFrom } = client.getQueryData<Followed>(queryKey) ?? NOTHING;
        return watch(api.sessions.follow, { id, threadId, resumeFrom }, signal);
      },
      reducer: ({ events }, { event, checkpoint }) => ({
        events: [...events, event],
        resumeFrom: checkpoint,
      }),
      initialValue: NOTHING,
      refetchMode: 'append',
    }),
    refetchInterval: ({ state }) =>
      state.error !== null && !isFinal(problemFrom(state.error)) ? RECONNECT_MS : false,
    structuralSharing: false,
    gcTime: 0,
  });
  return { events: data?.events ?? NOTHING.events, problem: error === null ? undefined : problemFrom(error) };
}

/** Whether reconnecting is pointless, for example because the session does not exist. */
function isFinal({ kind, status }: Problem): boolean {
  return kind === 'setup' || (kind === 'refused' && (status ?? 0) < 500 && status !== 429);
}

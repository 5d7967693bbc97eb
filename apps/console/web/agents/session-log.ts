import { useEffect, useState } from 'react';
import type { FeedCheckpoint } from '@parlance/managed-agents';
import type { SessionEvent } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { api, problemFrom, watch } from '../api.js';
import { outage } from '../shell/outage.js';

/** Delay before reconnecting after the feed was lost. */
const RECONNECT_MS = 1_000;

/** The events of a session, or of one of its threads. */
export interface SessionLog {
  readonly events: readonly SessionEvent[];
  /** Why no events arrive at the moment. */
  readonly problem: Problem | undefined;
}

/** Whether reconnecting is pointless, for example because the session does not exist. */
function isFinal({ kind, status }: Problem): boolean {
  return kind === 'setup' || (kind === 'refused' && (status ?? 0) < 500 && status !== 429);
}

/**
 * Follows a session: its history, then live events. After a lost connection it resumes behind the last event, so no
 * event is missed or repeated.
 */
export function useSessionLog(id: string, threadId: string | null): SessionLog {
  const [events, setEvents] = useState<readonly SessionEvent[]>([]);
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const stop = new AbortController();
    const known: SessionEvent[] = [];
    let resumeFrom: FeedCheckpoint | null = null;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      setEvents([...known]);
    };
    setEvents([]);
    const read = async (): Promise<void> => {
      for await (const { event, checkpoint } of watch(
        api.sessions.follow,
        { id, threadId, resumeFrom },
        stop.signal,
      )) {
        setProblem(undefined);
        known.push(event);
        resumeFrom = checkpoint;
        // Events of the history arrive many per frame, so render them together.
        frame ||= requestAnimationFrame(draw);
      }
    };
    const follow = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          return await read();
        } catch (error) {
          if (stop.signal.aborted) return;
          const found = problemFrom(error);
          setProblem(found);
          outage.report(found);
          if (isFinal(found)) return;
          await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
        }
      }
    };
    void follow();
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [id, threadId]);
  return { events, problem };
}

import { useEffect, useState } from 'react';
import type { FeedCheckpoint } from '@parlance/managed-agents';
import type { SessionEvent } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch } from '../rpc.js';
import { outage } from '../shell/outage.js';

/** Between the loss of the feed and the next attempt. */
const AGAIN_MS = 1_000;

/** The feed of a session, or of one of its threads, as this page has it. */
export interface SessionLog {
  readonly events: readonly SessionEvent[];
  /** Why nothing arrives at present. */
  readonly problem: Problem | undefined;
}

/** A session that is not there will not be there in a second; a service that is busy or has failed may be well again. */
function isFinal({ kind, status }: Problem): boolean {
  return kind === 'setup' || (kind === 'refused' && (status ?? 0) < 500 && status !== 429);
}

/**
 * Follows a session: all that has been, then what happens. After a loss it goes on behind the last event that it has,
 * after a reload it begins with the history: no event is missed, none is there twice.
 */
export function useSessionLog(id: string, threadId: string | null): SessionLog {
  const [events, setEvents] = useState<readonly SessionEvent[]>([]);
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const stop = new AbortController();
    const known: SessionEvent[] = [];
    let from: FeedCheckpoint | null = null;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      setEvents([...known]);
    };
    setEvents([]);
    const read = async (): Promise<void> => {
      for await (const { event, checkpoint } of watch(
        'sessions.follow',
        { id, threadId, from },
        stop.signal,
      )) {
        setProblem(undefined);
        known.push(event);
        from = checkpoint;
        // Many events of a history arrive within one frame: they are drawn together.
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
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
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

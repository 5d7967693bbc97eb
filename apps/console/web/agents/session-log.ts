import { useEffect, useState } from 'react';
import type { SessionEvent } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch } from '../rpc.js';
import { outage } from '../shell/outage.js';

/** Between the loss of the feed and the next attempt. */
const AGAIN_MS = 1_000;

/** The feed of a session as this page has it. */
export interface SessionLog {
  readonly events: readonly SessionEvent[];
  /** Why nothing arrives at present. */
  readonly problem: Problem | undefined;
}

/** Follows a session: all that has been, then what happens. An event that comes again after a loss is shown once. */
export function useSessionLog(id: string): SessionLog {
  const [events, setEvents] = useState<readonly SessionEvent[]>([]);
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const stop = new AbortController();
    const known = new Map<unknown, SessionEvent>();
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      setEvents([...known.values()]);
    };
    const follow = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          for await (const event of watch('sessions.follow', { id }, stop.signal)) {
            setProblem(undefined);
            known.set(event['id'], event);
            frame ||= requestAnimationFrame(draw);
          }
          return;
        } catch (error) {
          if (stop.signal.aborted) return;
          const found = problemFrom(error);
          setProblem(found);
          outage.report(found);
          if (found.kind === 'refused') return;
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
    };
    void follow();
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [id]);
  return { events, problem };
}

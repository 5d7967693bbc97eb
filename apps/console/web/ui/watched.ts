import { useEffect, useState } from 'react';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch, type EventRoute } from '../api.js';
import { outage } from '../shell/outage.js';

/** Delay before reconnecting a stream that ended. */
const RECONNECT_MS = 1_000;

/** Returns the latest item of a streaming route. Reconnects when the connection is lost or the stream ends. */
export function useWatched<O>(route: EventRoute<O>): {
  readonly latest: O | undefined;
  readonly problem: Problem | undefined;
} {
  const [latest, setLatest] = useState<O>();
  const [problem, setProblem] = useState<Problem>();
  const path = route.$path();
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          for await (const item of watch(route, undefined, stop.signal)) {
            setProblem(undefined);
            setLatest(() => item);
          }
        } catch (error) {
          if (stop.signal.aborted) return;
          setProblem(problemFrom(error));
          outage.report(problemFrom(error));
        }
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      }
    };
    void follow();
    return () => stop.abort();
    // The route is a new object on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path]);
  return { latest, problem };
}

import { useEffect, useState } from 'react';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch, type Input, type Item, type Watched } from '../rpc.js';
import { outage } from '../shell/outage.js';

/** Delay before reconnecting a stream that ended. */
const RECONNECT_MS = 1_000;

/** Returns the latest item of a streaming call. Reconnects when the connection is lost or the stream ends. */
export function useWatched<N extends Watched>(
  name: N,
  input: Input<N>,
): { readonly latest: Item<N> | undefined; readonly problem: Problem | undefined } {
  const [latest, setLatest] = useState<Item<N>>();
  const [problem, setProblem] = useState<Problem>();
  const key = JSON.stringify(input);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        try {
          for await (const item of watch(name, JSON.parse(key) as Input<N>, stop.signal)) {
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
  }, [name, key]);
  return { latest, problem };
}

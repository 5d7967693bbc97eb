import { useEffect, useState } from 'react';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch, type Input, type Item, type Watched } from '../rpc.js';
import { outage } from '../shell/outage.js';

/** Between the end of a stream and the next attempt to watch it. */
const AGAIN_MS = 1_000;

/** The latest item of a call that answers many times. Watches again when the connection was lost, or the call ended. */
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
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void follow();
    return () => stop.abort();
  }, [name, key]);
  return { latest, problem };
}

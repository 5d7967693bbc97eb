import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../server/problem.js';
import { outage } from '../shell/outage.js';
import { ask, problemFrom, type Asked, type Input, type Output } from '../rpc.js';

/** The result of a call, or why it failed. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
  /** Loads again. Resolves when the new result or problem is set. */
  readonly reload: () => Promise<void>;
}

/**
 * Loads the result of a call. Reloads when the input changes and when an outage ends. The previous result is kept while
 * the next one loads, so the page does not jump.
 */
export function useLoad<N extends Asked>(name: N, input: Input<N>): Loaded<Output<N>> {
  type State = { data: Output<N> | undefined; problem: Problem | undefined; loading: boolean };
  const [state, setState] = useState<State>({ data: undefined, problem: undefined, loading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  const waiting = useRef<(() => void)[]>([]);
  const reload = useCallback(
    () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve);
        setRound((value) => value + 1);
      }),
    [],
  );
  useEffect(() => {
    const stop = new AbortController();
    const settle = (next: (known: State) => State): void => {
      setState(next);
      for (const resolve of waiting.current.splice(0)) resolve();
    };
    setState(({ data }) => ({ data, problem: undefined, loading: true }));
    ask(name, JSON.parse(key) as Input<N>, stop.signal).then(
      (data) => settle(() => ({ data, problem: undefined, loading: false })),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = problemFrom(error);
        outage.report(problem);
        settle(({ data }) => ({ data, problem, loading: false }));
      },
    );
    return () => stop.abort();
  }, [name, key, round]);
  useEffect(() => outage.onBack(() => void reload()), [reload]);
  return { ...state, reload };
}

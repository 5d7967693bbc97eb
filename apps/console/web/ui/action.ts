import { useState } from 'react';
import type { Problem } from '../../server/problem.js';
import { problemFrom } from '../rpc.js';
import { outage } from '../shell/outage.js';

/** Runs the action of a button or form, and tracks whether it is in flight and how it failed. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      outage.report(problemFrom(error));
      setProblem(problemFrom(error));
    }
    setBusy(false);
  };
  return { busy, problem, run };
}

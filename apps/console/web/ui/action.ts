import { useMutation } from '@tanstack/react-query';
import { problemFrom } from '../api.js';

/** Runs the action of a button or form, and tracks whether it is in flight, is done, or failed. */
export function useAction() {
  const { isPending, isSuccess, error, mutateAsync } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
  });
  /** Resolves when the action has ended. A failure is only reported as `problem`. */
  const run = (action: () => Promise<unknown>): Promise<unknown> => mutateAsync(action).catch(() => {});
  return {
    busy: isPending,
    isDone: isSuccess,
    problem: error === null ? undefined : problemFrom(error),
    run,
  };
}

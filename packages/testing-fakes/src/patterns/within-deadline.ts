/** Runs code whose duration depends on what callers supply. */
import { runInNewContext } from 'node:vm';

/** Longest run. Ordinary ones take less than a millisecond. */
const DEADLINE_MS = 100;

/** Thrown when a run was terminated. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs a function, and terminates it after 100 ms, even within a regular expression. Node.js can only do that to code
 * that a script calls, so a script of one call is run. It isolates nothing: the function is trusted, its input is not.
 *
 * @param run - The function. It must be synchronous and without side effects, because it may end anywhere.
 * @returns Its result.
 * @throws {DeadlineError} When it was terminated.
 */
export function withinDeadline<T>(run: () => T): T {
  try {
    return runInNewContext('run()', { run }, { timeout: DEADLINE_MS }) as T;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new DeadlineError(`takes longer than ${DEADLINE_MS} ms`, { cause: error });
  }
}

/** Time limit for code whose duration depends on caller input. */
import { runInNewContext } from 'node:vm';

/** Time limit of a run. Ordinary runs take less than a millisecond. */
const DEADLINE_MS = 250;

/** Thrown when a run exceeds the time limit. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs a function and terminates it after 250 ms, even inside a regular expression. Node.js can only terminate `vm`
 * scripts, so the function is called from one. This is not a sandbox: the function is trusted, only its input is not.
 *
 * @param run - Function to run. It must be synchronous and free of side effects, because it can be terminated anywhere.
 * @returns The result of the function.
 * @throws {DeadlineError} If the function was terminated.
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

import { ParlanceError } from '@parlance/core-transport';

/**
 * Why a decision or a change was not made:
 *
 * - `call_not_found`: no such call waits for a decision, or has a refused result;
 * - `call_decided`: the call was started or finished before the decision;
 * - `input_differs`: the call has another input than the one that was decided;
 * - `session_not_found`: no such session is in quarantine.
 */
export type WorkerErrorCode = 'call_not_found' | 'call_decided' | 'input_differs' | 'session_not_found';

/** A call or session does not exist, or can no longer be decided. */
export class WorkerError extends ParlanceError {
  declare readonly code: WorkerErrorCode;

  /** Name of the class. */
  override get name(): string {
    return 'WorkerError';
  }
}

import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why the receiver of a sink did not accept records:
 * - `sink_rejected`: it responded with a status that another attempt would meet again, for example 400 or 401;
 * - `sink_redirected`: it responded with a redirect. Redirects are never followed, because the headers may contain credentials;
 * - `sink_unacknowledged`: it accepted the records, but did not confirm in time that they are stored;
 * - `sink_unavailable`: all attempts failed, or it asked for a longer wait than allowed.
 */
export type SinkErrorCode = 'sink_rejected' | 'sink_redirected' | 'sink_unacknowledged' | 'sink_unavailable';

/** The receiver of a sink did not accept records. Neither credentials nor records are part of the error. */
export class SinkError extends ParlanceError {
  declare readonly code: SinkErrorCode;
  /** Status of the last response; null if there was none. */
  readonly status: number | null;
  /** Number of attempts. */
  readonly attempts: number;

  /** Name of the class. */
  override get name(): string {
    return 'SinkError';
  }

  /**
   * @param code - What happened.
   * @param message - Describes the problem.
   * @param facts - The last response and the number of attempts. Default: no response, one attempt.
   */
  constructor(
    code: SinkErrorCode,
    message: string,
    facts: { readonly status: number | null; readonly attempts: number } = { status: null, attempts: 1 },
  ) {
    super(code, message);
    this.status = facts.status;
    this.attempts = facts.attempts;
  }
}

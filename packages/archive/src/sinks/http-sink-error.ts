import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why the receiver of an {@link http} sink did not accept records:
 * - `http_sink_rejected`: it responded with a status that another attempt would meet again, for example 400 or 401;
 * - `http_sink_redirected`: it responded with a redirect. Redirects are never followed, because the headers may contain credentials;
 * - `http_sink_unavailable`: all attempts failed, or it asked for a longer wait than allowed.
 */
export type HttpSinkErrorCode = 'http_sink_rejected' | 'http_sink_redirected' | 'http_sink_unavailable';

/** The receiver of an {@link http} sink did not accept records. Neither the headers nor the records are part of the error. */
export class HttpSinkError extends ParlanceError {
  declare readonly code: HttpSinkErrorCode;
  /** Status of the last response; null if there was none. */
  readonly status: number | null;
  /** Number of attempts. */
  readonly attempts: number;

  /** Name of the class. */
  override get name(): string {
    return 'HttpSinkError';
  }

  /**
   * @param code - What happened.
   * @param message - Describes the problem.
   * @param facts - The last response and the number of attempts.
   */
  constructor(
    code: HttpSinkErrorCode,
    message: string,
    facts: { readonly status: number | null; readonly attempts: number },
  ) {
    super(code, message);
    this.status = facts.status;
    this.attempts = facts.attempts;
  }
}

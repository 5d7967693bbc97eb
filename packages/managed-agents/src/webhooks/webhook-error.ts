import { ParlanceError } from '@parlance/core-transport';

/**
 * Why a delivery was rejected. `missing_header`: a signature header is missing; `invalid_timestamp`: the timestamp is not a
 * number of seconds; `too_old`, `too_new`: the timestamp is outside of the tolerance; `signature_mismatch`: no secret
 * matches; `invalid_body`: the body is signed but is not an event.
 */
export type WebhookErrorCode =
  'missing_header' | 'invalid_timestamp' | 'too_old' | 'too_new' | 'signature_mismatch' | 'invalid_body';

/** A webhook delivery is not genuine, or was sent too long ago. Respond with status 400. */
export class WebhookError extends ParlanceError {
  declare readonly code: WebhookErrorCode;

  /** Name of the class. */
  override get name(): string {
    return 'WebhookError';
  }
}

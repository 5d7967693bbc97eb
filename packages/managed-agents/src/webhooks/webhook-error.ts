import { ParlanceError } from '@parlance/core-transport';
import { brandError } from '@parlance/core-transport/internal';

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

  static {
    brandError(this, 'WebhookError');
  }
}

import type { Checkpoint } from '../paging/page.js';
import { BadRequestError } from './api-error.js';
import { brandError } from './parlance-error.js';

/** The list of a refused cursor. */
export interface CursorRefusedFacts {
  /** The query without its cursor. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The checkpoint that was refused. */
  readonly refused: Checkpoint;
  /** Checkpoint of the last page that was returned; null when that was the first. */
  readonly checkpoint: Checkpoint | null;
}

/**
 * The service refused a cursor with 400: it has expired, or it belongs to another list, order or set of filters. Resume
 * from {@link CursorRefusedError.checkpoint}, or list again with a filter by time.
 */
export class CursorRefusedError extends BadRequestError {
  /** The query without its cursor. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The checkpoint that was refused. */
  readonly refused: Checkpoint;
  /** Checkpoint of the last page that was returned; null resumes from the start of the list. */
  declare readonly checkpoint: Checkpoint | null;

  static {
    brandError(this, 'CursorRefusedError');
  }

  /**
   * @param refusal - The error response; this error has its message, status and request id.
   * @param facts - The list.
   */
  constructor(refusal: BadRequestError, { filters, refused, checkpoint }: CursorRefusedFacts) {
    const { status, type, requestId, operation, headers, body, retryable, retryAfterMs, attempts } = refusal;
    const message = refusal.serviceMessage;
    super({ status, type, message, requestId, operation, headers, body, retryable, retryAfterMs, attempts });
    this.filters = filters;
    this.refused = refused;
    this.checkpoint = checkpoint;
  }
}

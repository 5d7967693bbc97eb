import type { Checkpoint } from '@parlance/schemas/kit';
import { BadRequestError } from './api-error.js';

/** Facts about a list whose cursor was rejected. */
export interface CursorRefusedFacts {
  /** Query of the list, without the cursor. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The checkpoint that the service rejected. */
  readonly refused: Checkpoint;
  /** Checkpoint that the last successful page was fetched with; null for the first page. */
  readonly checkpoint: Checkpoint | null;
}

/**
 * The service rejected a cursor with status 400: it has expired, or belongs to another list, order or set of filters.
 * Resume from {@link CursorRefusedError.checkpoint}, or start over with a time filter.
 */
export class CursorRefusedError extends BadRequestError {
  /** Query of the list, without the cursor. */
  declare readonly filters: Readonly<Record<string, unknown>>;
  /** The checkpoint that the service rejected. */
  declare readonly refused: Checkpoint;
  /**
   * Checkpoint that the last successful page was fetched with; resuming from it yields that page again. Null resumes
   * from the start of the list.
   */
  declare readonly checkpoint: Checkpoint | null;

  /** Name of the class. */
  override get name(): string {
    return 'CursorRefusedError';
  }

  /**
   * @param refusal - The error response, whose message, status and request id this error takes over.
   * @param facts - The list and its checkpoints.
   */
  constructor(refusal: BadRequestError, facts: CursorRefusedFacts) {
    // Not enumerable.
    const { serviceMessage: message, headers, body } = refusal;
    super({ ...refusal, message, headers, body });
    Object.assign(this, facts);
  }
}

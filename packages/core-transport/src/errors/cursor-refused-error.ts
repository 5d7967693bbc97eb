import type { Checkpoint } from '../paging/page.js';
import { brandError, type ParlanceError } from './parlance-error.js';
import { PagingError } from './request-errors.js';

/** What is known about a refused cursor. */
export interface CursorRefusedFacts {
  /** Id of the operation. */
  readonly operation: string;
  /** Request id of the refusal, null when it carried none. */
  readonly requestId: string | null;
  /** The query without its cursor. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The checkpoint that was refused. */
  readonly refused: Checkpoint;
  /** Checkpoint of the last page that was returned; null when that was the first. */
  readonly checkpoint: Checkpoint | null;
}

/**
 * The service refused (400) a page that was asked for with a cursor: the cursor has expired, belongs to another list or
 * order, or to other filters. {@link CursorRefusedError.checkpoint} is the last good one: begin there again, or with a
 * filter by time. The refusal itself is the `cause`.
 */
export class CursorRefusedError extends PagingError {
  /** The query without its cursor. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The checkpoint that was refused. */
  readonly refused: Checkpoint;
  /** Checkpoint of the last page that was returned, from which the list can be read again; null for its beginning. */
  declare readonly checkpoint: Checkpoint | null;

  static {
    brandError(this, 'CursorRefusedError');
  }

  /**
   * @param facts - The list, its filters and positions.
   * @param cause - The refusal.
   */
  constructor(facts: CursorRefusedFacts, cause: ParlanceError) {
    super(`the service refused the cursor: ${cause.message}`, facts, cause);
    this.filters = facts.filters;
    this.refused = facts.refused;
  }
}

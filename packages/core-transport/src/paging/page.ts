/** Where a list can be resumed, also in another process: plain JSON. */
export interface Checkpoint {
  /** Id of the operation. */
  readonly operation: string;
  /** Query parameter that holds the cursor. */
  readonly parameter: 'page' | 'after_id' | 'before_id';
  /** The cursor. */
  readonly cursor: string;
}

/**
 * One page of a list.
 *
 * @typeParam T - One item.
 */
export interface Page<T> {
  /** The items. */
  readonly data: T[];
  /** Checkpoint after this page, from which `list(params, { resumeFrom })` continues; null on the last page. */
  readonly checkpoint: Checkpoint | null;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
  /** The page as it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

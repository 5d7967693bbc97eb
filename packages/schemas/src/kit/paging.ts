/** The two paging families of the service. */

/**
 * A page of a list with id cursors.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.1.5
 */
export interface IdPage<Item> {
  /** The items, in result order. */
  data: Item[];
  /** Whether more items follow in the requested direction. If null or absent, the presence of a cursor decides. */
  has_more?: boolean | null | undefined;
  /** Cursor of the first item, for `before_id`; null or absent on an empty page. */
  first_id?: string | null | undefined;
  /** Cursor of the last item, for `after_id`; null or absent on an empty page. */
  last_id?: string | null | undefined;
}

/** Paging parameters of a list with id cursors. At most one of the two cursors can be set. */
export interface IdPageParams {
  /** Returns the items after this one, in result order. */
  after_id?: string | undefined;
  /** Returns the items before this one, in result order. */
  before_id?: string | undefined;
  /** Items per page, 1 to 1,000. Default 20. */
  limit?: number | undefined;
}

/**
 * A page of a list with opaque cursors.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.1.5
 */
export interface CursorPage<Item> {
  /** The items, in result order. */
  data: Item[];
  /** Opaque cursor of the next page; null or absent on the last one. */
  next_page?: string | null | undefined;
}

/** Paging parameters of a list with opaque cursors. */
export interface CursorPageParams {
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
  /** Items per page, 1 to 100. Default 20. */
  limit?: number | undefined;
}

/**
 * A point in a list to resume from, in any process. Store it as JSON; its size does not grow with the list. Only
 * valid for the same operation with the same filters.
 */
export interface Checkpoint {
  /** Id of the operation. */
  readonly operation: string;
  /** Digest of the path parameters and filters. The page size is not included, so it may change. */
  readonly filters: string;
  /** Query parameter that takes the cursor. */
  readonly parameter: 'page' | 'after_id' | 'before_id';
  /** The cursor. Empty once the list is complete. */
  readonly cursor: string;
  /** True once the list is complete: resuming from this checkpoint yields nothing. Absent before. */
  readonly done?: true | undefined;
}

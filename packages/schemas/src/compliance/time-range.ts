/** Filters by time. */

/** Time range for filtering. Each bound is an RFC 3339 time with seconds and an offset; bounds can be combined. */
export interface TimeRange {
  /** After this time. */
  gt?: string | undefined;
  /** At or after this time. */
  gte?: string | undefined;
  /** Before this time. */
  lt?: string | undefined;
  /** At or before this time. */
  lte?: string | undefined;
}

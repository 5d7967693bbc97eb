/** Filter by time. */

/** Bounds of a time filter; every bound given must hold. Each is an RFC 3339 time with seconds and an offset. */
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

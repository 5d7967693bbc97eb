/** Filter by time. */

/** Time range of a filter. All bounds that are set apply. Each is an RFC 3339 time with seconds and an offset. */
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

/** Bounds of times in lists. */

/** Bounds of a time, each left out or an RFC 3339 time. */
export interface TimeBounds {
  readonly gt?: string | undefined;
  readonly gte?: string | undefined;
  readonly lt?: string | undefined;
  readonly lte?: string | undefined;
}

/**
 * Whether a time is within bounds. Times are compared as instants, whatever their offset.
 *
 * @param time - RFC 3339 time.
 * @param bounds - The bounds; undefined for none.
 */
export function isWithin(time: string, bounds: TimeBounds | undefined): boolean {
  if (bounds === undefined) return true;
  const at = Date.parse(time);
  const { gt, gte, lt, lte } = bounds;
  return (
    (gt === undefined || at > Date.parse(gt)) &&
    (gte === undefined || at >= Date.parse(gte)) &&
    (lt === undefined || at < Date.parse(lt)) &&
    (lte === undefined || at <= Date.parse(lte))
  );
}

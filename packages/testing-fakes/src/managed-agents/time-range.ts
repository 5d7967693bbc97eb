/** Time range filters of lists. */
import type { TimeRange } from '@parlance/schemas';
import { timeFilter } from '../records/time-filter.js';

/**
 * Returns whether a time is within bounds. Times are compared as instants, so UTC offsets do not matter.
 *
 * @param time - RFC 3339 timestamp.
 * @param bounds - Bounds of the range; undefined matches every time.
 */
export function isWithin(time: string, bounds: TimeRange | undefined): boolean {
  return timeFilter(bounds)(time);
}

/** Bounds of times in lists. */
import type { TimeRange } from '@parlance/schemas';
import { timeFilter } from '../records/time-filter.js';

/**
 * Whether a time is within bounds. Times are compared as instants, whatever their offset.
 *
 * @param time - RFC 3339 time of the world's clock.
 * @param bounds - The bounds; undefined for none.
 */
export function isWithin(time: string, bounds: TimeRange | undefined): boolean {
  return timeFilter(bounds)(time);
}

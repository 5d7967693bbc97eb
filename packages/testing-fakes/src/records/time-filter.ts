/** Filters by time. */
import type { TimeRange } from '@parlance/schemas';
import { instantOf } from '../world/instant.js';

/** Returns whether a timestamp (RFC 3339 in UTC, with milliseconds) is within the bounds. */
export type TimeFilter = (time: string) => boolean;

const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Creates a filter by time.
 *
 * @param range - Valid bounds; undefined matches every time.
 */
export function timeFilter(range: TimeRange | undefined): TimeFilter {
  if (range === undefined) return () => true;
  const gt = boundOf(range.gt);
  const gte = boundOf(range.gte);
  const lt = boundOf(range.lt);
  const lte = boundOf(range.lte);
  // Stored times have millisecond precision and bounds are truncated to it. If a bound is between two milliseconds, the
  // truncated bound itself is before it: `gte` must exclude it and `lt` must include it.
  return (time) =>
    (gt === undefined || time > gt.time) &&
    (gte === undefined || (gte.isBetween ? time > gte.time : time >= gte.time)) &&
    (lt === undefined || (lt.isBetween ? time <= lt.time : time < lt.time)) &&
    (lte === undefined || time <= lte.time);
}

function boundOf(
  text: string | undefined,
): { readonly time: string; readonly isBetween: boolean } | undefined {
  if (text === undefined) return undefined;
  const { ms, isBetween } = instantOf(text);
  // An offset can move the bound out of the four-digit years, which are the only ones that compare as text.
  return { time: new Date(Math.min(Math.max(ms, EARLIEST), LATEST)).toISOString(), isBetween };
}

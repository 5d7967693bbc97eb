/** Filters by time. */
import type { TimeRange } from '@parlance/schemas';
import { instantOf } from '../world/instant.js';

/** Whether a time of the emulator (RFC 3339 in UTC, with milliseconds) lies within the bounds. */
export type TimeFilter = (time: string) => boolean;

const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Makes a filter by time.
 *
 * @param range - Bounds, checked by the contract; undefined lets everything through.
 */
export function timeFilter(range: TimeRange | undefined): TimeFilter {
  if (range === undefined) return () => true;
  const gt = boundOf(range.gt);
  const gte = boundOf(range.gte);
  const lt = boundOf(range.lt);
  const lte = boundOf(range.lte);
  // Times that are kept end at the millisecond. A bound between two of them excludes the lower one as its own
  // cut-off form would include it, and the other way round.
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
  // An offset can lead out of the four-digit years, in which alone times compare as text.
  return { time: new Date(Math.min(Math.max(ms, EARLIEST), LATEST)).toISOString(), isBetween };
}

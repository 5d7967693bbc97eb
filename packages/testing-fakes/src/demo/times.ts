/** Times of the demo: working hours in spring 2026, before the default start time of a world. */

const DAY_MS = 86_400_000;
/** A Wednesday. */
const FIRST_DAY = Date.UTC(2026, 3, 1);
/** Working days until the end of May. */
const WORKING_DAYS = 43;
const OPENS_MS = 8 * 3_600_000;
const OPEN_FOR_MS = 10 * 3_600_000;

/**
 * Spreads events over the working hours, in order.
 *
 * @param index - Index of the event, from 0.
 * @param count - Number of events.
 * @returns Time in milliseconds since the Unix epoch.
 */
export function workingTime(index: number, count: number): number {
  const perDay = Math.ceil(count / WORKING_DAYS);
  const day = Math.floor(index / perDay);
  const within = Math.floor((OPEN_FOR_MS * (index % perDay)) / perDay);
  // Monday of the first week is two days before the first day.
  const weekday = day + 2;
  return FIRST_DAY + (day + 2 * Math.floor(weekday / 5)) * DAY_MS + OPENS_MS + within;
}

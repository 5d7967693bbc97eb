/** Validates RFC 3339 times. */

/** Matches only days that exist in the month; 29 February only in leap years. */
const DATE_TIME =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Returns whether a string is an RFC 3339 time. `T` and `Z` may be lower case, and the last minute of a month in UTC
 * may have a leap second.
 *
 * @param text - The string.
 */
export function isRfc3339(text: string): boolean {
  const upperCase = text.replace(/t(?=\d)/, 'T').replace(/z$/, 'Z');
  if (DATE_TIME.test(upperCase)) return true;
  const before = upperCase.replace(/(?<=^.{16}:)60/, '59');
  return before !== upperCase && DATE_TIME.test(before) && isLastSecondOfMonth(Date.parse(before));
}

/** Leap seconds are only inserted after the last second of a month in UTC. */
function isLastSecondOfMonth(at: number): boolean {
  const next = new Date(at + 1000);
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0;
}

/** What a string must look like beyond its length. */
import type { TextShape } from './shape.js';

/** RFC 3339, with the days that each month has; a leap year's February has one more. */
const DATE_TIME =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Tells what a string should look like.
 *
 * @param shape - Its shape.
 * @param value - The string.
 * @returns What is allowed; undefined when the string is as it should be.
 */
export function formatProblem(shape: TextShape, value: string): string | undefined {
  const { prefix, pattern, format } = shape;
  if (prefix !== undefined && !value.startsWith(prefix)) return `must start with ${prefix}`;
  // Unlike `test`, `search` always begins at the start, also for an expression with the flag `g`.
  if (pattern !== undefined && value.search(pattern.expression) < 0) return pattern.message;
  switch (format) {
    case 'date-time':
      return isDateTime(value) ? undefined : 'must be an RFC 3339 date-time such as 2026-01-31T09:30:00Z';
    case 'url':
      return URL.canParse(value) ? undefined : 'must be a valid url';
    case 'base64':
      return value.length % 4 === 0 && BASE64.test(value) ? undefined : 'must be a valid base64';
    case undefined:
      return undefined;
  }
}

/**
 * Tells how long a string should be.
 *
 * @param shape - Its shape.
 * @param value - The string.
 * @returns What is allowed; undefined when the string is as it should be.
 */
export function lengthProblem(shape: TextShape, value: string): string | undefined {
  const { min, max } = shape;
  if (min !== undefined && !isLonger(shape, value, min - 1)) return `must have at least ${min} characters`;
  if (max !== undefined && isLonger(shape, value, max)) return `must have at most ${max} characters`;
  return undefined;
}

function isLonger(shape: TextShape, value: string, bound: number): boolean {
  return shape.unit === 'characters' ? hasMoreCharacters(value, bound) : value.length > bound;
}

/**
 * Whether a string has more characters (Unicode code points) than a bound. It counts only where the number of UTF-16
 * units leaves that open.
 */
function hasMoreCharacters(value: string, bound: number): boolean {
  if (bound < 0) return true;
  if (value.length <= bound) return false;
  if (value.length > 2 * bound) return true;
  let count = 0;
  for (const _ of value) if (++count > bound) return true;
  return false;
}

/** `T` and `Z` may be small, and a month may end with a leap second. */
function isDateTime(text: string): boolean {
  const large = text.replace(/t(?=\d)/, 'T').replace(/z$/, 'Z');
  if (DATE_TIME.test(large)) return true;
  const before = large.replace(/(?<=^.{16}:)60/, '59');
  return before !== large && DATE_TIME.test(before) && isLastOfMonth(Date.parse(before));
}

/** Whether a second is the last one of a month in UTC, after which alone a leap second can come. */
function isLastOfMonth(at: number): boolean {
  const next = new Date(at + 1000);
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0;
}

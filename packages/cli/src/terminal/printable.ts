/** Makes text from archives, files and the service safe to print. */

/** Matches what a terminal would interpret, what would begin a line, and what would reorder one. */
const INTERPRETED = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Replaces the control characters of a line, except tabs, with spaces. */
export function printable(line: string): string {
  return line.replace(INTERPRETED, (found) => (found === '\t' ? found : ' '));
}

/** Returns JSON that {@link printable} leaves as it is: what it would replace is escaped. */
export function printableJson(value: unknown): string {
  const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(INTERPRETED, escaped);
}

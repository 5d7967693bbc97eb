/** Makes text from archives, files and the service safe to print. */

/** Matches colors, and characters that a terminal would interpret or that would reorder a line. */
// oxlint-disable-next-line no-control-regex -- it looks for control characters.
const INTERPRETED = /\u001B\[[\d;]*m|[\p{Cc}\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Replaces control characters with spaces, except line feeds, tabs and the colors of the command itself. */
export function printable(text: string): string {
  return text.replace(INTERPRETED, (found) =>
    found.length > 1 || found === '\n' || found === '\t' ? found : ' ',
  );
}

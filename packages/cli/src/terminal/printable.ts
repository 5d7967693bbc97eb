/** What a command may print of texts that others have written. */

/** Colors, which the command uses itself, or a character that a terminal would obey, or that would reorder the line. */
// oxlint-disable-next-line no-control-regex
const OBEYED = /\u001B\[[\d;]*m|[\p{Cc}\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Replaces control characters, except line feeds, tabs and colors. Names of files and ids come from an archive or the service. */
export function printable(text: string): string {
  return text.replace(OBEYED, (found) =>
    found.length > 1 || found === '\n' || found === '\t' ? found : ' ',
  );
}

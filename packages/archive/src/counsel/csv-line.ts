/**
 * Where spreadsheets take a text for the start of a formula, also after white space and in full width. In countries where a comma separates decimals,
 * they begin a cell after a semicolon, and do not see that a text is quoted.
 */
const FORMULA = /(?:^|(?<=[;\t\r\n]))(?=[\s\0]*[=+\-@|%\uff1d\uff0b\uff0d\uff20])|^(?=[\s\0]*[\t\r])/gu;

/** Returns a line of CSV (RFC 4180). Text that a spreadsheet would run as a formula starts with an apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) =>
    typeof cell === 'number' ? String(cell) : `"${cell.replace(FORMULA, "'").replaceAll('"', '""')}"`,
  );
  return `${quoted.join(',')}\r\n`;
}

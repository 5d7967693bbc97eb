/** A cell of a table. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Writes a table as CSV (RFC 4180). What a spreadsheet would run as a formula starts with an apostrophe, which
 * spreadsheets show as text.
 */
export function toCsv(columns: readonly string[], rows: Iterable<readonly Cell[]>): string {
  let text = line(columns);
  for (const row of rows) text += line(row);
  return text;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/**
 * Where spreadsheets take a text for the start of a formula, also after whitespace and in full width. In countries where a comma
 * separates decimals, they begin a cell after a semicolon, and do not see that a text is quoted.
 */
const FORMULA = /(?:^|(?<=[;\t\r\n]))(?=[\s\0]*[=+\-@|%＝＋－＠])|^(?=[\s\0]*[\t\r])/gu;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = cell.replace(FORMULA, "'");
  return /[",\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell of a table. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Writes a table as CSV (RFC 4180). Texts that a spreadsheet would run as a formula start with an apostrophe, which
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

/** What spreadsheets take for the start of a formula, also after whitespace and in full width. */
const FORMULA = /^[\s\0]*[=+\-@|%＝＋－＠\t\r]/u;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

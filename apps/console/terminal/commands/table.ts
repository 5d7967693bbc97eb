/** Text tables for the terminal. */

/** Maximum width of a column, in characters. */
const MAX_WIDTH = 44;

/**
 * Formats rows as lines with aligned columns. Control characters are replaced, so that content from the service cannot
 * move the cursor.
 *
 * @param rows - Rows of equal length. The first one has the column names.
 */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(fit));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function fit(cell: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this removes.
  const printable = cell.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ' ');
  return printable.length > MAX_WIDTH ? `${printable.slice(0, MAX_WIDTH - 1)}…` : printable;
}

/** A small table for the terminal. */

/** Widest column, in characters. */
const WIDEST = 44;

/**
 * Writes rows as lines, columns apart by two blanks; what comes from the service cannot move the cursor.
 *
 * @param rows - Rows of equal length, the first with the names of the columns.
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
  // oxlint-disable-next-line no-control-regex -- control characters are what must not get through.
  const printable = cell.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ' ');
  return printable.length > WIDEST ? `${printable.slice(0, WIDEST - 1)}…` : printable;
}

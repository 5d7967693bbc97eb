/** Prints rows of a report: as a table for people, as CSV, or as JSON lines. */
import type { Output } from './output.js';

/** A cell. Null is empty. */
export type Cell = string | number | null;

/** A row: its cells by column. All rows of a report have the same columns, in the same order. */
export type Row = Readonly<Record<string, Cell>>;

/** What {@link printRows} prints. */
export interface PrintedRows {
  /** Type of the JSON lines. */
  readonly type: string;
  readonly rows: readonly Row[];
  /** Whether to print CSV. Default false. */
  readonly csv?: boolean | undefined;
}

/** Prints rows. A table and CSV start with the names of the columns. */
export async function printRows(output: Output, { type, rows, csv = false }: PrintedRows): Promise<void> {
  if (output.json) {
    for (const row of rows) await output.result(type, row, '');
    return;
  }
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const lines = csv
    ? [
        columns.join(','),
        ...rows.map((row) => columns.map((column) => csvCell(row[column] ?? null)).join(',')),
      ]
    : tableOf(columns, rows);
  await output.result(type, {}, lines);
}

/** What spreadsheets take for the start of a formula, in their narrow and wide forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

/** A cell of CSV (RFC 4180). Text of others cannot become a formula: a spreadsheet shows the apostrophe as text. */
function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = FORMULA.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function tableOf(columns: readonly string[], rows: readonly Row[]): readonly string[] {
  const shown = rows.map((row) =>
    columns.map((column) => {
      const cell = row[column] ?? '';
      return typeof cell === 'number' ? cell.toLocaleString('en') : cell;
    }),
  );
  const titles = columns.map((column) => column.replaceAll('_', ' '));
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...shown.map((cells) => cells[index]?.length ?? 0)),
  );
  const isNumber = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  return [titles, ...shown].map((cells) =>
    cells
      .map((cell, index) =>
        isNumber[index] === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Prints rows of a report: as a table for people, as CSV, or as JSON lines. */
import { Option } from 'commander';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
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
  /** Fields of the summary, and its text. */
  readonly summary: object;
  readonly text: string;
}

/** The option `--csv`. */
export const csvOption = (): Option => new Option('--csv', 'print CSV, for a spreadsheet').conflicts('json');

/** Prints rows and a summary, which is a message with CSV. A table and CSV start with the names of the columns. */
export async function printRows(output: Output, report: PrintedRows): Promise<ExitCode> {
  const { type, rows, csv, summary, text } = report;
  if (output.json) for (const row of rows) await output.result(type, row, '');
  else if (rows.length > 0) await output.result(type, {}, linesOf(report));
  if (csv === true) output.note(text);
  else await output.result('summary', summary, text);
  return EXIT_CODES.ok;
}

function linesOf({ rows, csv }: PrintedRows): readonly string[] {
  const columns = Object.keys(rows[0] ?? {});
  return csv === true
    ? [
        columns.join(','),
        ...rows.map((row) => columns.map((column) => csvCell(row[column] ?? null)).join(',')),
      ]
    : tableOf(columns, rows);
}

/** What spreadsheets take for the start of a formula, in their narrow and wide forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

/** Returns a cell of CSV (RFC 4180). Text of others cannot become a formula: a spreadsheet shows the apostrophe as text. */
export function csvCell(cell: Cell): string {
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

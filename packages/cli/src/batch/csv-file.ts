/** Reads the requests of a batch from a CSV file: one for each row, from a template. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { MessageBatchRequest } from '@parlance/schemas/inference';
import { nearestKey } from '@parlance/schemas/kit';
import { CommandError, invalidArguments } from '../command-error.js';
import { openRequests, type RequestLine, type RequestSource } from './request-file.js';

/** What is sent for each row. */
export interface CsvTemplate {
  /** Text of the message. `{name}` is the cell of a column; `{{` and `}}` are braces. */
  readonly prompt: string;
  /** System prompt, with the same placeholders. Default: none. */
  readonly system?: string | undefined;
  readonly model: string;
  readonly maxTokens: number;
  /** Column with the ids of the requests. Default: `row-` and the number of the row, from 1. */
  readonly idColumn?: string | undefined;
  /** Character between cells. Default: a comma, or a tab in a file that ends in `.tsv`. */
  readonly delimiter?: string | undefined;
}

/** Characters of a row. A quote that is not closed would read the whole file. */
const MAX_ROW = 33_554_432;

/** The problem of a row, by the code of the parser. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell starts with a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is followed by more text; double the quotes within a cell',
  INVALID_OPENING_QUOTE:
    'a quote is within a cell that does not start with one; quote the cell, and double the quote',
  CSV_MAX_RECORD_SIZE: 'the row has more than 32 MB; a quote may not be closed',
};

/** Returns the requests of a CSV file. */
export function csvRequests(file: string, template: CsvTemplate): RequestSource {
  return { file, read: () => readRows(file, template) };
}

async function* readRows(file: string, template: CsvTemplate): AsyncGenerator<RequestLine, undefined> {
  await using handle = await openRequests(file);
  const { delimiter = /\.tsv$/i.test(file) ? '\t' : ',' } = template;
  const rows = parse({
    delimiter,
    info: true,
    max_record_size: MAX_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // The parser reports a failure of the file.
  pipeline(Readable.from(decoded(handle.createReadStream({ autoClose: false }), file)), rows, () => {});
  let fill: FillTemplate | undefined;
  let number = 0;
  try {
    // With `info`, the parser yields objects of this type.
    for await (const row of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const place = `${file}:${row.info.lines}`;
      if (row.record.every((cell) => cell.trim() === '')) continue;
      if (fill === undefined)
        fill = fillTemplate(template, { columns: columnsOf(row.record, place), place, delimiter });
      else {
        number += 1;
        const request = fill(row.record, { number, place });
        yield { request, place, text: JSON.stringify(request) };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`${file}:${error.lines ?? 1}`, PROBLEMS[error.code] ?? `not CSV (${error.code})`);
  }
  if (number === 0)
    throw invalid(file, fill === undefined ? 'has no header' : 'has no rows below the header');
}

async function* decoded(chunks: AsyncIterable<unknown>, file: string): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid(file, 'expected UTF-8', 'In a spreadsheet, save it as "CSV UTF-8".');
  }
}

/** Returns the names of the columns. Only columns that are used need one. */
function columnsOf(header: readonly string[], place: string): readonly string[] {
  const columns = header.map((name) => name.trim());
  if (columns.some((name) => name.includes('\0'))) throw invalid(place, 'expected UTF-8, not UTF-16');
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) < index);
  if (repeated !== undefined) throw invalid(place, `two columns are named ${JSON.stringify(repeated)}`);
  return columns;
}

type FillTemplate = (
  cells: readonly string[],
  row: { readonly number: number; readonly place: string },
) => MessageBatchRequest;

/** Checks the template against the columns. */
function fillTemplate(
  { prompt, system, model, maxTokens, idColumn }: CsvTemplate,
  found: Header,
): FillTemplate {
  const { columns } = found;
  const message = partsOf('--prompt', prompt, found);
  const used = message.flatMap(({ column }) => column ?? []);
  if (used.length === 0)
    throw missing('--prompt names no column, so that all requests would be the same', columns);
  const instructions = system === undefined ? undefined : partsOf('--system', system, found);
  const idAt = idColumn === undefined ? undefined : requireColumn('--id-column', idColumn, found);
  const lines = new Map<string, string>();
  return (cells, { number, place }) => {
    if (cells.length !== columns.length)
      throw invalid(place, `the row has ${cells.length} cells, but the header has ${columns.length}`);
    if (used.every((column) => cells[column]?.trim() === ''))
      throw invalid(place, `the row has no text for ${used.map((at) => `{${columns[at]}}`).join(' and ')}`);
    const id = idAt === undefined ? `row-${number}` : (cells[idAt] ?? '').trim();
    const earlier = lines.get(id);
    if (earlier !== undefined) throw invalid(place, `the id is that of ${earlier}`);
    if (idAt !== undefined) lines.set(id, place);
    const params = {
      model,
      max_tokens: maxTokens,
      ...(instructions && { system: textOf(instructions, cells) }),
      messages: [{ role: 'user' as const, content: textOf(message, cells) }],
    };
    return { custom_id: id, params };
  };
}

/** Text, or the position of a column. */
type Part = { readonly text: string; readonly column?: undefined } | { readonly column: number };

/** The first row. */
interface Header {
  readonly columns: readonly string[];
  readonly place: string;
  readonly delimiter: string;
}

function partsOf(option: string, template: string, header: Header): readonly Part[] {
  return Array.from(template.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g), ([text]): Part => {
    if (text === '{{' || text === '}}') return { text: text.charAt(0) };
    if (text === '{' || text === '}')
      throw invalidArguments(
        `${option} has a ${text} without its counterpart.`,
        'Write {name} for the cell of a column, and {{ or }} for a brace.',
      );
    if (!text.startsWith('{')) return { text };
    return { column: requireColumn(option, text.slice(1, -1).trim(), header) };
  });
}

function requireColumn(option: string, name: string, { columns, place, delimiter }: Header): number {
  const index = columns.indexOf(name);
  if (name !== '' && index !== -1) return index;
  const [only = ''] = columns;
  const other = [';', '\t', '|', ','].find((one) => one !== delimiter && only.includes(one));
  if (columns.length === 1 && other !== undefined)
    throw invalid(
      place,
      'the header has one column',
      `If cells are separated by ${JSON.stringify(other)}, add --delimiter.`,
    );
  throw missing(
    `${option} names a column that the file does not have: ${JSON.stringify(name)}`,
    columns,
    name,
  );
}

function textOf(parts: readonly Part[], cells: readonly string[]): string {
  return parts.map((part) => (part.column === undefined ? part.text : cells[part.column])).join('');
}

function missing(problem: string, columns: readonly string[], name = ''): CommandError {
  const nearest = nearestKey(name, columns);
  const named = columns.filter((column) => column !== '').slice(0, 20);
  const hint = nearest === undefined ? `Columns: ${named.join(', ')}.` : `Did you mean {${nearest}}?`;
  return invalidArguments(`${problem}.`, hint);
}

function invalid(place: string, problem: string, hint?: string): CommandError {
  return new CommandError('invalid_input', `${place}: ${problem}`, { hint });
}

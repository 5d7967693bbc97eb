/** Extracts every name and limit from the text of an API document. */

/** What one place of a document says: a row of a table, or a paragraph. */
export interface Passage {
  /** Heading of its section. */
  readonly heading: string;
  /** First cell of its row; empty for a paragraph. */
  readonly subject: string;
  /** Fields, values, headers and other names. */
  readonly names: readonly string[];
  /** Operations, as `GET /v1/vaults`. */
  readonly endpoints: readonly string[];
  /** Numbers in prose: bounds and defaults. */
  readonly limits: readonly number[];
}

/** Columns that list names without backticks. */
const NAME_COLUMNS = new Set([
  'Field',
  'Body field',
  'Query parameter',
  'Value',
  'Block type',
  'Kind',
  'Fields',
  'Block',
  'error_code values',
  'type value',
  'type',
  'name',
  'Actor type',
  'Prefix',
  'Suffixes',
  'Type',
  'Event',
]);
/** Columns of types and of what a row is about, in prose. */
const PROSE_COLUMNS = new Set([
  'Meaning',
  'Actor kinds',
  'Direction',
  'Subject',
  'Trigger',
  'Next state',
  'Operation',
]);
/** Words that describe types, and prose in lists of names and in backticks. */
const OTHER_WORDS = new Set(
  `string number boolean array map none null true false optional result
  Human Assistant per-model GET must newest empty or base_url asc. 0`.split(/\s+/),
);

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*[-_]?$/;

/**
 * Extracts the passages of a document that contain names or limits.
 *
 * @param text - Text of the document.
 */
export function extractPassages(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  let columns: readonly string[] | undefined;
  for (const line of text.split('\n')) {
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    if (line.startsWith('#') || line.trim() === '') {
      columns = undefined;
      continue;
    }
    if (!line.startsWith('|')) {
      columns = undefined;
      passages.push(passageOf({ heading, subject: '', cells: [['', line]] }));
    } else if (columns === undefined) columns = cellsOf(line);
    else if (!/^\|[-| :]+\|$/.test(line)) passages.push(rowOf(heading, columns, cellsOf(line)));
  }
  return passages.filter(({ names, endpoints, limits }) => [...names, ...endpoints, ...limits].length > 0);
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}

interface Source {
  readonly heading: string;
  readonly subject: string;
  /** Column and text of each cell. */
  readonly cells: readonly (readonly [column: string, text: string])[];
}

function rowOf(heading: string, columns: readonly string[], cells: readonly string[]): Passage {
  const titles = columns.map((column) => column.replaceAll('`', ''));
  return passageOf({
    heading,
    subject: (cells[0] as string).replaceAll('`', ''),
    cells: cells.map((cell, index) => [titles[index] ?? '', cell] as const),
  });
}

function passageOf({ heading, subject, cells }: Source): Passage {
  const names = cells.flatMap(([column, text]) => namesOf(column, text));
  const text = cells.map(([, cell]) => cell).join(' ');
  const [prefix] = /^`([a-z_]+_)`$/.exec(cells[0]?.[1] ?? '')?.slice(1) ?? [];
  const isFamily = cells[0]?.[0] === 'Prefix' && prefix !== undefined;
  return {
    heading,
    subject,
    names: [...new Set(isFamily ? names.slice(1).map((suffix) => prefix + suffix) : names)],
    endpoints: [...text.matchAll(/\b(GET|POST|DELETE) (\/v1\/[^`\s]*)/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
    limits: limitsOf(
      cells
        .filter(([column]) => !PROSE_COLUMNS.has(column))
        .map(([, cell]) => cell)
        .join(' '),
    ),
  };
}

/** Names in backticks, and those of a column that lists names. */
function namesOf(column: string, text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => namesInCode(code as string));
  if (!NAME_COLUMNS.has(column)) return quoted;
  const plain = text.replaceAll(/`[^`]*`/g, ' ').replaceAll(/\([^)]*\)/g, ' ');
  const listed = plain.split(/[,;]| or /).map((piece) => piece.trim());
  return [...quoted, ...listed.filter((piece) => NAME.test(piece) && !OTHER_WORDS.has(piece))];
}

/** Names in code: a name, a list of them, a header, or the fields and values of an object; not a path. */
function namesInCode(code: string): readonly string[] {
  if (/^(?:GET |POST |DELETE )?\/|^content\[/.test(code)) return [];
  if (/^[a-z]+\/[a-z]+$/.test(code)) return [code];
  const header = /^([A-Za-z]+-[A-Za-z-]+|Authorization): \S/.exec(code)?.[1];
  const pieces =
    header === undefined
      ? code
          .replaceAll(/\([^)]*\)/g, ' ')
          .replace('created_at[', 'created_at, ')
          .split(/[^\w.<> -]+/)
      : [header];
  return pieces
    .map((piece) => piece.trim().split(' ')[0] as string)
    .map((piece) => piece.replace(/(?:<\w+>|\.\.\.)$/, '').replace(/^multiagent\./, ''))
    .filter(
      (piece) => /^\w/.test(piece) && (NAME.test(piece) || /^\d\w/.test(piece)) && !OTHER_WORDS.has(piece),
    )
    .map((piece) => (/^[A-Z]/.test(piece) ? piece.toLowerCase() : piece));
}

/** Numbers outside code, without dates, versions and HTTP codes. */
function limitsOf(text: string): readonly number[] {
  const prose = text
    .replace(/^\d\. /, '')
    .replaceAll(/`[^`]*`|\b(?:Document|document)s? \d|\b(?:RFC|ISO) \d+/g, ' ');
  const numbers = [
    ...prose.matchAll(/(?<![\w.-])(\d[\d,]*(?:\.\d+)?)(?:-(\d[\d,]*))?(?![\w%]|\.\d|-[a-z])/g),
  ].flatMap(([, from, to]) => [from, to].filter((number) => number !== undefined));
  return [...new Set(numbers.map((number) => Number(number.replaceAll(',', ''))))];
}

/** Shows some of what was measured and observed in a README, as it is in `docs/benchmarks`. */

/** The cells of a row, by column. */
type TableRow = Readonly<Record<string, string | undefined>>;

/** Rows that the README shows, good and bad, by their first cell. */
const FIGURES = [
  'small JSON call, one at a time',
  'small JSON call, 64 at once',
  'stream of 200 deltas, one event a write',
  'stream of 20,000 deltas, split anywhere',
  'final value of a 1 MB tool input in 50,000 deltas',
  'time to first event (wall)',
  'memory per open stream, 1,000 at once',
  'fresh process until its first response',
];
const FEATURES = [
  'A stream ends early, in good order: the loop',
  'The service reports an error within a stream: the loop',
  'A stream falls silent, but pings come',
  'A stream breaks before any text, then the service is well',
  'Leaving the loop closes the connection',
  'The input of a tool is visible while it streams',
  'The answer to a POST that creates something is lost',
  '100 calls while the service refuses everything: requests',
  'The service asks to wait an hour',
  'The service says not to try again',
  'A gateway answers 200 with a page of HTML',
  'A request of the wrong shape',
  'The service redirects to another origin',
  'The client object is printed, or written as JSON',
  'An error is printed, or written as JSON',
  'A list whose cursor comes again',
  'Something to test against',
  'Versions of Node that it runs on',
  'What is installed: packages / on disk',
  'What a bundle grows by',
];
const COLUMNS = ['What', 'Parlance', 'raw fetch', '@anthropic-ai/sdk', 'openai', 'ai'];

/**
 * Puts the figures into a README.
 *
 * @param readme - Its text; the table follows `<!-- figures -->`.
 * @param benchmarks - Text of `docs/benchmarks/README.md`.
 * @returns The README with the figures of today, its table not yet formatted.
 */
export function showFigures(readme: string, benchmarks: string): string {
  const section = benchmarks.split(/^## /m).find((part) => part.startsWith('Client\n')) ?? '';
  return showRows(readme, 'figures', readTable(section), FIGURES);
}

/**
 * Puts what each library does into a README.
 *
 * @param readme - Its text; the table follows `<!-- features -->`.
 * @param features - Text of `docs/benchmarks/features.md`.
 * @returns The README with what was observed last, its table not yet formatted.
 */
export function showFeatures(readme: string, features: string): string {
  return showRows(readme, 'features', readTable(features), FEATURES);
}

function showRows(
  readme: string,
  mark: string,
  table: readonly TableRow[],
  names: readonly string[],
): string {
  const place = new RegExp(`(?<=^<!-- ${mark} -->\\n\\n)(?:\\|.*\\n)*`, 'm');
  if (!place.test(readme)) throw new Error(`the README has no place for ${mark}`);
  const rows = names.map((name) => {
    const row = table.find((cells) => cells['What'] === name);
    if (row === undefined) throw new Error(`the benchmarks have no "${name}" among the ${mark}`);
    return COLUMNS.map((column) => row[column]);
  });
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return readme.replace(place, () => lines.join(''));
}

/** The first table of a text: a record by column for each row. */
function readTable(text: string): readonly TableRow[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const [names = [], , ...rows] = (first === -1 ? [] : lines.slice(first, end)).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]])));
}

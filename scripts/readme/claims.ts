/** Writes the claims of the README from the tables in `docs/benchmarks`, so that the README never claims what was not measured. */

/** Looks up a cell by the first cell of its row and by its column. */
type Lookup = (row: string, column: string) => string;

const PLACE = /(?<=^<!-- claims -->\n\n)(?:- .*\n)*/m;
const OTHERS = ['@anthropic-ai/sdk', 'openai', 'ai'];

/**
 * Replaces the claims of a README.
 *
 * @param readme - Its text. The claims follow `<!-- claims -->`.
 * @param benchmarks - Text of `docs/benchmarks/README.md`.
 * @param features - Text of `docs/benchmarks/features.md`.
 * @throws Error when the README has no marker or a table lacks a row that the claims cite.
 */
export function replaceClaims(readme: string, benchmarks: string, features: string): string {
  if (!PLACE.test(readme)) throw new Error('the README has no marker `<!-- claims -->`');
  const client = benchmarks.split(/^## /m).find((part) => part.startsWith('Client\n')) ?? '';
  const claims = writeClaims(readTable(client), readTable(features));
  return readme.replace(PLACE, () => claims.map((claim) => `- ${claim}\n`).join(''));
}

function writeClaims(figure: Lookup, observed: Lookup): readonly string[] {
  const compared = (row: string): string =>
    `${short(observed(row, 'Parlance'))} (openai: ${short(observed(row, 'openai'))})`;
  const listed = (lookup: Lookup, row: string): string =>
    `${lookup(row, 'Parlance')} (${OTHERS.map((name) => `${name} ${lookup(row, name)}`).join(', ')})`;
  return [
    `**Truncated replies are errors.** A stream that ends early: ${compared('A stream ends early with a clean close: loop')}.`,
    `**Silence is detected.** A stream that sends only pings: ${compared('A stream sends only pings')}.`,
    `**Retries are safe.** A create whose response is lost: ${compared('The response to a creating POST is lost')}. ` +
      `Requests for 100 calls under overload: ${compared('100 calls to an overloaded service: requests sent')}.`,
    `**Keys stay private.** A redirect to another origin: ${compared('The service redirects to another origin')}. ` +
      `Printing the client: ${compared('The client is printed or serialized')}.`,
    `**Low overhead.** CPU time of a small call, relative to undici: ${listed(figure, 'small JSON call, one at a time')}.`,
    `**Small.** Packages and megabytes installed for one slice: ${listed(observed, 'Installed packages / size on disk')}.`,
  ];
}

/** Drops the alternative behavior that a cell appends for an option that is off by default. */
function short(cell: string): string {
  return cell.replace(/; with .*/, '');
}

/** Reads the first table of a text. */
function readTable(text: string): Lookup {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const [names = [], , ...rows] = (first === -1 ? [] : lines.slice(first, end)).map(cellsOf);
  return (row, column) => {
    const cell = rows.find(([name]) => name === row)?.[names.indexOf(column)];
    if (cell === undefined) throw new Error(`docs/benchmarks has no "${row}" for ${column}`);
    return cell.replaceAll('**', '');
  };
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

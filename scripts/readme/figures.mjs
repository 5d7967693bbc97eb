/** Shows some of the measured figures in a README, as they stand in `docs/benchmarks`. */
const PLACE = /(?<=^<!-- figures -->\n\n)(?:\|.*\n)*/m;

/** Rows that the README shows, good and bad: by their table, then by their first cell. */
const SHOWN = {
  Client: [
    'small JSON call, one at a time',
    'small JSON call, 64 at once',
    'stream of 200 deltas, one event a write',
    'stream of 20,000 deltas, split anywhere',
    'final value of a 1 MB tool input in 50,000 deltas',
    'time to first event (wall)',
    'memory per open stream, 1,000 at once',
    'fresh process until its first response',
  ],
};
const COLUMNS = ['What', 'Parlance', 'raw fetch', '@anthropic-ai/sdk', 'openai', 'ai'];

/**
 * Puts the figures into a README.
 *
 * @param readme - Its text; the table stands after `<!-- figures -->`.
 * @param benchmarks - Text of `docs/benchmarks/README.md`.
 * @returns The README with the figures of today, its table not yet formatted.
 */
export function showFigures(readme, benchmarks) {
  if (!PLACE.test(readme)) throw new Error('the README has no place for figures');
  const rows = Object.entries(SHOWN).flatMap(([title, names]) => {
    const table = readTable(benchmarks, title);
    return names.map((name) => {
      const row = table.find(({ What }) => What === name);
      if (row === undefined) throw new Error(`the benchmarks have no "${name}" under "${title}"`);
      return COLUMNS.map((column) => row[column]);
    });
  });
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return readme.replace(PLACE, () => lines.join(''));
}

function readTable(text, title) {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const [names = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]])));
}

/** Formats reports as Markdown tables. */
import { BASELINE, SUBJECT } from '../contenders/index.ts';
import type { Measured } from '../measure/interleave.ts';
import type { MeasuredRow, Section } from './results.ts';
import type { Row } from './row.ts';

/** Display names of contenders. */
const NAMES: Readonly<Record<string, string>> = {
  parlance: 'Parlance',
  'raw-undici': 'raw undici',
  'parlance-fetch': 'Parlance, fetch',
  'raw-fetch': 'raw fetch',
  'anthropic-sdk': '@anthropic-ai/sdk',
  'ai-sdk': 'ai',
  'ai-sdk-parlance': 'ai, @parlance/ai-sdk',
};

/** Contenders with their own column. */
const COLUMNS = ['raw-fetch', 'parlance-fetch', 'anthropic-sdk', 'openai', 'ai-sdk'];

/** Returns the display name of a contender. */
export function nameOf(contender: string): string {
  return NAMES[contender] ?? contender;
}

/** Formats the report. */
export function reportText(sections: readonly Section[]): string {
  const machines = [...new Set(sections.flatMap(({ rows }) => rows.map(({ measured }) => measured.machine)))];
  const head =
    '# Benchmarks\n\nWritten by `npm run bench`. Do not edit.\n\n' +
    'Differences below 15 % within a run, or 25 % between runs, are noise. The last column says when a row was measured, in how ' +
    'many rounds, and the load average at its end: a load well above 2 makes a row less reliable.\n\n' +
    `${machines.map((machine, index) => `- Machine ${index + 1}: ${machine}\n`).join('')}`;
  return [head, ...sections.map((section) => sectionText(section, machines))].join('\n');
}

/** Formats a section, with a column for each other contender that was measured. */
function sectionText({ title, about, rows }: Section, machines: readonly string[]): string {
  const measured = new Set(rows.flatMap(({ contenders = {} }) => Object.keys(contenders)));
  const others = COLUMNS.filter((name) => measured.has(name));
  const head = ['What', 'Parlance', 'spread', 'Budget', 'Result', ...others.map(nameOf), 'Notes', 'Measured'];
  const lines = rows.map((row) => [
    row.title,
    `**${row.figure}**`,
    spreadOf(row.contenders?.[SUBJECT]),
    row.budget,
    verdict(row),
    ...others.map((name) => ratioOf(row.contenders?.[name])),
    notesOf(row),
    measurementOf(row, machines),
  ]);
  return `## ${title}\n\n${about}\n\n${table(head, lines)}\n`;
}

/** Returns the result of a row in one word. */
export function verdict({ passed }: Pick<Row, 'passed'>): string {
  if (passed === null) return 'recorded';
  return passed ? 'pass' : '**over**';
}

function spreadOf(measured: Measured | undefined): string {
  return measured ? measured.ratio.quartiles.map((value) => value.toFixed(2)).join(' - ') : '';
}

function ratioOf(measured: Measured | undefined): string {
  return measured ? `${measured.ratio.median.toFixed(2)}x` : '-';
}

function notesOf({ contenders, note, unit = 'us' }: Row): string {
  const base = contenders?.[BASELINE]?.cost.median;
  return [base === undefined ? '' : `raw ${readable(base)} ${unit}`, note ?? ''].filter(Boolean).join('; ');
}

function measurementOf({ measured }: MeasuredRow, machines: readonly string[]): string {
  const { date, rounds, load, machine } = measured;
  const where = machines.length > 1 ? `, machine ${machines.indexOf(machine) + 1}` : '';
  return `${date}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, load ${load.toFixed(1)}${where}`;
}

/** Formats a value with three significant digits. */
function readable(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}

/** Formats a table. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

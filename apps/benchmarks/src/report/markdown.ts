/** Formats reports as Markdown tables. */
import { BASELINE, SUBJECT } from '../contenders/index.ts';
import type { Measured } from '../measure/interleave.ts';
import type { Row } from './row.ts';

/** A group of related rows. */
export interface Section {
  readonly title: string;
  /** What is compared, in one or two sentences. */
  readonly about: string;
  readonly rows: readonly Row[];
}

/** Display names of contenders. */
const NAMES: Readonly<Record<string, string>> = {
  'raw-undici': 'raw undici',
  'raw-fetch': 'raw fetch',
  'anthropic-sdk': '@anthropic-ai/sdk',
  'ai-sdk': 'ai',
  'ai-sdk-parlance': 'ai, @parlance/ai-sdk',
};

/** Contenders with their own column. */
const COLUMNS = ['raw-fetch', 'anthropic-sdk', 'openai', 'ai-sdk'];

/** Returns the display name of a contender. */
export function nameOf(contender: string): string {
  return NAMES[contender] ?? contender;
}

/** Formats a section, with a column for each other contender that was measured. */
export function sectionText({ title, about, rows }: Section): string {
  const measured = new Set(rows.flatMap(({ contenders = {} }) => Object.keys(contenders)));
  const others = COLUMNS.filter((name) => measured.has(name));
  const head = ['What', 'Parlance', 'spread', 'Budget', 'Result', ...others.map(nameOf), 'Notes'];
  const lines = rows.map((row) => [
    row.title,
    `**${row.figure}**`,
    spreadOf(row.contenders?.[SUBJECT]),
    row.budget,
    verdict(row),
    ...others.map((name) => ratioOf(row.contenders?.[name])),
    notesOf(row),
  ]);
  return `## ${title}\n\n${about}\n\n${table(head, lines)}\n`;
}

/** Returns the result of a row in one word. */
export function verdict({ passed }: Row): string {
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

/** Formats a value with three significant digits. */
function readable(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

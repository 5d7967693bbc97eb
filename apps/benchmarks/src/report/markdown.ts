/** Reports as Markdown tables. */
import { BASELINE, SUBJECT } from '../contenders/index.ts';
import type { Measured } from '../measure/interleave.ts';
import type { Row } from './row.ts';

/** The rows of one part of the budgets. */
export interface Section {
  readonly title: string;
  /** What is compared, in a sentence or two. */
  readonly about: string;
  readonly rows: readonly Row[];
}

/** Names of contenders as a reader knows them. */
const NAMES: Readonly<Record<string, string>> = {
  'raw-undici': 'raw undici',
  'raw-fetch': 'raw fetch',
  'anthropic-sdk': '@anthropic-ai/sdk',
  'ai-sdk': 'ai',
};

/** Who gets a column beside Parlance. */
const COLUMNS = ['raw-fetch', 'anthropic-sdk', 'openai', 'ai-sdk'];

/** How a reader knows a contender. */
export function nameOf(contender: string): string {
  return NAMES[contender] ?? contender;
}

/** Writes a section: the verdicts, and who else was measured. */
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

/** Whether the row holds, in a word. */
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

/** Three digits that count. */
function readable(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

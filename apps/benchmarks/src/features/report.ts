/** Renders `docs/benchmarks/features.md`. */
import { nameOf, table } from '../report/markdown.ts';
import type { Observation } from '@parlance/testing/probes/observe';

/** A row of the table. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  /** By library; null or missing where the library has nothing comparable. */
  readonly cells: Record<string, Observation | null>;
}

/** The libraries, in the order of the columns. */
export const COLUMNS = ['parlance', 'raw-fetch', 'anthropic-sdk', 'openai', 'ai-sdk'] as const;

/** What the introduction of the page states. */
export interface Head {
  /** Version by package name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly patienceMs: number;
}

/** Formats the page. */
export function featuresText(head: Head, rows: readonly Row[]): string {
  return [
    introduction(head),
    featureTable(COLUMNS, rows),
    '\n## How each row is observed\n',
    ...rows.map(({ title, method }) => `- **${title}.** ${method}`),
    '',
  ].join('\n');
}

function introduction({ versions, patienceMs }: Head): string {
  const named = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
  return `# What each library does when things go wrong

Written by \`npm run bench -- --features\`. Do not edit.

Every library is exposed to the same faults, injected by a server on a raw socket. Each runs in its own process on Node
${process.versions.node} with its default settings, called as its documentation shows. Where an option was set, it is named. **Bold**
marks [the expected behavior](#how-each-row-is-observed), which was defined before the run.
\`-\` means that the library has nothing comparable. _Still waiting_ means that nothing had happened when the probe ended, after up
to ${Math.round(patienceMs / 60_000)} minutes. Versions: ${named.join(', ')}. Raw fetch is the code in the
[migration guide](../guides/migrating-from-fetch.md) plus a status check. \`ai\` streams with \`textStream\`, the loop in its first
guide; its \`fullStream\` emits errors as parts.
`;
}

/** Formats the table, with a column for each library. */
export function featureTable(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map(({ title, cells }) => [title, ...columns.map((name) => cell(cells[name]))]);
  return table(['What', ...columns.map(nameOf)], lines);
}

function cell(observation: Observation | null | undefined): string {
  if (!observation) return '-';
  return observation.good ? `**${observation.says}**` : observation.says;
}

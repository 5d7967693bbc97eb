/** The table of what was observed. */
import { nameOf } from '../report/markdown.ts';
import type { Observation } from './observe.ts';

/** One line of the table. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  /** By library; null or missing where it has nothing of the kind. */
  readonly cells: Record<string, Observation | null>;
}

/** Who was looked at, in the order of the columns. */
export const COLUMNS = ['parlance', 'raw-fetch', 'anthropic-sdk', 'openai', 'ai-sdk'] as const;

/** What a library can do that no probe asks for. */
export type Extras = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** What the page begins with. */
export interface Head {
  /** Of each package, by its name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly patienceMs: number;
}

/** Writes the page. */
export function featuresText(head: Head, rows: readonly Row[], extras: Extras): string {
  return [
    introduction(head),
    table(rows),
    '\n## How each row is observed\n',
    ...rows.map(({ title, method }) => `- **${title}.** ${method}`),
    extrasText(extras),
  ].join('\n');
}

function introduction({ versions, patienceMs }: Head): string {
  const named = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
  return `# What each library does when things go wrong

Written by \`npm run bench -- --features\`. Do not edit.

Each library, in a process of its own on Node ${process.versions.node}, meets the same faults, staged by a server on a raw socket, with
the settings that it comes with, called as its documents show; an option is named where one was set. The words are what
the probe saw. **Bold** is what serves a program well without being asked; what counts as that is said
[below](#how-each-row-is-observed).
\`-\`: it has nothing of the kind. _Still waits_: nothing had happened when the probe ended, after up to
${Math.round(patienceMs / 60_000)} minutes. Looked at: ${named.join(', ')}. Raw fetch is the code of
[the guide to migrating](../guides/migrating-from-fetch.md), with a check of the status. \`ai\` streams in the loop of its first
guide, \`textStream\`; its \`fullStream\` gives errors as parts.
`;
}

function table(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = COLUMNS.map((name) => (name === 'parlance' ? 'Parlance' : nameOf(name)));
  return [
    line(['What', ...names]),
    line(['---', ...names.map(() => '---')]),
    ...rows.map(({ title, cells }) => line([title, ...COLUMNS.map((name) => cell(cells[name]))])),
  ].join('\n');
}

function cell(observation: Observation | null | undefined): string {
  if (!observation) return '-';
  return observation.good ? `**${observation.says}**` : observation.says;
}

function extrasText(extras: Extras): string {
  const lines = Object.entries(extras).map(([name, has]) => {
    const there = Object.keys(has).filter((key) => has[key]);
    return `- ${nameOf(name)}: ${there.join('; ')}`;
  });
  return `
## What others have that Parlance has not

Seen in the installed packages, not probed further.

${lines.join('\n')}
`;
}

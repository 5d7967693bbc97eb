/** Runs every probe with every agent loop and writes `docs/benchmarks/agent-loops.md`. */
import { featureTable, type Row } from '../features/report.ts';
import { versionsOf } from '../peers.ts';
import { nameOf } from '../report/markdown.ts';
import { writePage } from '../report/publish.ts';
import type { LoopSubject } from '@parlance/testing/loops/loop-subject';
import { subject as own } from '@parlance/testing/loops/parlance';
import { loopProbes } from '@parlance/testing/loops/probes';

const peers = new URL('../../peers/loops/', import.meta.url);
const PACKAGES = ['@anthropic-ai/sdk', 'ai', '@ai-sdk/anthropic', '@ai-sdk/mcp'];

/** The loops, in the order of the columns. */
const COLUMNS = ['parlance', 'anthropic-sdk', 'ai-sdk', 'ai-sdk-parlance'] as const;

/**
 * Runs the probes, prints each observation, and writes the page.
 *
 * @param only - Prefixes of probe IDs. If there are any, only these run and nothing is written.
 */
export async function loops(only: readonly string[]): Promise<void> {
  // Ignore rejections that libraries leave unhandled after an abort; no probe is about them.
  process.on('unhandledRejection', () => undefined);
  const subjects = await Promise.all(COLUMNS.map(async (name) => [name, await load(name)] as const));
  const rows: Row[] = [];
  for (const probe of loopProbes) {
    if (only.length > 0 && !only.some((start) => probe.id.startsWith(start))) continue;
    const cells: Row['cells'] = {};
    for (const [name, subject] of subjects) {
      const observation = (await probe.observe(subject)) ?? null;
      cells[name] = observation;
      const { good, says } = observation ?? { good: false, says: '-' };
      console.log(`${nameOf(name).padEnd(26)} ${probe.id.padEnd(20)} ${good ? '+' : ' '} ${says}`);
    }
    rows.push({ id: probe.id, title: probe.title, method: probe.method, cells });
  }
  if (only.length === 0) writePage('agent-loops.md', loopsText(rows));
  // Runs that are still waiting would keep the process alive.
  process.exit();
}

async function load(name: string): Promise<LoopSubject> {
  if (name === 'parlance') return own;
  const module = new URL(`${name}.ts`, peers).href;
  const { subject } = (await import(module)) as { readonly subject: LoopSubject };
  return subject;
}

function loopsText(rows: readonly Row[]): string {
  const versions = Object.entries(versionsOf(PACKAGES)).map(([name, version]) => `\`${name}\` ${version}`);
  return `# What each agent loop does

Written by \`npm run bench -- --loops\`. Do not edit.

\`runTools\` of Parlance, \`toolRunner\` of \`@anthropic-ai/sdk\`, and \`generateText\` of \`ai\` with two providers run against the same
scripted replies. **Bold** marks [the expected behavior](#how-each-row-is-observed), which was defined before the run, without code
of the program. Where a cell names an option, the loop behaves as expected with it. _Own code_ means that a program can do it with a
few lines. \`-\` means that there is nothing comparable. Versions: ${versions.join(', ')}.

${featureTable(COLUMNS, rows)}

## How each row is observed

${rows.map(({ title, method }) => `- **${title}.** ${method}`).join('\n')}
`;
}

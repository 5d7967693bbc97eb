/** Observes and measures workers, and writes `docs/benchmarks/workers.md`. */
import { fileURLToPath } from 'node:url';
import { figureRows } from '@parlance/testing/workers/figure-rows';
import { machineNow } from '@parlance/testing/workers/storm-records';
import { workerProbes } from '@parlance/testing/workers/worker-probes';
import type { WorkerSubject } from '@parlance/testing/workers/worker-world';
import { featureTable, type Row } from '../features/report.ts';
import { versionsOf } from '../peers.ts';
import { nameOf, table } from '../report/markdown.ts';
import { writePage } from '../report/publish.ts';

const OFFICIAL_NAMES = { vendor: 'anthropic', assistant: 'claude', githost: 'github' };
const own: WorkerSubject = {
  program: fileURLToPath(import.meta.resolve('@parlance/testing/workers/parlance')),
};
const official: WorkerSubject = {
  program: fileURLToPath(new URL('../../peers/workers/anthropic-sdk.ts', import.meta.url)),
  naming: OFFICIAL_NAMES,
};
const SUBJECTS = { parlance: own, 'anthropic-sdk': official } as const;
const COLUMNS = ['parlance', 'anthropic-sdk'] as const;

/** Runs the probes with both workers, measures ours, and writes the page. */
export async function workers(): Promise<void> {
  const rows: Row[] = [];
  for (const { id, title, method, observe } of workerProbes) {
    const cells: Row['cells'] = {};
    for (const name of COLUMNS) {
      const { good, says } = (cells[name] = await observe(SUBJECTS[name]));
      console.log(`${nameOf(name).padEnd(20)} ${id.padEnd(12)} ${good ? '+' : ' '} ${says}`);
    }
    rows.push({ id, title, method, cells });
  }
  const figures = await figureRows(own);
  for (const line of figures) console.log(line.join(' | '));
  writePage('workers.md', pageOf(rows, figures));
}

function pageOf(rows: readonly Row[], figures: readonly string[][]): string {
  const [version] = Object.values(versionsOf(['@anthropic-ai/sdk']));
  return `# Workers

Written by \`npm run bench -- --workers\`. Do not edit.

\`createToolWorker\` of Parlance with a store on SQLite, and \`environments.work.worker\` of \`@anthropic-ai/sdk\` ${version}, unmodified, each with one tool and its
default settings. Each worker is a process of its own, and the emulator is the service. **Bold** marks [the expected behavior](#how-each-row-is-observed).

${featureTable(COLUMNS, rows)}

## What a fleet uses

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machineNow()}.

${table(['What', 'Result', 'Budget'], figures)}

Memory is that of a minute after the last session has begun. A call that waits for a person keeps the item of its session, for which the worker sends a heartbeat every 150 seconds.

A worker renews its leases every 2 of their 6 seconds. A process may therefore stop for 4 seconds, for example for a garbage collection, and keep its sessions.

[A disturbed fleet](./fleet.md) is measured by a test.

## How each row is observed

${rows.map(({ title, method }) => `- **${title}.** ${method}`).join('\n')}
`;
}

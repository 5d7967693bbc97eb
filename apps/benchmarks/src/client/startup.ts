/** Measures the cost of loading a library, in fresh processes. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BASELINE } from '../contenders/index.ts';
import { interleave, relativeTo } from '../measure/interleave.ts';
import { ratioRow, type Row } from '../report/row.ts';
import type { Run } from './compare.ts';

const exec = promisify(execFile);
const program = fileURLToPath(new URL('../startup/process.mjs', import.meta.url));

const rows = [
  {
    id: 'import',
    title: 'import and construct a client, relative to importing undici alone',
    limit: 0.25,
    until: 'constructed',
  },
  {
    id: 'first-response',
    title: 'process start to first response',
    limit: 1.0,
    until: 'first-response',
  },
] as const;

/** Measures both rows. */
export async function startup(run: Run): Promise<Row[]> {
  const results: Row[] = [];
  for (const { until, ...row } of rows) {
    const costs = await interleave(
      run.contenders.filter((entry) => entry.startup !== undefined),
      run.rounds * 2,
      async ({ startup = '' }) => {
        const { stdout } = await exec(process.execPath, [program, startup, until, `${run.serverUrl}/small`]);
        return Number(stdout);
      },
    );
    results.push(ratioRow(row, relativeTo(BASELINE, costs)));
  }
  return results;
}

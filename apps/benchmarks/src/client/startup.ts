/** Measures what a library costs in a fresh process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BASELINE } from '../contenders/index.ts';
import { interleave, relativeTo } from '../measure/interleave.ts';
import { ratioRow, type Row } from '../report/row.ts';
import { DELTA_TEXT } from '../server/scenarios.ts';
import type { Run } from './compare.ts';

const exec = promisify(execFile);
const program = fileURLToPath(new URL('../startup/process.mjs', import.meta.url));

const rows = [
  {
    id: 'startup-import',
    title: 'import and construct a client, relative to importing undici alone',
    limit: 0.5,
    until: 'constructed',
    scenario: 'small',
  },
  {
    id: 'startup-first-response',
    title: 'process start to first response',
    limit: 1.0,
    until: 'first-response',
    scenario: 'small',
  },
  {
    id: 'startup-first-stream-coalesced',
    title: 'process start to the end of a first stream of 20,000 deltas, coalesced chunks',
    limit: 1.3,
    until: 'first-stream',
    scenario: 'stream-20000-coalesced',
  },
  {
    id: 'startup-first-stream-split',
    title: 'process start to the end of a first stream of 20,000 deltas, split at random offsets',
    limit: 1.3,
    until: 'first-stream',
    scenario: 'stream-20000-split',
  },
] as const;

/** Measures the wanted rows. */
export async function startup(run: Run, wanted: (id: string) => boolean): Promise<Row[]> {
  const results: Row[] = [];
  for (const { until, scenario, ...row } of rows.filter(({ id }) => wanted(id))) {
    const costs = await interleave(
      run.contenders.filter((entry) => entry.startup !== undefined),
      run.rounds,
      async ({ startup = '' }) => {
        const expected = String(20_000 * DELTA_TEXT.length);
        const args = [program, startup, until, `${run.serverUrl}/${scenario}`, expected];
        const { stdout } = await exec(process.execPath, args);
        return Number(stdout);
      },
    );
    results.push(ratioRow(row, relativeTo(BASELINE, costs)));
  }
  return results;
}

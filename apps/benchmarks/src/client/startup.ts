/** Measures what a library costs in a fresh process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BASELINE } from '../contenders/index.ts';
import { interleave, relativeTo } from '../measure/interleave.ts';
import { ratioRow, type Row } from '../report/row.ts';
import { DELTA_TEXT } from '../server/scenarios.ts';
import type { Run } from './compare.ts';
import rows from './startup-rows.json' with { type: 'json' };

const exec = promisify(execFile);
const program = fileURLToPath(new URL('../startup/process.mjs', import.meta.url));

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

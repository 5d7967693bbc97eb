/** Checks that memory does not grow over many calls and streams. */
import { contender, SUBJECT } from '../contenders/index.ts';
import { startWorker } from '../measure/processes.ts';
import { summarize } from '../measure/statistics.ts';
import type { Job } from '../measure/job.ts';
import type { Row } from '../report/row.ts';
import { DELTA_TEXT, SMALL_CHARACTERS } from '../server/scenarios.ts';
import type { Run } from './compare.ts';

interface Soak {
  readonly id: string;
  readonly title: string;
  readonly scenario: string;
  readonly job: Job;
  readonly samples: number;
}

const soaks: readonly Soak[] = [
  {
    id: 'soak-calls',
    title: 'memory over 20,000 calls',
    scenario: 'small',
    job: { work: 'create', times: 500, atOnce: 8, expect: SMALL_CHARACTERS, collect: true },
    samples: 40,
  },
  {
    id: 'soak-streams',
    title: 'memory over 2,000 streams',
    scenario: 'stream-200-coalesced',
    job: { work: 'stream', times: 50, atOnce: 8, expect: 200 * DELTA_TEXT.length, collect: true },
    samples: 40,
  },
];

/** Maximum growth over half of the run, as a fraction. Not zero, because allocation and collection cause noise. */
const MAX_GROWTH = 0.1;

/** Measures both rows, comparing the last quarter of the samples with the second. */
export async function soak(run: Run): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id, title, scenario, job, samples } of soaks) {
    const worker = await startWorker(contender(SUBJECT), `${run.serverUrl}/${scenario}`);
    const retained: number[] = [];
    const resident: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const cost = await worker.run(job);
      retained.push(cost.retainedBytes[1]);
      resident.push(cost.rssBytes[1]);
    }
    await worker.stop();
    rows.push(toRow({ id, title, operations: (samples * job.times) / 2 }, retained, resident));
  }
  return rows;
}

function toRow(
  { id, title, operations }: { readonly id: string; readonly title: string; readonly operations: number },
  retained: readonly number[],
  resident: readonly number[],
): Row {
  const growth = [retained, resident].map((samples) => quarter(samples, 3) - quarter(samples, 1));
  const [retainedGrowth = 0, residentGrowth = 0] = growth;
  const share = residentGrowth / quarter(resident, 1);
  return {
    id,
    title,
    budget: `flat (<= ${MAX_GROWTH * 100} %)`,
    figure: `${(share * 100).toFixed(1)} %`,
    passed: share <= MAX_GROWTH && retainedGrowth / quarter(retained, 1) <= MAX_GROWTH,
    note:
      `resident set ${(quarter(resident, 3) / 1e6).toFixed(0)} MB, slope ${(residentGrowth / operations).toFixed(0)} B each; ` +
      `after garbage collection ${(quarter(retained, 3) / 1e6).toFixed(0)} MB, slope ${(retainedGrowth / operations).toFixed(0)} B each`,
  };
}

/** Returns the median of one quarter of the samples. The first quarter is the warm-up. */
function quarter(samples: readonly number[], which: 0 | 1 | 2 | 3): number {
  const size = samples.length / 4;
  return summarize(samples.slice(which * size, (which + 1) * size)).median;
}

/** Runs one case: every contender in its own process, interleaved. */
import { BASELINE, type Entry } from '../contenders/index.ts';
import { interleave, relativeTo, type Costs, type Item } from '../measure/interleave.ts';
import { startWorker, type Worker } from '../measure/processes.ts';
import { warmUp } from '../measure/warm-up.ts';
import type { Cost, Job } from '../measure/job.ts';
import { ratioRow, type Row } from '../report/row.ts';
import type { Case } from './cases.ts';

/** Settings for running client cases. */
export interface Run {
  readonly serverUrl: string;
  readonly contenders: readonly Entry[];
  readonly rounds: number;
}

/** Retained memory needs a fresh process per measurement, and varies little. */
const ROUNDS_OF_FRESH_PROCESSES = 3;

/** Measures a case. */
export async function compare(row: Case, run: Run): Promise<Row> {
  const measure = row.metric === 'retained' ? inFreshProcesses : inWarmProcesses;
  const costs = await measure(row, run);
  const { id, title, budget, metric, note } = row;
  const unit = metric === 'retained' ? 'B' : 'us';
  return ratioRow(
    { id, title, limit: budget, unit, ...(note === undefined ? {} : { note }) },
    relativeTo(BASELINE, costs),
  );
}

async function inWarmProcesses(row: Case, run: Run): Promise<Costs> {
  const workers: (Worker & Item)[] = [];
  try {
    const started = await Promise.all(run.contenders.map((entry) => start(entry, row, run)));
    workers.push(...started.filter((worker) => worker !== undefined));
    for (const worker of workers) await warmUp(worker, jobOf(row));
    return await interleave(workers, run.rounds, async (worker) => {
      const cost = await worker.run(jobOf(row));
      return row.metric === 'result' ? cost.result : cost.cpuMicros / row.times;
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

async function inFreshProcesses(row: Case, run: Run): Promise<Costs> {
  const rounds = Math.min(run.rounds, ROUNDS_OF_FRESH_PROCESSES);
  const costs = await interleave(run.contenders, rounds, async (entry) => {
    const worker = await start(entry, row, run);
    if (!worker) return Number.NaN;
    try {
      // Run once first, so that one-time allocations are not counted.
      await worker.run({ ...jobOf(row), times: 1, atOnce: 1 });
      return retainedBytes(await worker.run(jobOf(row))) / row.times;
    } finally {
      await worker.stop();
    }
  });
  return new Map([...costs].filter(([, values]) => !values.every(Number.isNaN)));
}

/** Starts a worker. Returns undefined if the library does not support the work. */
async function start(entry: Entry, row: Case, run: Run): Promise<(Worker & Item) | undefined> {
  const worker = await startWorker(entry, `${run.serverUrl}/${row.scenario}`);
  if (worker.works.includes(row.work)) return { ...worker, everyNthRound: entry.everyNthRound ?? 1 };
  await worker.stop();
  return undefined;
}

function jobOf({ work, times, atOnce = 1, expect, metric }: Case): Job {
  return { work, times, atOnce, expect, ...(metric === 'retained' ? { collect: true } : {}) };
}

function retainedBytes({ retainedBytes: [before, after] }: Cost): number {
  return after - before;
}

/** Runs one case: every contender in a process of its own, interleaved. */
import { BASELINE, type Entry } from '../contenders/index.ts';
import { interleave, relativeTo } from '../measure/interleave.ts';
import { startWorker, type Worker } from '../measure/processes.ts';
import { warmUp } from '../measure/warm-up.ts';
import type { Cost, Order } from '../measure/worker.ts';
import { ratioRow, type Row } from '../report/row.ts';
import type { Case } from './cases.ts';

/** How client cases are run. */
export interface Run {
  readonly serverUrl: string;
  readonly contenders: readonly Entry[];
  readonly rounds: number;
}

/** What is held is measured once per process, and hardly spreads. */
const ROUNDS_OF_FRESH_PROCESSES = 3;

/** Measures a case. */
export async function compare(row: Case, run: Run): Promise<Row> {
  const measure = row.metric === 'held' ? inFreshProcesses : inWarmProcesses;
  const costs = await measure(row, run);
  const { id, title, budget, metric } = row;
  const unit = metric === 'held' ? 'B' : 'us';
  return ratioRow({ id, title, limit: budget, unit }, relativeTo(row.baseline ?? BASELINE, costs));
}

async function inWarmProcesses(row: Case, run: Run): Promise<Map<string, readonly number[]>> {
  const workers: Worker[] = [];
  try {
    for (const entry of run.contenders) {
      const worker = await start(entry, row, run);
      if (worker) workers.push(worker);
    }
    for (const worker of workers) await warmUp(worker, orderOf(row));
    return await interleave(workers, run.rounds, async (worker) => {
      const cost = await worker.carryOut(orderOf(row));
      return row.metric === 'answer' ? cost.answer : cost.cpuMicros / row.times;
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

async function inFreshProcesses(row: Case, run: Run): Promise<Map<string, readonly number[]>> {
  const rounds = Math.min(run.rounds, ROUNDS_OF_FRESH_PROCESSES);
  const costs = await interleave(run.contenders, rounds, async (entry) => {
    const worker = await start(entry, row, run);
    if (!worker) return Number.NaN;
    try {
      // One piece of work first, so that what is loaded only once is not counted.
      await worker.carryOut({ ...orderOf(row), times: 1, atOnce: 1 });
      return heldBytes(await worker.carryOut(orderOf(row))) / row.times;
    } finally {
      await worker.stop();
    }
  });
  return new Map([...costs].filter(([, values]) => !values.some(Number.isNaN)));
}

/** A worker, or nothing when the library can't do the work. */
async function start({ name, module }: Entry, row: Case, run: Run): Promise<Worker | undefined> {
  const worker = await startWorker(name, module, `${run.serverUrl}/${row.scenario}`);
  if (worker.works.includes(row.work)) return worker;
  await worker.stop();
  return undefined;
}

function orderOf({ work, times, atOnce = 1, expect, metric }: Case): Order {
  return { work, times, atOnce, expect, ...(metric === 'held' ? { collect: true } : {}) };
}

function heldBytes({ heldBytes: [before, after] }: Cost): number {
  return after - before;
}

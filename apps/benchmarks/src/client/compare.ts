/** Runs one case: every contender in its own process, one round after the other, each round in another order. */
import type { Entry } from '../contenders/index.ts';
import { startWorker, type Worker } from '../measure/processes.ts';
import { summarize, type Summary } from '../measure/statistics.ts';
import type { Cost, Order } from '../measure/worker.ts';
import type { Case } from './cases.ts';

/** What one contender cost in a case. */
export interface ContenderCost {
  /** Absolute cost of one piece of work: microseconds, or bytes. */
  readonly cost: Summary;
  /** The same as a multiple of the baseline in the same round. */
  readonly ratio: Summary;
}

/** A case and what each contender cost, by name. */
export interface Comparison {
  readonly case: Case;
  readonly contenders: Readonly<Record<string, ContenderCost>>;
}

/** How a comparison is run. */
export interface Run {
  readonly serverUrl: string;
  readonly contenders: readonly Entry[];
  readonly rounds: number;
}

const WARM_UPS = 2;

/** Measures a case. */
export async function compare(row: Case, run: Run): Promise<Comparison> {
  if (row.metric === 'held') return toComparison(row, await freshProcesses(row, run));
  const workers = await startAll(row, run);
  try {
    for (const worker of workers) {
      for (let count = 0; count < WARM_UPS; count += 1) await worker.carryOut(orderOf(row));
    }
    const costs = new Map<string, number[]>(workers.map(({ name }) => [name, []]));
    for (let round = 0; round < run.rounds; round += 1) {
      for (const worker of rotated(workers, round)) {
        costs.get(worker.name)?.push(metricOf(row, await worker.carryOut(orderOf(row))));
      }
    }
    return toComparison(row, costs);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** What is held can be measured once per process; a few processes each are enough. */
async function freshProcesses(row: Case, run: Run): Promise<Map<string, number[]>> {
  const costs = new Map<string, number[]>();
  for (let round = 0; round < Math.min(run.rounds, 5); round += 1) {
    for (const entry of rotated(run.contenders, round)) {
      const workers = await startAll(row, { ...run, contenders: [entry] });
      for (const worker of workers) {
        // One piece of work first, so that what is loaded once is not counted.
        await worker.carryOut({ ...orderOf(row), times: 1, atOnce: 1 });
        const cost = metricOf(row, await worker.carryOut(orderOf(row)));
        costs.set(worker.name, [...(costs.get(worker.name) ?? []), cost]);
        await worker.stop();
      }
    }
  }
  return costs;
}

/** Starts a worker for each contender that can do the work. */
async function startAll(row: Case, run: Run): Promise<Worker[]> {
  const workers: Worker[] = [];
  for (const { name, module } of run.contenders) {
    const worker = await startWorker(name, module, `${run.serverUrl}/${row.scenario}`);
    if (worker.works.includes(row.work)) workers.push(worker);
    else await worker.stop();
  }
  return workers;
}

function orderOf({ work, times, atOnce = 1, expect }: Case): Order {
  return { work, times, atOnce, expect };
}

function metricOf({ metric = 'cpu', times }: Case, cost: Cost): number {
  if (metric === 'answer') return cost.answer;
  return metric === 'cpu' ? cost.cpuMicros / times : (cost.heldBytes[1] - cost.heldBytes[0]) / times;
}

function toComparison(row: Case, costs: ReadonlyMap<string, readonly number[]>): Comparison {
  const baseline = costs.get(row.baseline ?? 'raw-undici') ?? [];
  const contenders = [...costs].map(([name, values]) => {
    const ratios = values.map((value, round) => value / (baseline[round] ?? Number.NaN));
    return [name, { cost: summarize(values), ratio: summarize(ratios) }] as const;
  });
  return { case: row, contenders: Object.fromEntries(contenders) };
}

function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

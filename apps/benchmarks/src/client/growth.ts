/** Measures work whose cost must grow linearly with its input, as the ratio of CPU times when the size doubles. */
import { SUBJECT, type Entry } from '../contenders/index.ts';
import { interleave } from '../measure/interleave.ts';
import { startWorker, type Worker } from '../measure/processes.ts';
import { summarize } from '../measure/statistics.ts';
import { warmUp } from '../measure/warm-up.ts';
import type { Cost, Job } from '../measure/job.ts';
import { nameOf } from '../report/markdown.ts';
import type { Row } from '../report/row.ts';
import { DELTA_TEXT, toolRows } from '../server/scenarios.ts';
import type { Run } from './compare.ts';

interface Growth {
  readonly id: string;
  readonly title: string;
  readonly work: Job['work'];
  /** Each size is twice the previous one. */
  readonly sizes: readonly { readonly scenario: string; readonly expect: number; readonly times: number }[];
}

/** Maximum ratio per doubling, including noise. A quadratic algorithm would have a ratio of 4. */
const LIMIT = 2.2;

const growths: readonly Growth[] = [
  {
    id: 'final-text-growth',
    title: 'final message of 50,000, 100,000, 200,000 text deltas, per doubling',
    work: 'finalText',
    sizes: [50_000, 100_000, 200_000].map((count) => ({
      scenario: `text-${count}`,
      expect: count * DELTA_TEXT.length,
      times: 200_000 / count,
    })),
  },
  {
    id: 'partial-tool-input',
    title: 'partial view of a tool input on every delta, 32, 64, 128 KB, per doubling',
    work: 'partialToolInput',
    sizes: [32, 64, 128].map((kilobytes) => ({
      scenario: `tool-${kilobytes}k`,
      expect: toolRows(kilobytes * 1024),
      times: 512 / kilobytes,
    })),
  },
];

/** Measures the growth of Parlance, and the time of other libraries that support the same work. */
export async function growth(run: Run): Promise<Row[]> {
  const rows: Row[] = [];
  for (const row of growths) {
    const times = new Map<string, readonly number[]>();
    for (const entry of run.contenders.filter(({ name }) => !name.startsWith('raw-'))) {
      const millis = await measure(row, entry, run);
      if (millis) times.set(entry.name, millis);
    }
    rows.push(toRow(row, times));
  }
  return rows;
}

/** Returns the CPU time for each size in milliseconds, or undefined if the library does not support the work. */
async function measure(row: Growth, entry: Entry, run: Run): Promise<readonly number[] | undefined> {
  const workers: SizedWorker[] = [];
  try {
    for (const { scenario, expect, times } of row.sizes) {
      const worker = await startWorker(entry, `${run.serverUrl}/${scenario}`);
      workers.push({ name: scenario, worker, job: { work: row.work, times, atOnce: 1, expect } });
      if (!worker.works.includes(row.work)) return undefined;
    }
    if (entry.name !== SUBJECT) return await Promise.all(workers.map(once));
    for (const { worker, job } of workers) await warmUp(worker, job);
    const costs = await interleave(workers, run.rounds, async ({ worker, job }) =>
      millisOf(await worker.run(job), job),
    );
    return [...costs.values()].map((values) => summarize(values).median);
  } finally {
    await Promise.all(workers.map(({ worker }) => worker.stop()));
  }
}

interface SizedWorker {
  readonly name: string;
  readonly worker: Worker;
  readonly job: Job;
}

/** Measures once without warm-up. Other libraries only need an order of magnitude, and some take seconds. */
async function once({ worker, job }: SizedWorker): Promise<number> {
  const single = { ...job, times: 1 };
  return millisOf(await worker.run(single), single);
}

function millisOf({ cpuMicros }: Cost, { times }: Job): number {
  return cpuMicros / times / 1000;
}

function toRow({ id, title }: Growth, times: ReadonlyMap<string, readonly number[]>): Row {
  const own = times.get(SUBJECT);
  if (!own) throw new Error(`${id}: ${SUBJECT} was not measured`);
  const steps = own.slice(1).map((millis, index) => millis / (own[index] ?? Number.NaN));
  const note = [...times]
    .map(([name, millis]) => `${nameOf(name)} ${millis.map((value) => value.toFixed(0)).join(', ')} ms`)
    .join('; ');
  const hint = times.size > 1 ? ' (the others: one run without warm-up)' : '';
  return {
    id,
    title,
    budget: `<= ${LIMIT.toFixed(2)}x`,
    figure: steps.map((step) => `${step.toFixed(2)}x`).join(', '),
    passed: Math.max(...steps) <= LIMIT,
    note: note + hint,
  };
}

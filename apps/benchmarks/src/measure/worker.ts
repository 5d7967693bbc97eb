/** Entry point of a contender's process. Runs jobs from the parent and reports what each cost this process. */
import type { Contender, ContenderModule, Work } from '../contenders/contender.ts';

/** A job for the worker. */
export interface Job {
  readonly work: keyof Work;
  /** Number of repetitions. */
  readonly times: number;
  /** Concurrency. */
  readonly atOnce: number;
  /** Expected result of the work, or `positive` if the result is a measurement itself. */
  readonly expect: number | 'positive';
  /**
   * Forces a garbage collection before memory is read. Only use it to measure memory: it also discards compiled code.
   */
  readonly collect?: true;
}

/** Cost of a job. */
export interface Cost {
  /** CPU time of the process with all its threads, in microseconds. */
  readonly cpuMicros: number;
  /** Wall time in microseconds. */
  readonly wallMicros: number;
  /** Median of the results. */
  readonly result: number;
  /** Heap and external memory before and after the job, in bytes. */
  readonly retainedBytes: readonly [number, number];
  /** Resident set before and after the job, in bytes. */
  readonly rssBytes: readonly [number, number];
}

/** First message of a worker, with the names of the work that its library supports. */
export type Ready = { readonly ready: readonly string[] };

const [modulePath = '', baseUrl = ''] = process.argv.slice(2);
const module = (await import(modulePath)) as ContenderModule;
const contender = await module.connect(baseUrl);

process.on('message', (job: Job) => {
  void run(contender, job).then((cost) => process.send?.(cost));
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: Object.keys(contender) } satisfies Ready);

async function run(contender: Contender, job: Job): Promise<Cost> {
  const work = contender[job.work]?.bind(contender);
  if (!work) throw new Error(`${modulePath} does not support ${job.work}`);
  const results: number[] = [];
  let remaining = job.times;
  const loop = async () => {
    while (remaining-- > 0) results.push(await work());
  };
  const before = memory(job);
  const [cpu, wall] = [process.cpuUsage(), process.hrtime.bigint()];
  await Promise.all(Array.from({ length: job.atOnce }, loop));
  const { user, system } = process.cpuUsage(cpu);
  const wallMicros = Number(process.hrtime.bigint() - wall) / 1000;
  const after = memory(job);
  verify(results, job);
  return {
    cpuMicros: user + system,
    wallMicros,
    result: results.sort((a, b) => a - b)[results.length >> 1] ?? 0,
    retainedBytes: [before.retained, after.retained],
    rssBytes: [before.rss, after.rss],
  };
}

/** Checks the results, because a wrong result can be fast. */
function verify(results: readonly number[], { expect, work }: Job): void {
  const wrong = results.find((result) => (expect === 'positive' ? !(result > 0) : result !== expect));
  if (wrong !== undefined) throw new Error(`${modulePath}: ${work} returned ${wrong}, expected ${expect}`);
}

function memory({ collect }: Job): { readonly retained: number; readonly rss: number } {
  if (collect) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { retained: heapUsed + external, rss };
}

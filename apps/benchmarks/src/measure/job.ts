/** Runs a job: some work of a contender, repeated. */
import type { Contender, Work } from '../contenders/contender.ts';

/** Work to repeat. */
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

/** Runs a job and returns what it cost this process. */
export async function runJob(name: string, contender: Contender, job: Job): Promise<Cost> {
  const work = contender[job.work]?.bind(contender);
  if (!work) throw new Error(`${name} does not support ${job.work}`);
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
  verify(name, results, job);
  return {
    cpuMicros: user + system,
    wallMicros,
    result: results.sort((a, b) => a - b)[results.length >> 1] ?? 0,
    retainedBytes: [before.retained, after.retained],
    rssBytes: [before.rss, after.rss],
  };
}

/** Checks the results, because a wrong result can be fast. */
function verify(name: string, results: readonly number[], { expect, work }: Job): void {
  const wrong = results.find((result) => (expect === 'positive' ? !(result > 0) : result !== expect));
  if (wrong !== undefined) throw new Error(`${name}: ${work} returned ${wrong}, expected ${expect}`);
}

function memory({ collect }: Job): { readonly retained: number; readonly rss: number } {
  if (collect) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { retained: heapUsed + external, rss };
}

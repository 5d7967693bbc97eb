/**
 * One contender in a process of its own. Takes orders from the parent over IPC and answers each with what the work
 * cost this process.
 */
import type { Contender, ContenderModule, Work } from '../contenders/contender.ts';

/** An order to the worker. */
export interface Order {
  readonly work: keyof Work;
  /** How often the work is done. */
  readonly times: number;
  /** How many are under way at once. */
  readonly atOnce: number;
  /** What the work has to answer; `positive` where the answer is itself a measurement. */
  readonly expect: number | 'positive';
  /**
   * Collects garbage before memory is looked at. Only where memory is what counts: a forced collection also throws
   * away compiled code, which a program in use would have kept.
   */
  readonly collect?: true;
}

/** What an order cost. */
export interface Cost {
  /** CPU time of the process, all its threads, in microseconds. */
  readonly cpuMicros: number;
  /** Time on the wall in microseconds. */
  readonly wallMicros: number;
  /** The median of what the works answered. */
  readonly answer: number;
  /** What the process holds before and after the work, in bytes. */
  readonly heldBytes: readonly [number, number];
  /** Its resident set, likewise. */
  readonly rssBytes: readonly [number, number];
}

/** First message of a worker: it has connected, or its library has no such work. */
export type Ready = { readonly ready: readonly string[] };

const [modulePath = '', baseUrl = ''] = process.argv.slice(2);
const module = (await import(modulePath)) as ContenderModule;
const contender = await module.connect(baseUrl);

process.on('message', (order: Order) => {
  void carryOut(contender, order).then((cost) => process.send?.(cost));
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: Object.keys(contender) } satisfies Ready);

async function carryOut(contender: Contender, order: Order): Promise<Cost> {
  const work = contender[order.work]?.bind(contender);
  if (!work) throw new Error(`no ${order.work}`);
  const answers: number[] = [];
  let left = order.times;
  const line = async () => {
    while (left-- > 0) answers.push(await work());
  };
  const before = memory(order);
  const [cpu, wall] = [process.cpuUsage(), process.hrtime.bigint()];
  await Promise.all(Array.from({ length: order.atOnce }, line));
  const { user, system } = process.cpuUsage(cpu);
  const wallMicros = Number(process.hrtime.bigint() - wall) / 1000;
  const after = memory(order);
  verify(answers, order);
  return {
    cpuMicros: user + system,
    wallMicros,
    answer: answers.sort((a, b) => a - b)[answers.length >> 1] ?? 0,
    heldBytes: [before.held, after.held],
    rssBytes: [before.rss, after.rss],
  };
}

/** A library that answers wrongly is fast for a bad reason. */
function verify(answers: readonly number[], { expect, work }: Order): void {
  const wrong = answers.find((answer) => (expect === 'positive' ? !(answer > 0) : answer !== expect));
  if (wrong !== undefined) throw new Error(`${modulePath}: ${work} answered ${wrong}, not ${expect}`);
}

function memory({ collect }: Order): { readonly held: number; readonly rss: number } {
  if (collect) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, rss };
}

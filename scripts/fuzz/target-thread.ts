import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Longest time for one input, in milliseconds. Generous, because other work can slow the machine down. */
const MAX_INPUT_MS = 10_000;

/** Result of one input. */
export interface FuzzResult {
  /** What happened. */
  readonly outcome: string;
  /** Why it is a defect; undefined otherwise. */
  readonly defect: string | undefined;
}

/** A thread that runs a target. */
export class TargetThread {
  readonly #worker: Worker;
  /** Resolves the input that is running. */
  #settle: (result: FuzzResult) => void = () => {};

  private constructor(worker: Worker) {
    this.#worker = worker;
    const isDefect = (defect: string): void => this.#settle({ outcome: '', defect });
    worker.on('message', ({ outcome = '', defect }: Partial<FuzzResult>) =>
      this.#settle({ outcome, defect }),
    );
    worker.on('error', (error) => isDefect(`the thread died: ${String((error as Error).stack ?? error)}`));
    worker.on('exit', (code) => isDefect(`the thread exited with code ${code}`));
  }

  /** Starts the thread of a target. */
  static async start(name: string): Promise<TargetThread> {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: name });
    await once(worker, 'message');
    return new TargetThread(worker);
  }

  /** Runs an input. A thread that dies or does not respond in time is a defect. */
  async run(input: Buffer): Promise<FuzzResult> {
    const { promise, resolve } = Promise.withResolvers<FuzzResult>();
    this.#settle = resolve;
    const defect = `no result within ${MAX_INPUT_MS} ms`;
    const timer = setTimeout(() => resolve({ outcome: '', defect }), MAX_INPUT_MS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
    this.#worker.postMessage(input);
    const result = await promise;
    clearTimeout(timer);
    return result;
  }

  /** Ends the thread, even if it is blocked. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

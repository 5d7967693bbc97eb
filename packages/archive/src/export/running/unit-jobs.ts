import type { JobContext, Store } from '@parlance/durable';
import type { RunContext } from '../state/run-context.js';
import { findExport } from '../state/export-row.js';
import type { UnitJob } from './stored-run.js';
import { WakeUp } from '../following/wake-up.js';
import { workUnit } from './work-unit.js';

/** The jobs of an export that run in this process. */
export class UnitJobs {
  readonly #store: Store;
  readonly #exportName: string;
  readonly #pollMs: number;
  readonly #wakeUp: WakeUp = new WakeUp();
  #context: RunContext | undefined;
  readonly #working: Set<Promise<void>> = new Set();

  /** @param pollMs - How often the store is read for the work of other processes. */
  constructor(store: Store, exportName: string, pollMs: number) {
    this.#store = store;
    this.#exportName = exportName;
    this.#pollMs = pollMs;
  }

  /** Accepts the jobs of a run from now on. */
  accept(context: RunContext): void {
    this.#context = context;
  }

  /** Works on the unit of a job. */
  async work(job: JobContext<UnitJob>): Promise<void> {
    const row = await findExport(this.#store, this.#exportName);
    // The job belongs to an earlier epoch, and is void.
    if (row?.epoch !== job.data.epoch || row.state !== 'running') return;
    const context = this.#context;
    if (context?.epoch !== job.data.epoch || context.signal.aborted)
      throw new Error('This process does not run the export.');
    const working = workUnit(context, job, job.data.unit);
    this.#working.add(working);
    try {
      await working;
    } finally {
      this.#working.delete(working);
      if (this.#working.size === 0) this.wake();
    }
  }

  /** Waits until the jobs that run have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#working);
  }

  /** Waits until no job runs in this process, or it is time to check for the work of others. */
  async pause(): Promise<void> {
    await this.#wakeUp.wait(this.#pollMs);
  }

  /** Ends the wait. */
  wake(): void {
    this.#wakeUp.wake();
  }
}

import { LeaseLostError, type JobContext, type Store } from '@parlance/durable';
import { readPartition } from '../reading/read-partition.js';
import { readWindow } from '../reading/read-window.js';
import { failUnit } from '../sealing/fail-unit.js';
import { findExport } from '../state/export-row.js';
import { isOutage, itemFailure, runFailure } from '../state/item-failure.js';
import { RunEndedError, type RunContext } from '../state/run-context.js';
import type { UnitRow } from '../state/unit-row.js';
import type { UnitJob } from './stored-run.js';
import { WakeUp } from '../following/wake-up.js';

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

/** Reads and seals the unit of a job. Returns without doing so if the job is void. */
async function workUnit(context: RunContext, job: JobContext, name: string): Promise<void> {
  const unit = await openUnit(context, job, name);
  if (unit === undefined) return;
  try {
    if (unit.family === 'activities') await readWindow(context, job, unit);
    else await readPartition(context, job, unit);
  } catch (error) {
    // The run ended in all processes, so the job is void. If it was stopped only here, another process needs the job.
    if (error instanceof RunEndedError && !context.signal.aborted) return;
    if (LeaseLostError.is(error) || isOutage(error) || job.signal.aborted || context.signal.aborted)
      throw error;
    const failure = itemFailure({ kind: 'unit', id: name }, error);
    if (failure !== undefined) return failUnit(context, job, { unit, failures: [failure] });
    context.fail(runFailure(context.definition.name, error));
    throw error;
  }
}

/** Loads a unit, with the number of this attempt. Returns undefined if it need not be read. */
async function openUnit(
  { tables, definition }: RunContext,
  job: JobContext,
  name: string,
): Promise<UnitRow | undefined> {
  const unit = await tables
    .selectFrom('archive_units')
    .selectAll()
    .where('export', '=', definition.name)
    .where('name', '=', name)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return unit && { ...unit, attempts: unit.attempts + job.attempt };
}

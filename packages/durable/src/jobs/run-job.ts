import { StoreError } from '../database/store-error.js';
import type { JsonValue } from '../database/json-value.js';
import type { Store, StoreTransaction } from '../store/store.js';
import { describeError } from './job-definitions.js';
import type { ClaimedJob } from './job-source.js';
import type { JobContext, JobDefinition, JobEvent } from './runner.js';

/** The end of an attempt. */
export type JobEnd = Pick<JobEvent, 'type' | 'error'>;

/**
 * Runs an attempt of a job, and records its end. Throws only when the store cannot be used.
 *
 * @param stop - Aborted when the runner stops.
 */
export async function runJob(
  store: Store,
  definition: JobDefinition,
  job: ClaimedJob,
  stop: AbortSignal,
): Promise<JobEnd> {
  const context = new Context(store, job, AbortSignal.any([stop, job.signal]));
  try {
    await definition.run(context);
    if (!context.completed) await context.complete();
    return { type: 'completed' };
  } catch (error) {
    if (context.completed) return { type: 'completed', error };
    if (job.signal.aborted) return { type: 'lost', error };
    // What the store could not do is not the job's fault, and uses up no attempt.
    if (stop.aborted || isOutage(error)) {
      await job.release();
      return stop.aborted ? { type: 'interrupted' } : { type: 'interrupted', error };
    }
    return { type: await job.fail(describeError(error)), error };
  } finally {
    job.end();
  }
}

function isOutage(error: unknown): boolean {
  return StoreError.is(error) && error.retryable;
}

class Context implements JobContext {
  readonly name: string;
  readonly key: string;
  readonly data: JsonValue;
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** Whether the job is completed. */
  completed = false;
  readonly #store: Store;
  readonly #job: ClaimedJob;

  constructor(store: Store, job: ClaimedJob, signal: AbortSignal) {
    this.name = job.name;
    this.key = job.key;
    this.data = job.data;
    this.attempt = job.attempt;
    this.signal = signal;
    this.#store = store;
    this.#job = job;
  }

  transaction<Result>(run: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    return this.#store.transaction(async (transaction) => {
      await this.#job.require(transaction);
      return run(transaction);
    });
  }

  async complete(write?: (transaction: StoreTransaction) => Promise<void>): Promise<void> {
    await this.transaction(async (transaction) => {
      await write?.(transaction);
      await this.#job.finish(transaction);
    });
    this.completed = true;
  }
}

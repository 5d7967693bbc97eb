import type { JsonValue } from '../database/json-value.js';
import type { StoreTransaction } from '../store/store.js';
import type { EnqueueOptions, FailedJob, JobCounts, JobDefinition, NewJob } from './runner.js';

/** A job that this process has claimed. Until it is finished, failed or released, it is kept from other processes. */
export interface ClaimedJob {
  readonly name: string;
  readonly key: string;
  readonly data: JsonValue;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Aborted with a `LeaseLostError` when another process has taken over. */
  readonly signal: AbortSignal;
  /** Checks in a transaction that this process still has the job, and keeps others from taking it over until the commit. */
  require(transaction: StoreTransaction): Promise<void>;
  /** Completes the job in a transaction. */
  finish(transaction: StoreTransaction): Promise<void>;
  /** Records that the attempt failed. Returns what becomes of the job. */
  fail(error: string): Promise<'retrying' | 'failed' | 'lost'>;
  /** Returns the job to the queue without counting the attempt, unless another process has taken over. */
  release(): Promise<void>;
  /** Stops the renewal of the claim. */
  end(): void;
}

/** Where a runner finds its jobs. */
export interface JobSource {
  /** Prepares a kind of job. Called before its jobs are enqueued or claimed. */
  prepare(definition: JobDefinition): Promise<void>;
  enqueue(name: string, jobs: readonly NewJob[], options: EnqueueOptions): Promise<number>;
  /** Claims the next job of the definitions; null if there is none. */
  claim(definitions: readonly JobDefinition[]): Promise<ClaimedJob | null>;
  counts(name: string): Promise<JobCounts>;
  /** Returns whether no job was waiting or running at some time since a time by the database's clock. */
  isIdle(name: string, since: number): Promise<boolean>;
  failures(name: string): AsyncIterable<FailedJob>;
  retryFailed(definition: JobDefinition): Promise<number>;
  /** Called once no job runs any more. */
  close(): Promise<void>;
}

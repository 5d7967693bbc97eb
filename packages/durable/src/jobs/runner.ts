import type { JsonValue } from '../database/json-value.js';
import type { Store, StoreTransaction } from '../store/store.js';

/**
 * A kind of job. Jobs are coarse, such as a time window, a partition of users or a tenant: 10,000 to 100,000 of them, each of
 * many requests. One job per chat would be too many.
 *
 * @typeParam Data - What a job is about.
 */
export interface JobDefinition<Data extends JsonValue = JsonValue> {
  /** Name of the kind: letters, digits, `-`, `_`, `.` and `/`. */
  readonly name: string;
  /**
   * Does the work. The job is completed when it returns, unless `complete` was called before. If it throws, the job is retried. A job may
   * run again after a crash, so its writes must be part of {@link JobContext.complete} or {@link JobContext.transaction}, or idempotent.
   */
  readonly run: (job: JobContext<Data>) => Promise<void>;
  /** How often a job is tried before it counts as failed. Attempts that a crash has ended count too. Default: 10. */
  readonly maxAttempts?: number | undefined;
  /** Wait before the second attempt, in milliseconds; doubles with each attempt, up to five minutes. Default: 1,000. */
  readonly retryDelayMs?: number | undefined;
}

/**
 * A job that is running.
 *
 * @typeParam Data - What the job is about.
 */
export interface JobContext<Data extends JsonValue = JsonValue> {
  /** Name of the job's definition. */
  readonly name: string;
  /** Key of the job, unique within its name. */
  readonly key: string;
  /** What the job is about. */
  readonly data: Data;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /**
   * Aborted when the runner stops, and when another process has taken over the job. Throw its reason (`signal.throwIfAborted()`) rather
   * than return: a job that returns is completed.
   */
  readonly signal: AbortSignal;
  /**
   * Writes in a transaction that is committed only while this process still has the job. Use it to save progress, such as a page of rows
   * together with the checkpoint after it.
   *
   * @param run - Receives the transaction.
   * @returns What the function returns, once it is committed.
   * @throws {LeaseLostError} When another process has taken over the job. Nothing was committed.
   */
  transaction<Result>(run: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Completes the job. The writes of the function and the completion are committed together.
   *
   * @param write - Receives the transaction. Default: no writes.
   * @throws {LeaseLostError} When another process has taken over the job. Nothing was committed.
   */
  complete(write?: (transaction: StoreTransaction) => Promise<void>): Promise<void>;
}

/** A job to enqueue. */
export interface NewJob<Data extends JsonValue = JsonValue> {
  /** Key of the job, not empty. A job whose key was enqueued before is not enqueued again, even when it is done. */
  readonly key: string;
  /** What the job is about. Strings in it must not contain null characters or lone surrogates. */
  readonly data: Data;
  /** Jobs with a higher priority run first. A whole number. Default: 0. */
  readonly priority?: number | undefined;
  /** How long the job waits before it can run, in whole milliseconds. Default: 0. */
  readonly delayMs?: number | undefined;
}

/** Options for {@link Runner.enqueue}. */
export interface EnqueueOptions {
  /** Enqueues the jobs when this transaction commits. Default: at once. */
  readonly transaction?: StoreTransaction | undefined;
}

/** How many jobs of a name there are, in each state. */
export interface JobCounts {
  /** Jobs that can run, or wait for their delay or a retry. */
  readonly waiting: number;
  /** Jobs that run, in any process. */
  readonly running: number;
  /** Completed jobs. */
  readonly done: number;
  /** Jobs that have failed in all attempts. */
  readonly failed: number;
}

/** A job that has failed in all attempts. */
export interface FailedJob {
  /** Key of the job. */
  readonly key: string;
  /** What the job is about. */
  readonly data: JsonValue;
  /** Number of attempts. */
  readonly attempts: number;
  /** Name and message of the last error. */
  readonly error: string;
}

/** What a runner in this process has done, for logs and progress. */
export interface JobEvent {
  /**
   * `started`, `completed`; `retrying`: an attempt failed and the job waits for the next one; `failed`: the last attempt failed; `lost`: another
   * process has taken over; `interrupted`: the runner was stopped or the connection to the store was lost, and the job waits
   * to run again.
   */
  readonly type: 'started' | 'completed' | 'retrying' | 'failed' | 'lost' | 'interrupted';
  /** Name of the job's definition. */
  readonly name: string;
  /** Key of the job. */
  readonly key: string;
  /** Number of the attempt. */
  readonly attempt: number;
  /** The error, when there is one. */
  readonly error?: unknown;
}

/** Runs jobs. Programs are written against this interface, and choose where it runs: `localRunner` or `pgBossRunner`. */
export interface Runner extends AsyncDisposable {
  /** The store that jobs write to. */
  readonly store: Store;
  /** Aborted when the runner stops. */
  readonly signal: AbortSignal;
  /**
   * Adds a kind of job. Its jobs run in this process from {@link Runner.start} on.
   *
   * @param definition - The kind of job.
   * @throws {ConfigError} When the name is defined already or invalid.
   */
  define<Data extends JsonValue>(definition: JobDefinition<Data>): void;
  /**
   * Removes a kind of job, which can be defined again. Jobs that are running end as usual; those that are waiting stay in the queue.
   *
   * @param name - Name of the definition. Names without a definition are ignored.
   */
  undefine(name: string): void;
  /**
   * Enqueues jobs. Any process that uses the same store and defines the name may run them.
   *
   * @param name - Name of the definition.
   * @param jobs - The jobs. Those with known keys are skipped.
   * @param options - A transaction to enqueue them in.
   * @returns How many were new.
   * @throws {ConfigError} When the name is not defined, or a job is invalid. Nothing was enqueued.
   */
  enqueue<Data extends JsonValue>(
    name: string,
    jobs: readonly NewJob<Data>[],
    options?: EnqueueOptions,
  ): Promise<number>;
  /** Starts to run jobs. A process that only enqueues need not call it. */
  start(): Promise<void>;
  /**
   * Counts the jobs of a name, of all processes.
   *
   * @param name - Name of the definition.
   */
  counts(name: string): Promise<JobCounts>;
  /**
   * Lists jobs that have failed in all attempts, ordered by key.
   *
   * @param name - Name of the definition.
   */
  failures(name: string): AsyncIterable<FailedJob>;
  /**
   * Lets failed jobs run again, with all attempts.
   *
   * @param name - Name of the definition.
   * @returns How many there were.
   */
  retryFailed(name: string): Promise<number>;
  /**
   * Waits until no job of the defined names is waiting or running, in any process. Jobs that wait for a delay or a retry count.
   *
   * @param options - A signal that ends the wait with its reason.
   * @throws {ConfigError} When the runner is stopped before.
   */
  idle(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Stops: aborts the signals of running jobs, waits for them and returns them to the queue for other processes. They keep the attempts that
   * were left. A runner that was stopped cannot be started again. The store stays open.
   */
  stop(): Promise<void>;
}

import { wrong } from '@parlance/core-transport/internal';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@parlance/schemas/kit';
import { StoreError } from '../database/store-error.js';
import type { JsonValue } from '../database/json-value.js';
import type { Store } from '../store/store.js';
import { checkDefinition, checkJob } from './job-definitions.js';
import type { ClaimedJob, JobSource } from './job-source.js';
import { runJob } from './run-job.js';
import type {
  EnqueueOptions,
  FailedJob,
  JobCounts,
  JobDefinition,
  JobEvent,
  NewJob,
  Runner,
} from './runner.js';

/** The longest delay of a timer, about 24 days. A longer one would end at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Options that all runners have. */
export interface RunnerOptions {
  /** The store that jobs write to. It is not closed with the runner. */
  readonly store: Store;
  /** How many jobs run at a time in this process. Default: 8. */
  readonly concurrency?: number | undefined;
  /** How often to check for jobs of other processes, in milliseconds. Default: 1,000. */
  readonly pollIntervalMs?: number | undefined;
  /** Called when a job of this process starts or ends. What it throws, or rejects with, is reported by {@link Runner.idle}. */
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
}

/** Runs the jobs of a source. */
export class QueueRunner implements Runner {
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly #source: JobSource;
  readonly #concurrency: number;
  readonly #pollIntervalMs: number;
  readonly #onEvent: (event: JobEvent) => unknown;
  readonly #definitions: Map<string, JobDefinition> = new Map();
  readonly #prepared: Map<string, Promise<void>> = new Map();
  readonly #running: Set<Promise<void>> = new Set();
  readonly #stop: AbortController = new AbortController();
  #wakeUp: AbortController = new AbortController();
  #pump: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #failure: unknown;

  constructor(source: JobSource, options: RunnerOptions) {
    const { store, concurrency = 8, pollIntervalMs = 1_000, onEvent = () => {} } = options;
    if (!Number.isSafeInteger(concurrency) || concurrency < 1)
      throw new ConfigError('concurrency', 'concurrency must be a whole number from 1');
    if (!(pollIntervalMs > 0 && pollIntervalMs <= LONGEST_TIMER_MS))
      throw wrong('pollIntervalMs', `must be a number above 0, up to ${LONGEST_TIMER_MS}`);
    this.store = store;
    this.signal = this.#stop.signal;
    this.#source = source;
    this.#concurrency = concurrency;
    this.#pollIntervalMs = pollIntervalMs;
    this.#onEvent = onEvent;
  }

  define<Data extends JsonValue>(definition: JobDefinition<Data>): void {
    const general = definition as unknown as JobDefinition;
    checkDefinition(general);
    if (this.#definitions.has(definition.name))
      throw new ConfigError('name', `name: a job named ${definition.name} is defined already`);
    this.#definitions.set(definition.name, general);
    this.#wake();
  }

  undefine(name: string): void {
    this.#definitions.delete(name);
    this.#prepared.delete(name);
  }

  async enqueue<Data extends JsonValue>(
    name: string,
    jobs: readonly NewJob<Data>[],
    options: EnqueueOptions = {},
  ): Promise<number> {
    for (const job of jobs) checkJob(job);
    await this.#prepare(name);
    const added = await this.#source.enqueue(name, jobs, options);
    this.#wake();
    return added;
  }

  async start(): Promise<void> {
    if (this.signal.aborted)
      throw new ConfigError('start', 'start: a runner that was stopped cannot be started again');
    for (const name of this.#definitions.keys()) await this.#prepare(name);
    this.#pump ??= this.#run();
  }

  async counts(name: string): Promise<JobCounts> {
    await this.#prepare(name);
    return this.#source.counts(name);
  }

  async *failures(name: string): AsyncGenerator<FailedJob, undefined> {
    await this.#prepare(name);
    yield* this.#source.failures(name);
  }

  async retryFailed(name: string): Promise<number> {
    const count = await this.#source.retryFailed(await this.#prepare(name));
    this.#wake();
    return count;
  }

  async idle({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const since = await this.store.now();
    for (;;) {
      signal?.throwIfAborted();
      if (this.#failure !== undefined) throw this.#failure;
      const wakeUp = this.#wakeUp.signal;
      if (await this.#isIdle(since)) return;
      this.signal.throwIfAborted();
      await this.#sleep(signal === undefined ? [wakeUp] : [wakeUp, signal]);
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #end(): Promise<void> {
    this.#stop.abort(new ConfigError('stop', 'The runner was stopped'));
    this.#wake();
    await this.#pump;
    await Promise.all(this.#running);
    await this.#source.close();
  }

  /** Prepares a name once, and returns its definition. A failure is not remembered. */
  async #prepare(name: string): Promise<JobDefinition> {
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw new ConfigError('name', `name: no job named ${name} is defined`);
    let prepared = this.#prepared.get(name);
    if (prepared === undefined) {
      prepared = this.#source.prepare(definition);
      this.#prepared.set(name, prepared);
      prepared.catch(() => this.#prepared.delete(name));
    }
    await prepared;
    return definition;
  }

  /** Claims and starts jobs until the runner is stopped. */
  async #run(): Promise<void> {
    while (!this.signal.aborted) {
      const { signal } = this.#wakeUp;
      const job = this.#running.size < this.#concurrency ? await this.#claim() : null;
      if (job === null) await this.#sleep([signal]);
      else this.#begin(job);
    }
  }

  /** A store that cannot be used for a moment does not end the runner; `idle` reports it. */
  async #claim(): Promise<ClaimedJob | null> {
    try {
      const definitions = [...this.#definitions.values()];
      for (const { name } of definitions) await this.#prepare(name);
      const job = await this.#source.claim(definitions);
      this.#failure = undefined;
      return job;
    } catch (error) {
      this.#failure = error;
      return null;
    }
  }

  #begin(job: ClaimedJob): void {
    const running = this.#attempt(job)
      .catch((error: unknown) => {
        // The end could not be recorded. The claim expires, and the job runs again; while an outage lasts, the next claim reports it.
        if (!StoreError.is(error) || !error.retryable) this.#failure = error;
      })
      .finally(() => {
        this.#running.delete(running);
        this.#wake();
      });
    this.#running.add(running);
  }

  async #attempt(job: ClaimedJob): Promise<void> {
    const { name, key, attempt } = job;
    const definition = this.#definitions.get(name);
    if (definition === undefined) return job.release();
    void this.#emit({ type: 'started', name, key, attempt });
    const end = await runJob(this.store, definition, job, this.signal);
    void this.#emit({ ...end, name, key, attempt });
  }

  /** A listener that throws, or returns a promise that rejects, must not fail a job. */
  async #emit(event: JobEvent): Promise<void> {
    try {
      await this.#onEvent(event);
    } catch (error) {
      this.#failure = error;
    }
  }

  async #isIdle(since: number): Promise<boolean> {
    if (this.#running.size > 0) return false;
    for (const name of this.#definitions.keys()) {
      await this.#prepare(name);
      if (!(await this.#source.isIdle(name, since))) return false;
    }
    return true;
  }

  #wake(): void {
    this.#wakeUp.abort();
    this.#wakeUp = new AbortController();
  }

  /** Waits until something happened in this process, or it is time to check for jobs of others. */
  async #sleep(signals: readonly AbortSignal[]): Promise<void> {
    await delay(this.#pollIntervalMs, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => {});
  }
}

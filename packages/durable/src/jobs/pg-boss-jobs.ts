import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Db, JobInsert, JobWithMetadata, PgBoss, QueueOptions, QueueStats } from 'pg-boss';
import { HeldLease } from '../leases/held-lease.js';
import { LeaseLostError } from '../leases/lease.js';
import { databaseOf, renewIn } from '../store/database-store.js';
import type { JsonValue } from '../database/json-value.js';
import type { Store, StoreTransaction } from '../store/store.js';
import { DEFAULT_MAX_ATTEMPTS, DEFAULT_RETRY_DELAY_MS } from './job-definitions.js';
import type { ClaimedJob, JobSource } from './job-source.js';
import type { EnqueueOptions, FailedJob, JobCounts, JobDefinition, NewJob } from './runner.js';

/** The shortest that pg-boss allows. A job whose process was killed is available again after this time and a second. */
const HEARTBEAT_SECONDS = 10;

/** The longest that pg-boss allows a job to run. */
const EXPIRE_SECONDS = 24 * 3_600;

/** Jobs wait for up to ten years. */
const RETENTION_SECONDS = 10 * 365 * 24 * 3_600;

const PAGE = 500;

const START_ATTEMPTS = 5;

/** States of PostgreSQL: a row of its catalog, a schema, a table or another object exists. */
const ALREADY_EXISTS: ReadonlySet<unknown> = new Set(['23505', '42P06', '42P07', '42710']);

/** What is stored as the data of a job in pg-boss. */
interface Payload {
  readonly key: string;
  readonly data: JsonValue;
}

/** What is stored about a failed attempt. */
interface Output {
  readonly error?: string;
}

type Attempt = Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryLimit'>;

/**
 * Jobs in the queues of pg-boss, through its public API. Jobs that have failed in all attempts are in a dead letter queue as well, because
 * the API cannot list the failed jobs of a queue.
 */
export class PgBossJobs implements JobSource {
  readonly #boss: PgBoss;
  readonly #store: Store;
  #started: Promise<unknown> | undefined;
  /** Where the next claim starts, so that no queue starves the others. */
  #turn = 0;

  constructor(boss: PgBoss, store: Store) {
    this.#boss = boss;
    this.#store = store;
  }

  async prepare(definition: JobDefinition): Promise<void> {
    await this.#start();
    const retryDelay = Math.ceil((definition.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS) / 1_000);
    const options: QueueOptions = {
      retryLimit: (definition.maxAttempts ?? DEFAULT_MAX_ATTEMPTS) - 1,
      retryDelay,
      ...(retryDelay === 0 ? {} : { retryBackoff: true, retryDelayMax: 300 }),
      expireInSeconds: EXPIRE_SECONDS,
      retentionSeconds: RETENTION_SECONDS,
      // Completed jobs stay, so that their keys are known.
      deleteAfterSeconds: 0,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
    const deadLetter = deadLetters(definition.name);
    const kept = { retentionSeconds: RETENTION_SECONDS, deleteAfterSeconds: 0 };
    await this.#boss.createQueue(deadLetter, kept);
    await this.#boss.createQueue(definition.name, { ...options, deadLetter });
  }

  async enqueue(name: string, jobs: readonly NewJob[], { transaction }: EnqueueOptions): Promise<number> {
    const unique = new Map<string, NewJob>();
    for (const job of jobs) if (!unique.has(job.key)) unique.set(job.key, job);
    const inserts = Array.from(unique.values(), ({ key, data, priority = 0, delayMs = 0 }): JobInsert => ({
      id: idOf(name, key),
      data: { key, data } satisfies Payload,
      priority,
      ...(delayMs > 0 ? { startAfter: Math.ceil(delayMs / 1_000) } : {}),
    }));
    let added = 0;
    for (let start = 0; start < inserts.length; start += PAGE) {
      const batch = inserts.slice(start, start + PAGE);
      const ids = await this.#boss.insert(name, batch, {
        returnId: true,
        ...(transaction === undefined ? {} : { db: databaseFor(transaction) }),
      });
      added += ids?.length ?? 0;
    }
    return added;
  }

  async claim(definitions: readonly JobDefinition[]): Promise<ClaimedJob | null> {
    this.#turn += 1;
    for (const [index] of definitions.entries()) {
      const definition = definitions[(index + this.#turn) % definitions.length];
      if (definition === undefined) continue;
      const [job] = await this.#boss.fetch<Payload>(definition.name, { includeMetadata: true });
      if (job !== undefined) return this.#claimed(definition, job);
    }
    return null;
  }

  async counts(name: string): Promise<JobCounts> {
    const { queuedCount, activeCount, failedCount, totalCount } = await this.#stats(name);
    return {
      waiting: queuedCount,
      running: activeCount,
      done: totalCount - queuedCount - activeCount - failedCount,
      failed: failedCount,
    };
  }

  async isIdle(name: string, since: number): Promise<boolean> {
    const { queuedCount, activeCount, capturedOn } = await this.#stats(name);
    return queuedCount + activeCount === 0 && capturedOn.getTime() >= since;
  }

  async *failures(name: string): AsyncGenerator<FailedJob, undefined> {
    const dead = await this.#boss.findJobs<Payload>(deadLetters(name));
    for (const { data, sourceRetryCount, sourceOutput } of dead.toSorted(byKey))
      yield {
        key: data.key,
        data: data.data,
        attempts: (sourceRetryCount ?? 0) + 1,
        error:
          (sourceOutput as Output | null)?.error ?? 'The process ended during the job, or did not respond.',
      };
  }

  /** Deletes the dead letters, and raises the limits of their jobs: `retry` alone would allow one more attempt. */
  async retryFailed({ name, maxAttempts = DEFAULT_MAX_ATTEMPTS }: JobDefinition): Promise<number> {
    return this.#store.transaction(async (transaction) => {
      const db = databaseFor(transaction);
      const dead = await this.#boss.findJobs<Payload>(deadLetters(name), { db });
      let count = 0;
      for (const { id: deadId, sourceId, sourceRetryCount } of dead) {
        const id = sourceId ?? '';
        const retried = affected(await this.#boss.retry(name, id, { db }));
        const retryLimit = (sourceRetryCount ?? 0) + maxAttempts;
        if (retried > 0) await this.#boss.update(name, undefined, { id, retryLimit, db });
        await this.#boss.deleteJob(deadLetters(name), deadId, { db });
        count += retried;
      }
      return count;
    });
  }

  async close(): Promise<void> {
    if (this.#started !== undefined) await this.#boss.stop({ graceful: false, close: false });
  }

  /** Returns the counts that pg-boss captures every second. */
  async #stats(name: string): Promise<QueueStats> {
    const [stats] = await this.#boss.getQueueStats(name, { force: true });
    if (stats === undefined) throw new Error(`pg-boss has no statistics of the queue ${name}`);
    return stats;
  }

  #claimed({ name }: JobDefinition, job: JobWithMetadata<Payload>): ClaimedJob {
    const { id, retryCount, retryLimit } = job;
    const attempt: Attempt = { id, retryCount, retryLimit };
    const { key, data } = job.data;
    const label = `${name}/${key}`;
    const lost = (): LeaseLostError => new LeaseLostError(label, attempt.retryCount);
    const renew = async (db?: Db): Promise<void> => {
      const response = await this.#boss.touch(name, attempt, db === undefined ? {} : { db });
      if (affected(response) === 0) throw lost();
    };
    const lease = new HeldLease(
      { name: label, owner: '', token: attempt.retryCount, durationMs: HEARTBEAT_SECONDS * 1_000 },
      { renew: () => renew(), release: () => Promise.resolve() },
    );
    return {
      name,
      key,
      data,
      attempt: attempt.retryCount + 1,
      signal: lease.signal,
      require: (transaction) => renewIn(transaction, lease, () => renew(databaseFor(transaction))),
      finish: async (transaction) => {
        const response = await this.#boss.complete(name, attempt, null, { db: databaseFor(transaction) });
        if (affected(response) === 0) throw lost();
      },
      fail: async (error) => {
        if (affected(await this.#boss.fail(name, attempt, { error })) === 0) return 'lost';
        return retryCount >= retryLimit ? 'failed' : 'retrying';
      },
      release: () => this.#release(name, attempt),
      end: () => void lease.release(),
    };
  }

  /** Starts pg-boss once. A failure is not remembered. */
  async #start(): Promise<void> {
    this.#started ??= startBoss(this.#boss);
    try {
      await this.#started;
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
  }

  /**
   * Returns a job to its queue. The API cannot do so without counting the attempt, so the number of the next one is higher, and the limit is
   * raised by one.
   */
  async #release(name: string, attempt: Attempt): Promise<void> {
    const { id, retryLimit } = attempt;
    await this.#store.transaction(async (transaction) => {
      const db = databaseFor(transaction);
      if (affected(await this.#boss.cancel(name, attempt, { db })) === 0) return;
      await this.#boss.resume(name, id, { db });
      await this.#boss.update(name, undefined, { id, retryLimit: retryLimit + 1, db });
    });
  }
}

/** Name of the queue of the jobs that have failed in all attempts. */
function deadLetters(name: string): string {
  return `dead-letters/${name}`;
}

function byKey(a: { readonly data: Payload }, b: { readonly data: Payload }): number {
  if (a.data.key === b.data.key) return 0;
  return a.data.key < b.data.key ? -1 : 1;
}

/** Starts pg-boss. Processes that create its tables at the same moment disturb each other; all but one have to start once more. */
async function startBoss(boss: PgBoss): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await boss.start();
      return;
    } catch (error) {
      if (attempt >= START_ATTEMPTS || !ALREADY_EXISTS.has((error as { code?: unknown }).code)) throw error;
    }
  }
}

/** Makes the id of a job from its key, so that pg-boss skips a job that it knows. */
function idOf(name: string, key: string): string {
  const hash = createHash('sha256').update(`${name}\0${key}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function affected(response: object): number {
  return (response as { readonly affected: number }).affected;
}

/** Lets pg-boss run its statements in a transaction of the store. */
function databaseFor(transaction: StoreTransaction): Db {
  const { db } = databaseOf(transaction);
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await (db as Kysely<unknown>).executeQuery(CompiledQuery.raw(text, values));
      return { rows: [...rows] };
    },
  };
}

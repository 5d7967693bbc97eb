import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Db, JobInsert, PgBoss, QueueOptions } from 'pg-boss';
import { HeldLease } from '../leases/held-lease.js';
import { LeaseLostError } from '../leases/lease-lost-error.js';
import { databaseOf } from '../store/database-store.js';
import type { JsonValue } from '../store/json-value.js';
import type { StoreTransaction } from '../store/store.js';
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

interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

/** Jobs in the queues of pg-boss. */
export class PgBossJobs implements JobSource {
  readonly #boss: PgBoss;
  readonly #schema: string;
  #started: Promise<unknown> | undefined;
  /** Where the next claim starts, so that no queue starves the others. */
  #turn = 0;

  constructor(boss: PgBoss, schema: string) {
    this.#boss = boss;
    this.#schema = schema;
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
    await this.#boss.createQueue(definition.name, options);
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
      const [job] = await this.#boss.fetch<Payload>(definition.name);
      if (job !== undefined) return this.#claimed(definition, job, job.data);
    }
    return null;
  }

  async counts(name: string): Promise<JobCounts> {
    const rows = await this.#query<{ state: string; count: number }>(
      `select state::text, count(*) as count from ${this.#schema}.job where name = $1 group by state`,
      [name],
    );
    const count = (...states: readonly string[]): number =>
      rows.reduce((sum, row) => sum + (states.includes(row.state) ? Number(row.count) : 0), 0);
    return {
      waiting: count('created', 'retry'),
      running: count('active'),
      done: count('completed'),
      failed: count('failed', 'cancelled'),
    };
  }

  async *failures(name: string): AsyncGenerator<FailedJob, undefined> {
    const rows = await this.#query<{ data: Payload; retry_count: number; output: { error?: string } | null }>(
      `select data, retry_count, output from ${this.#schema}.job where name = $1 and state = 'failed' order by data->>'key'`,
      [name],
    );
    for (const { data, retry_count: retries, output } of rows)
      yield {
        key: data.key,
        data: data.data,
        attempts: retries + 1,
        error: output?.error ?? 'The process ended during the job, or did not respond.',
      };
  }

  async retryFailed(name: string): Promise<number> {
    const rows = await this.#query(
      `update ${this.#schema}.job set state = 'created', retry_count = 0, started_on = null, completed_on = null, start_after = now()
       where name = $1 and state = 'failed' returning id`,
      [name],
    );
    return rows.length;
  }

  async close(): Promise<void> {
    if (this.#started !== undefined) await this.#boss.stop({ graceful: false, close: false });
  }

  async #query<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const { rows } = await this.#boss.getDb().executeSql(text, [...values]);
    return rows as Row[];
  }

  #claimed(
    { name, maxAttempts = DEFAULT_MAX_ATTEMPTS }: JobDefinition,
    job: Attempt,
    payload: Payload,
  ): ClaimedJob {
    const attempt: Attempt = { id: job.id, retryCount: job.retryCount };
    const { key, data } = payload;
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
      require: (transaction) => renew(databaseFor(transaction)),
      finish: async (transaction) => {
        const response = await this.#boss.complete(name, attempt, null, { db: databaseFor(transaction) });
        if (affected(response) === 0) throw lost();
      },
      fail: async (error) => {
        if (affected(await this.#boss.fail(name, attempt, { error })) === 0) return 'lost';
        return attempt.retryCount + 1 >= maxAttempts ? 'failed' : 'retrying';
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

  /** Returns a job to its queue without counting the attempt, as pg-boss does for jobs that it could not start. */
  async #release(name: string, { id, retryCount }: Attempt): Promise<void> {
    await this.#query(
      `update ${this.#schema}.job set state = 'created', started_on = null, heartbeat_on = null
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [name, id, retryCount],
    );
  }
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

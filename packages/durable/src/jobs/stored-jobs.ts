import { sql, type RawBuilder, type SqlBool, type UpdateObject } from 'kysely';
import { HeldLease } from '../leases/held-lease.js';
import { LeaseLostError } from '../leases/lease-lost-error.js';
import { hasEnded, processIdentity } from '../ledger/process-identity.js';
import type { CoreTables } from '../store/core-schema.js';
import type { JsonValue } from '../store/json-value.js';
import { databaseOf } from '../store/database-store.js';
import type { StoreDatabase } from '../store/store-database.js';
import type { Store } from '../store/store.js';
import { DEFAULT_MAX_ATTEMPTS, retryDelay } from './job-definitions.js';
import type { ClaimedJob, JobSource } from './job-source.js';
import type { EnqueueOptions, FailedJob, JobCounts, JobDefinition, NewJob } from './runner.js';

const PAGE = 500;

/** How often to look for jobs of processes that have ended while there are others, in milliseconds. */
const TAKE_BACK_INTERVAL_MS = 1_000;

interface JobId {
  readonly name: string;
  readonly key: string;
  readonly token: number;
}

/** Jobs in the table `parlance_jobs` of SQLite. */
export class StoredJobs implements JobSource {
  readonly #store: Store;
  readonly #leaseMs: number;
  #takenBackAt: number = -Infinity;

  constructor(store: Store, leaseMs: number) {
    this.#store = store;
    this.#leaseMs = leaseMs;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async enqueue(name: string, jobs: readonly NewJob[], { transaction }: EnqueueOptions): Promise<number> {
    const { db, now } = databaseOf(transaction ?? this.#store);
    let added = 0;
    for (let start = 0; start < jobs.length; start += PAGE) {
      const rows = jobs.slice(start, start + PAGE).map(({ key, data, priority = 0, delayMs = 0 }) => ({
        name,
        key,
        data: JSON.stringify(data),
        state: 'waiting' as const,
        priority,
        run_at: sql<number>`${now} + ${delayMs}`,
        attempts: 0,
        token: 0,
        expires_at: 0,
      }));
      const inserted = await db
        .insertInto('parlance_jobs')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['name', 'key']).doNothing())
        .returning('key')
        .execute();
      added += inserted.length;
    }
    return added;
  }

  async claim(definitions: readonly JobDefinition[]): Promise<ClaimedJob | null> {
    if (definitions.length === 0) return null;
    if (performance.now() - this.#takenBackAt > TAKE_BACK_INTERVAL_MS) await this.#takeBackAll(definitions);
    const job = await this.#claimNext(definitions);
    if (job !== null) return job;
    await this.#takeBackAll(definitions);
    return this.#claimNext(definitions);
  }

  async #takeBackAll(definitions: readonly JobDefinition[]): Promise<void> {
    this.#takenBackAt = performance.now();
    for (const definition of definitions) await this.#takeBack(definition);
  }

  async #claimNext(definitions: readonly JobDefinition[]): Promise<ClaimedJob | null> {
    const { db, now } = databaseOf(this.#store);
    const next = db
      .selectFrom('parlance_jobs as next')
      .select(['next.name', 'next.key'])
      .where(
        'next.name',
        'in',
        definitions.map(({ name }) => name),
      )
      .where('next.state', '=', 'waiting')
      .where('next.run_at', '<=', sql<number>`${now}`)
      .orderBy('next.priority', 'desc')
      .orderBy('next.run_at')
      .orderBy('next.key')
      .limit(1);
    const row = await db
      .updateTable('parlance_jobs')
      .set((column) => ({
        state: 'running',
        attempts: column('attempts', '+', 1),
        token: column('token', '+', 1),
        process: processIdentity(),
        expires_at: sql<number>`${now} + ${this.#leaseMs}`,
      }))
      .where(sql<SqlBool>`(name, key) = (${next})`)
      .returning(['name', 'key', 'data', 'attempts', 'token'])
      .executeTakeFirst();
    const definition = definitions.find(({ name }) => name === row?.name);
    return row === undefined || definition === undefined ? null : this.#claimed(definition, row);
  }

  async counts(name: string): Promise<JobCounts> {
    const rows = await databaseOf(this.#store)
      .db.selectFrom('parlance_jobs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('name', '=', name)
      .groupBy('state')
      .execute();
    const count = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0;
    return {
      waiting: count('waiting'),
      running: count('running'),
      done: count('done'),
      failed: count('failed'),
    };
  }

  async *failures(name: string): AsyncGenerator<FailedJob, undefined> {
    let last = '';
    for (;;) {
      const rows = await databaseOf(this.#store)
        .db.selectFrom('parlance_jobs')
        .select(['key', 'data', 'attempts', 'error'])
        .where('name', '=', name)
        .where('state', '=', 'failed')
        .where('key', '>', last)
        .orderBy('key')
        .limit(PAGE)
        .execute();
      for (const { key, data, attempts, error } of rows)
        yield { key, data: JSON.parse(data) as JsonValue, attempts, error: error ?? '' };
      if (rows.length < PAGE) return;
      last = rows.at(-1)?.key ?? last;
    }
  }

  async isIdle(name: string): Promise<boolean> {
    const { waiting, running } = await this.counts(name);
    return waiting + running === 0;
  }

  async retryFailed({ name }: JobDefinition): Promise<number> {
    const { db, now } = databaseOf(this.#store);
    const rows = await db
      .updateTable('parlance_jobs')
      .set({ state: 'waiting', attempts: 0, run_at: now })
      .where('name', '=', name)
      .where('state', '=', 'failed')
      .returning('key')
      .execute();
    return rows.length;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Returns jobs to the queue whose process has ended or does not respond. */
  async #takeBack({ name, maxAttempts = DEFAULT_MAX_ATTEMPTS }: JobDefinition): Promise<void> {
    const { db, now, location } = databaseOf(this.#store);
    const running = await db
      .selectFrom('parlance_jobs')
      .select(['key', 'token', 'process', 'attempts', sql<number>`expires_at - ${now}`.as('remaining')])
      .where('name', '=', name)
      .where('state', '=', 'running')
      .execute();
    for (const { key, token, process, attempts, remaining } of running) {
      if (remaining > 0 && !hasEnded(process, location)) continue;
      await db
        .updateTable('parlance_jobs')
        .set({
          state: attempts >= maxAttempts ? 'failed' : 'waiting',
          run_at: now,
          process: null,
          error: 'The process ended during the job, or did not respond.',
        })
        .where(isHeld({ name, key, token }))
        .where(remaining > 0 ? sql<SqlBool>`true` : sql<SqlBool>`expires_at <= ${now}`)
        .execute();
    }
  }

  #claimed(
    definition: JobDefinition,
    row: { name: string; key: string; data: string; attempts: number; token: number },
  ): ClaimedJob {
    const database = databaseOf(this.#store);
    const id = { name: row.name, key: row.key, token: row.token };
    const release = (values: { attempts: number; error: string | null; delayMs: number }): Promise<void> =>
      this.#settle(database, id, {
        state: 'waiting',
        attempts: values.attempts,
        error: values.error,
        run_at: sql<number>`${database.now} + ${values.delayMs}`,
      });
    const lease = new HeldLease(
      { name: describe(id), owner: '', token: row.token, durationMs: this.#leaseMs },
      { renew: () => this.#require(database, id), release: () => Promise.resolve() },
    );
    return {
      name: row.name,
      key: row.key,
      data: JSON.parse(row.data) as JsonValue,
      attempt: row.attempts,
      signal: lease.signal,
      require: (transaction) => this.#require(databaseOf(transaction), id),
      finish: (transaction) => this.#settle(databaseOf(transaction), id, { state: 'done', error: null }),
      fail: async (error) => {
        const final = row.attempts >= (definition.maxAttempts ?? DEFAULT_MAX_ATTEMPTS);
        try {
          if (final) await this.#settle(database, id, { state: 'failed', error });
          else
            await release({ attempts: row.attempts, error, delayMs: retryDelay(definition, row.attempts) });
          return final ? 'failed' : 'retrying';
        } catch (failure) {
          if (failure instanceof LeaseLostError) return 'lost';
          throw failure;
        }
      },
      release: async () => {
        try {
          await release({ attempts: row.attempts - 1, error: null, delayMs: 0 });
        } catch (failure) {
          if (!(failure instanceof LeaseLostError)) throw failure;
        }
      },
      end: () => void lease.release(),
    };
  }

  /** Renews a claim. */
  async #require({ db, now }: StoreDatabase, id: JobId): Promise<void> {
    const row = await db
      .updateTable('parlance_jobs')
      .set({ expires_at: sql<number>`${now} + ${this.#leaseMs}` })
      .where(isHeld(id))
      .returning('key')
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLostError(describe(id), id.token);
  }

  /** Ends a claim. */
  async #settle({ db }: StoreDatabase, id: JobId, values: JobValues): Promise<void> {
    const row = await db
      .updateTable('parlance_jobs')
      .set({ ...values, process: null })
      .where(isHeld(id))
      .returning('key')
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLostError(describe(id), id.token);
  }
}

type JobValues = UpdateObject<CoreTables, 'parlance_jobs'>;

function isHeld({ name, key, token }: JobId): RawBuilder<SqlBool> {
  return sql<SqlBool>`name = ${name} and key = ${key} and token = ${token} and state = 'running'`;
}

function describe({ name, key }: JobId): string {
  return `${name}/${key}`;
}

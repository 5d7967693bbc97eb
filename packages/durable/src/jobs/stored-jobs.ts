import { sql, type RawBuilder, type SqlBool, type UpdateObject } from 'kysely';
import type { CoreTables } from '../database/core-schema.js';
import { storedJson, type JsonValue } from '../database/json-value.js';
import { inPages } from '../database/pages.js';
import type { StoreDatabase } from '../database/store-database.js';
import { HeldLease } from '../leases/held-lease.js';
import { LeaseLostError } from '../leases/lease.js';
import { hasEnded, processIdentity } from '../ledger/process-identity.js';
import { databaseOf, renewIn } from '../store/database-store.js';
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
        ...runAfter(now, delayMs),
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
    await this.#restartDelays();
    return this.#claimNext(definitions);
  }

  /** Starts the delays of jobs again that became waiting in the future: the clock was set back since. */
  async #restartDelays(): Promise<void> {
    const { db, now } = databaseOf(this.#store);
    await db
      .updateTable('parlance_jobs')
      .set((column) => ({ run_at: sql<number>`${now} + ${column.ref('delay_ms')}` }))
      .where('state', '=', 'waiting')
      .where(sql<SqlBool>`run_at - delay_ms > ${now}`)
      .execute();
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
    const { db, location } = databaseOf(this.#store);
    const read = (limit: number, last: string) =>
      db
        .selectFrom('parlance_jobs')
        .select(['key', 'data', 'attempts', 'error'])
        .where('name', '=', name)
        .where('state', '=', 'failed')
        .where('key', '>', last)
        .orderBy('key')
        .limit(limit)
        .execute();
    for await (const { key, data, attempts, error } of inPages(read, (row) => row.key))
      yield { key, data: storedJson(location, 'data', data), attempts, error: error ?? '' };
  }

  async isIdle(name: string): Promise<boolean> {
    const { waiting, running } = await this.counts(name);
    return waiting + running === 0;
  }

  async retryFailed({ name }: JobDefinition): Promise<number> {
    const { db, now } = databaseOf(this.#store);
    const rows = await db
      .updateTable('parlance_jobs')
      .set({ state: 'waiting', attempts: 0, ...runAfter(now, 0) })
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
          ...runAfter(now, 0),
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
    const label = `${row.name}/${row.key}`;
    const required = (isHeld: boolean): void => {
      if (!isHeld) throw new LeaseLostError(label, id.token);
    };
    const returned = (delayMs: number): JobValues => ({
      state: 'waiting',
      ...runAfter(database.now, delayMs),
    });
    const lease = new HeldLease(
      { name: label, owner: '', token: row.token, durationMs: this.#leaseMs },
      { renew: async () => required(await this.#renew(database, id)), release: () => Promise.resolve() },
    );
    return {
      name: row.name,
      key: row.key,
      data: storedJson<JsonValue>(database.location, 'data', row.data),
      attempt: row.attempts,
      signal: lease.signal,
      require: (transaction) =>
        renewIn(transaction, lease, async () => required(await this.#renew(databaseOf(transaction), id))),
      finish: async (transaction) =>
        required(await settle(databaseOf(transaction), id, { state: 'done', error: null })),
      fail: async (error) => {
        const isFinal = row.attempts >= (definition.maxAttempts ?? DEFAULT_MAX_ATTEMPTS);
        const values = isFinal
          ? { state: 'failed' as const }
          : returned(retryDelay(definition, row.attempts));
        if (!(await settle(database, id, { ...values, error }))) return 'lost';
        return isFinal ? 'failed' : 'retrying';
      },
      release: async () => {
        await settle(database, id, { ...returned(0), attempts: row.attempts - 1, error: null });
      },
      end: () => void lease.release(),
    };
  }

  /** Renews a claim. Returns false if it was lost. */
  #renew(database: StoreDatabase, id: JobId): Promise<boolean> {
    return change(database, id, { expires_at: sql<number>`${database.now} + ${this.#leaseMs}` });
  }
}

function runAfter(now: StoreDatabase['now'], delayMs: number) {
  return { run_at: sql<number>`${now} + ${delayMs}`, delay_ms: delayMs };
}

/** Ends a claim. Returns false if it was lost. */
function settle(database: StoreDatabase, id: JobId, values: JobValues): Promise<boolean> {
  return change(database, id, { ...values, process: null });
}

async function change({ db }: StoreDatabase, id: JobId, values: JobValues): Promise<boolean> {
  const row = await db
    .updateTable('parlance_jobs')
    .set(values)
    .where(isHeld(id))
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

type JobValues = UpdateObject<CoreTables, 'parlance_jobs'>;

function isHeld({ name, key, token }: JobId): RawBuilder<SqlBool> {
  return sql<SqlBool>`name = ${name} and key = ${key} and token = ${token} and state = 'running'`;
}

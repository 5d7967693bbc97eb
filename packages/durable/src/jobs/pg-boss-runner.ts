import { wrong } from '@parlance/core-transport/internal';
import type { PgBoss } from 'pg-boss';
import { ConfigError } from '@parlance/schemas/kit';
import { databaseOf } from '../store/database-store.js';
import { postgresError } from '../database/postgres-dialect.js';
import { PgBossJobs } from './pg-boss-jobs.js';
import { QueueRunner, type RunnerOptions } from './queue-runner.js';
import type { Store } from '../store/store.js';
import type { Runner } from './runner.js';

/** Options for {@link pgBossRunner}. */
export interface PgBossRunnerOptions extends RunnerOptions {
  /** Schema of the tables of pg-boss; created if it is missing. Default: `pgboss`. */
  readonly schema?: string | undefined;
}

/**
 * Creates a runner that keeps its jobs in the queues of pg-boss, in the database of the store. Use it for many machines, or
 * beside other queues of pg-boss. The job of a process that was killed runs in another one after eleven seconds. Delays are rounded up to
 * seconds, and a job may run for 24 hours. Counts are up to two seconds old. A job that a stopped runner has returned to the queue keeps all
 * attempts that were left, but the number of its next attempt is higher. Jobs that have failed in all attempts are copied to the queue
 * `dead-letters/NAME`.
 *
 * @param options - A store on PostgreSQL and the concurrency.
 * @throws {ConfigError} When an option is invalid, the store is not on PostgreSQL, or the package `pg-boss` is not installed.
 */
export async function pgBossRunner(options: PgBossRunnerOptions): Promise<Runner> {
  const { store, schema = 'pgboss' } = options;
  return new QueueRunner(new PgBossJobs(await createBoss(store, schema), store), options);
}

/** Creates an instance of pg-boss in the database of a store. */
export async function createBoss(store: Store, schema: string): Promise<PgBoss> {
  const { pool, location, patience } = databaseOf(store);
  if (pool === undefined)
    throw wrong('store', 'must be on PostgreSQL for pgBossRunner; use localRunner with SQLite');
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw new ConfigError('schema', 'schema must consist of lower-case letters, digits and underscores');
  const { PgBoss: Boss } = await loadPgBoss();
  const boss: PgBoss = new Boss({
    schema,
    db: {
      // All statements of pg-boss can be repeated. A job that was fetched twice because a response was lost runs again after its heartbeat.
      executeSql: (text, values) =>
        patience.run(async () => {
          try {
            return await pool.query(text, values);
          } catch (error) {
            throw postgresError({ location, schema }, error);
          }
        }),
    },
    // How soon the jobs of a killed process are noticed.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    schedule: false,
  });
  // Background failures repeat in the next claim, which reports them.
  boss.on('error', () => {});
  return boss;
}

async function loadPgBoss(): Promise<typeof import('pg-boss')> {
  try {
    return await import('pg-boss');
  } catch (error) {
    throw new ConfigError('store', 'pgBossRunner requires the package pg-boss: npm install pg-boss', {
      cause: error,
    });
  }
}

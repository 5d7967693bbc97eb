/** The tables of this package. */
import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { StoreSchema } from './migrate.js';

/** Columns by table. Times are milliseconds since 1970, by the database's clock. */
export interface CoreTables {
  parlance_checkpoints: { name: string; value: string; saved_at: number };
  parlance_ledger: {
    ledger: string;
    key: string;
    owner: string;
    process: string | null;
    token: number;
    attempt: number;
    expires_at: number;
    claimed_at: number | null;
    started: number;
    interrupted: number;
    input: string | null;
    decision: string | null;
    result: string | null;
    finished_at: number | null;
  };
  parlance_jobs: {
    name: string;
    key: string;
    data: string;
    state: 'waiting' | 'running' | 'done' | 'failed';
    priority: number;
    run_at: number;
    delay_ms: number;
    attempts: number;
    token: number;
    process: string | null;
    expires_at: number;
    error: string | null;
  };
  /** `state` is the JSON of a `LimitState`. */
  parlance_rate_limits: { scope: string; state: string };
}

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** The schema of {@link CoreTables}. */
export const coreSchema: StoreSchema<CoreTables> = {
  name: 'durable',
  migrations: {
    '0001-tables': async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('parlance_checkpoints')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', required)
        .addColumn('saved_at', 'bigint', required)
        .execute();
      await db.schema
        .createTable('parlance_ledger')
        .addColumn('ledger', 'text', required)
        .addColumn('key', 'text', required)
        .addColumn('owner', 'text', required)
        .addColumn('process', 'text')
        .addColumn('token', 'bigint', required)
        .addColumn('attempt', 'integer', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('claimed_at', 'bigint')
        .addColumn('started', 'integer', required)
        .addColumn('interrupted', 'integer', required)
        .addColumn('input', 'text')
        .addColumn('decision', 'text')
        .addColumn('result', 'text')
        .addColumn('finished_at', 'bigint')
        .addPrimaryKeyConstraint('parlance_ledger_key', ['ledger', 'key'])
        .execute();
      await createJobs(db);
      await db.schema
        .createTable('parlance_rate_limits')
        .addColumn('scope', 'text', (column) => column.primaryKey())
        .addColumn('state', 'text', required)
        .execute();
    },
  },
};

/** Creates the table of the local runner. It is unused in PostgreSQL, where the jobs are those of pg-boss. */
async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('parlance_jobs')
    .addColumn('name', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('priority', 'integer', required)
    .addColumn('run_at', 'bigint', required)
    .addColumn('delay_ms', 'bigint', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('token', 'bigint', required)
    .addColumn('process', 'text')
    .addColumn('expires_at', 'bigint', required)
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('parlance_jobs_key', ['name', 'key'])
    .execute();
  await db.schema
    .createIndex('parlance_jobs_order')
    .on('parlance_jobs')
    .columns(['name', 'state', 'priority desc', 'run_at', 'key'])
    .execute();
}

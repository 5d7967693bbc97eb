/** The tables of this package. */
import type { Kysely } from 'kysely';
import { createTable } from './create-table.js';
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

/** The schema of {@link CoreTables}. */
export const coreSchema: StoreSchema<CoreTables> = {
  name: 'durable',
  migrations: {
    '0001-tables': async (db: Kysely<unknown>) => {
      await createTable(db, 'parlance_checkpoints', {
        columns: { text: 'name value', bigint: 'saved_at' },
        key: ['name'],
      });
      await createTable(db, 'parlance_ledger', {
        columns: {
          text: 'ledger key owner',
          bigint: 'token expires_at',
          integer: 'attempt started interrupted',
        },
        nullable: { text: 'process input decision result', bigint: 'claimed_at finished_at' },
        key: ['ledger', 'key'],
      });
      await createJobs(db);
      await createTable(db, 'parlance_rate_limits', { columns: { text: 'scope state' }, key: ['scope'] });
    },
  },
};

/** Creates the table of the local runner. It is unused in PostgreSQL, where the jobs are those of pg-boss. */
async function createJobs(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'parlance_jobs', {
    columns: {
      text: 'name key data state',
      integer: 'priority attempts',
      bigint: 'run_at delay_ms token expires_at',
    },
    nullable: { text: 'process error' },
    key: ['name', 'key'],
  });
  await db.schema
    .createIndex('parlance_jobs_order')
    .on('parlance_jobs')
    .columns(['name', 'state', 'priority desc', 'run_at', 'key'])
    .execute();
}

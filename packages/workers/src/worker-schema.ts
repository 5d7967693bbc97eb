/** The tables of workers in their store. Times are milliseconds since 1970, by the database's clock. */
import type { StoreSchema } from '@parlance/durable';
import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Columns by table. */
export interface WorkerTables {
  /** Sessions that the workers of a name serve. */
  worker_sessions: {
    worker: string;
    session: string;
    /** Environment and item of the work queue that the session came from; null for a session that was added. */
    environment: string | null;
    item: string | null;
    /** The member that serves it; null when nobody does. */
    member: string | null;
    /** Why it is in quarantine; null unless it is. */
    problem: string | null;
    since: number;
  };
  /** Calls that wait for a decision, and results that the service refused. */
  worker_calls: {
    worker: string;
    call: string;
    session: string;
    tool: string;
    kind: 'call' | 'prompt';
    state: 'waiting' | 'decided' | 'refused';
    /** JSON of the input. */
    input: string;
    /** Why a person denied the call, or the service refused its result. */
    reason: string | null;
    since: number;
  };
}

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** The schema of {@link WorkerTables}. */
export const workerSchema: StoreSchema<WorkerTables> = {
  name: 'workers',
  migrations: {
    '0001-sessions-and-calls': async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('worker_sessions')
        .addColumn('worker', 'text', required)
        .addColumn('session', 'text', required)
        .addColumn('environment', 'text')
        .addColumn('item', 'text')
        .addColumn('member', 'text')
        .addColumn('problem', 'text')
        .addColumn('since', 'bigint', required)
        .addPrimaryKeyConstraint('worker_sessions_key', ['worker', 'session'])
        .execute();
      await db.schema
        .createIndex('worker_sessions_member')
        .on('worker_sessions')
        .columns(['worker', 'member'])
        .execute();
      await db.schema
        .createTable('worker_calls')
        .addColumn('worker', 'text', required)
        .addColumn('call', 'text', required)
        .addColumn('session', 'text', required)
        .addColumn('tool', 'text', required)
        .addColumn('kind', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('input', 'text', required)
        .addColumn('reason', 'text')
        .addColumn('since', 'bigint', required)
        .addPrimaryKeyConstraint('worker_calls_key', ['worker', 'call'])
        .execute();
    },
  },
};

/** The tables of workers in their store. Times are milliseconds since 1970, by the database's clock. */
import { createTable, type StoreSchema } from '@parlance/durable';
import type { Kysely } from 'kysely';

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

/** The schema of {@link WorkerTables}. */
export const workerSchema: StoreSchema<WorkerTables> = {
  name: 'workers',
  migrations: {
    '0001-sessions-and-calls': async (db: Kysely<unknown>) => {
      await createTable(db, 'worker_sessions', {
        columns: { text: 'worker session', bigint: 'since' },
        nullable: { text: 'environment item member problem' },
        key: ['worker', 'session'],
      });
      await db.schema
        .createIndex('worker_sessions_member')
        .on('worker_sessions')
        .columns(['worker', 'member'])
        .execute();
      await createTable(db, 'worker_calls', {
        columns: { text: 'worker call session tool kind state input', bigint: 'since' },
        nullable: { text: 'reason' },
        key: ['worker', 'call'],
      });
    },
  },
};

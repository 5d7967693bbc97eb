/** The tables of plans in a store. Times are milliseconds since 1970, by the database's clock. */
import { createTable, type Store, type StoreSchema } from '@parlance/durable';
import type { Kysely } from 'kysely';

/** Columns by table. */
export interface ReconcileTables {
  /** Plans that were started. */
  reconcile_plans: {
    digest: string;
    /** JSON of the plan. */
    plan: string;
    /** JSON of the plan that undoes it. */
    undo: string;
    /** JSON: who approved it. */
    approved_by: string;
    started_at: number;
    /** Null while something is left to do. */
    finished_at: number | null;
  };
  /** What was done. */
  reconcile_journal: {
    plan: string;
    entry: number;
    /** Position of the action in the plan. */
    action: number;
    /** `sent` before a request, then the outcome. */
    outcome: 'sent' | 'done' | 'refused';
    /** Code of an error; null without one. */
    code: string | null;
    at: number;
  };
  /** People whom a plan has named, so that those whose e-mail address changes are recognized. */
  reconcile_people: {
    email: string;
    user_id: string;
  };
}

/** The schema of {@link ReconcileTables}. */
export const reconcileSchema: StoreSchema<ReconcileTables> = {
  name: 'reconcile',
  migrations: {
    '0001-plans': async (db: Kysely<unknown>) => {
      await createTable(db, 'reconcile_plans', {
        columns: { text: 'digest plan undo approved_by', bigint: 'started_at' },
        nullable: { bigint: 'finished_at' },
        key: ['digest'],
      });
      await createTable(db, 'reconcile_journal', {
        columns: { text: 'plan outcome', integer: 'entry action', bigint: 'at' },
        nullable: { text: 'code' },
        key: ['plan', 'entry'],
      });
      await createTable(db, 'reconcile_people', { columns: { text: 'email user_id' }, key: ['email'] });
    },
  },
};

/** Ids of users by the folded e-mail addresses that they had when a plan was applied. */
export async function readEarlierIds(store: Store): Promise<ReadonlyMap<string, string>> {
  const tables = await store.migrate(reconcileSchema);
  const rows = await tables.selectFrom('reconcile_people').selectAll().execute();
  return new Map(rows.map(({ email, user_id: id }) => [email, id]));
}

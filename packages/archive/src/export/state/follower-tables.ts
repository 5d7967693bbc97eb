/** The tables of followers in the store. */
import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { createTable } from '@parlance/durable';

/** Columns by table. */
export interface FollowerTables {
  archive_followers: {
    export: string;
    name: string;
    /** Whether the last run defined it. */
    defined: number;
    remote: number;
    /** Everything up to this certificate was delivered. */
    sequence: number;
    /** The last certificate whose delivery was begun: what is sent again up to it is marked so. */
    sent_to: number;
    paused: number;
    /** Why the last attempt failed; null if it did not. */
    problem: string | null;
    delivered: number;
    left_out: number;
    rejected: number;
  };
  archive_follower_days: {
    export: string;
    follower: string;
    /** UTC day on which the certificates were sealed. */
    day: string;
    first_sequence: number;
    last_sequence: number;
    /** Number of certificates that were delivered. */
    certificates: number;
    listed: number;
    delivered: number;
    left_out: number;
    rejected: number;
    confirmed: number;
    ids_digest: string | null;
    /** Size of the file of rejected records, in bytes. */
    rejected_bytes: number;
  };
}

/** Creates the tables, and notes what earlier releases have written to all sinks. */
export async function addFollowers(db: Kysely<unknown>): Promise<void> {
  const count = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(0);
  await db.schema.alterTable('archive_exports').addColumn('stepped_to', 'integer', count).execute();
  // The columns that it uses exist.
  const tables = db as Kysely<{ archive_exports: { sequence: number; stepped_to: number } }>;
  await tables
    .updateTable('archive_exports')
    .set(({ ref }) => ({ stepped_to: ref('sequence') }))
    .execute();
  await createTable(db, 'archive_followers', {
    columns: {
      text: 'export name',
      integer: 'defined remote sequence sent_to paused delivered left_out rejected',
    },
    nullable: { text: 'problem' },
    key: ['export', 'name'],
  });
  await createTable(db, 'archive_follower_days', {
    columns: {
      text: 'export follower day',
      integer: 'first_sequence last_sequence certificates listed delivered left_out rejected rejected_bytes',
    },
    nullable: { text: 'ids_digest' },
    key: ['export', 'follower', 'day'],
  });
}

/** Adds what receivers confirm. */
export async function addConfirmed(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.alterTable('archive_follower_days');
  await table.addColumn('confirmed', 'integer', (column) => column.notNull().defaultTo(0)).execute();
}

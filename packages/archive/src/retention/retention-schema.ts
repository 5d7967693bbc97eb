/** The tables of holds and of the journal, in the store. */
import { createTable, type Store, type StoreSchema } from '@parlance/durable';
import type { Kysely } from 'kysely';
import type { Json } from '../export/state/json-column.js';
import type { ResolvedReference } from '../scopes/reference.js';
import type { HoldEffect } from './hold.js';

/** Columns by table. Times are milliseconds since 1970, by the database's clock. */
export interface RetentionTables {
  archive_holds: {
    id: string;
    scope: 'user' | 'project' | 'chat' | 'text';
    value: string;
    reason: string;
    added_by: string;
    added_at: number;
    released_by: string | null;
    released_at: number | null;
    release_reason: string | null;
    /** Who stated that the hold matches no chat yet. */
    matches_nothing_yet_by: string | null;
    reference: Json<ResolvedReference> | null;
    /** How many chats it matched when it was added; null until they are counted. */
    effect: Json<HoldEffect> | null;
  };
  archive_journal: {
    sequence: number;
    plan: string | null;
    type: string;
    chat: string | null;
    digest: string;
    /** Canonical JSON of the entry without its digest. */
    entry: string;
  };
  /**
   * One row, which every change of holds and every entry of the journal updates. Its lock puts them in one order: a deletion either sees a
   * hold, or was recorded before it.
   */
  archive_retention_head: {
    id: number;
    sequence: number;
    digest: string | null;
    holds_version: number;
    /** UUIDs of the organizations that holds and journal belong to; null before the first hold or deletion. */
    organizations: Json<readonly string[]> | null;
  };
}

/** The schema of {@link RetentionTables}. */
export const retentionSchema: StoreSchema<RetentionTables> = {
  name: 'archive_retention',
  migrations: {
    '0001-holds-and-journal': async (db: Kysely<unknown>) => {
      await createTable(db, 'archive_holds', {
        columns: { text: 'id scope value reason added_by', bigint: 'added_at' },
        nullable: { text: 'released_by release_reason', bigint: 'released_at' },
        key: ['id'],
      });
      await createTable(db, 'archive_journal', {
        columns: { bigint: 'sequence', text: 'type digest entry' },
        nullable: { text: 'plan chat' },
        key: ['sequence'],
      });
      await db.schema
        .createIndex('archive_journal_chat')
        .on('archive_journal')
        .columns(['chat', 'plan'])
        .execute();
      await createTable(db, 'archive_retention_head', {
        columns: { integer: 'id', bigint: 'sequence holds_version' },
        nullable: { text: 'digest' },
        key: ['id'],
      });
      await (
        db as Kysely<{
          archive_retention_head: Omit<RetentionTables['archive_retention_head'], 'organizations'>;
        }>
      )
        .insertInto('archive_retention_head')
        .values({ id: 1, sequence: 0, digest: null, holds_version: 0 })
        .execute();
    },
    '0002-organizations': async (db: Kysely<unknown>) => {
      await db.schema.alterTable('archive_retention_head').addColumn('organizations', 'text').execute();
      await db.schema.alterTable('archive_holds').addColumn('matches_nothing_yet_by', 'text').execute();
    },
    '0003-references': async (db: Kysely<unknown>) => {
      await db.schema.alterTable('archive_holds').addColumn('reference', 'text').execute();
      await db.schema.alterTable('archive_holds').addColumn('effect', 'text').execute();
    },
  },
};

/** Creates the tables if they are missing. */
export async function migrateRetention(store: Store): Promise<void> {
  await store.migrate(retentionSchema);
}

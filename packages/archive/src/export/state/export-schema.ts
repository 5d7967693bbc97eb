/** The tables of exports in the store. */
import type { Kysely } from 'kysely';
import type { Checkpoint } from '@parlance/core-transport';
import { createTable, type StoreSchema } from '@parlance/durable';
import type { Certificate } from '../../certificates/certificate.js';
import type { ArchivedPresence, ChatPresence } from '../../records/archive-record.js';
import type { Unit } from '../../certificates/extent.js';
import type { ExportDefinition } from '../definition/export-definition.js';
import type { ExportForecast } from './export-status.js';
import { addConfirmed, addFollowers, type FollowerTables } from './follower-tables.js';
import type { Json } from './json-column.js';

/** Columns by table. Times are RFC 3339, UTC, with milliseconds, by the clock of the service. */
export interface ExportTables extends FollowerTables {
  archive_exports: {
    name: string;
    /** What the archive contains, and its schedule. */
    content: Json<ExportDefinition['content']>;
    schedule: Json<ExportDefinition['schedule']>;
    /** `paused`: a person stopped it, or `problem` did. */
    state: 'running' | 'paused' | 'done';
    phase: 'plan' | 'read' | 'changes';
    run: number;
    /** Increases whenever the export is started, except after a crash. Jobs of an earlier epoch are void. */
    epoch: number;
    /** Upper bound of the run. */
    bound: string | null;
    /** End of the planned windows of activities. */
    planned_to: string | null;
    /** Bound of the first read of the chats. */
    backfill_to: string | null;
    /** Bound of the last run that listed the chats of all users. */
    swept_to: string | null;
    /** Number of certificates, and digest of the last one. */
    sequence: number;
    head: string | null;
    /** Where the next certificate is written in its file, unless it is the first one of a file. */
    certificate_offset: number;
    /** Number of the last segment when the last run ended, and the position in the chain. */
    ended_segment: number;
    ended_sequence: number;
    /** The same of the run before. Nothing is written to these segments any more. */
    closed_segment: number;
    closed_sequence: number;
    late: number;
    problem: string | null;
    /** Bound of the last run that was completed. */
    completed_to: string | null;
    /** What the first run was expected to need; null if nobody was asked. */
    forecast: Json<StoredForecast> | null;
    /** Ids of its organizations; null until they are listed. */
    organizations: Json<readonly string[]> | null;
    /** Certificates up to this one were written to all sinks in step with the archive, by an earlier release. */
    stepped_to: number;
    started_at: string;
    updated_at: string;
  };
  archive_units: {
    export: string;
    name: string;
    family: Unit['family'];
    state: 'open' | 'sealed' | 'failed';
    task: 'window' | 'recheck' | 'backfill' | 'increment';
    priority: number;
    range_from: string | null;
    range_to: string;
    /** The users of a partition; null for others. */
    users: Json<readonly string[]> | null;
    /** The last sealed revision; -1 before the first. */
    revision: number;
    /** Attempts of earlier jobs to write the next revision. */
    attempts: number;
    /** Where the list continues after the last sealed page; null for the start. */
    resume_from: Json<Resumption> | null;
    /** Number of rechecks that are done or need not be done. */
    rechecks: number;
    increment: Json<Increment> | null;
    records: number;
    requests: number;
    /** How much there is to read: minutes of a window, people of a partition, people whom an increment lists. */
    weight: number;
    /** Chats that the service listed before the unit was read; null if it was not asked. */
    counted: number | null;
    /** Chats that were listed, and requests that were sent, since the unit was opened for its task. */
    listed: number;
    sent: number;
  };
  archive_users: {
    export: string;
    id: string;
    /** Partition whose increments list the user; null if the user has none yet. */
    unit: string | null;
    /** Time of the last known activity. */
    named_to: string | null;
    /** Time of the first activity that was found late and not followed by a list. */
    late_from: string | null;
    /** All changes before this time are archived; null before the first read. */
    listed_to: string | null;
  };
  archive_directory: {
    export: string;
    kind: ArchivedPresence['subject'];
    id: string;
    digest: string;
    presence: ArchivedPresence['state'];
  };
  archive_chats: {
    export: string;
    id: string;
    /** Unit that has read the chat last. */
    unit: string;
    user_id: string;
    created_at: string;
    /** The newest snapshot: digests of metadata and contents, its presence, its own digest, and its number. */
    chat: string;
    contents: string | null;
    presence: Json<ChatPresence>;
    snapshot: string;
    snapshots: number;
    /** First 16 characters of the digests of its archived records, joined. */
    parts: string;
    /** Digests of its archived files, by source and id. */
    files: Json<Readonly<Record<string, string>>>;
  };
  /** Chats that the audit log or the journal of retention reports as deleted, until they were checked. */
  archive_deletions: { export: string; chat: string; activity: string | null; journal: string | null };
  archive_window_records: { export: string; unit: string; revision: number; parts: string };
  archive_failures: {
    export: string;
    kind: 'chat' | 'file' | 'unit';
    id: string;
    unit: string;
    code: string;
    message: string;
    request_id: string | null;
    failed_at: string;
    /** A person decided to leave the item out. */
    skip: number;
  };
  archive_certificates: {
    export: string;
    sequence: number;
    unit: string;
    revision: number;
    /** Where it is in its file, in bytes. */
    file_offset: number;
    text: Json<Certificate>;
    started_at: string;
    sealed_at: string;
    published: number;
  };
  /** Requests that belong to no unit, until the next certificate names them. */
  archive_requests: { export: string; id: string; started_at: string };
}

/** A forecast, as the store keeps it. Times are RFC 3339. */
export interface StoredForecast extends Omit<ExportForecast, 'sent' | 'error'> {
  readonly run: number;
  /** Requests for the messages and files of a chat. */
  readonly chatRequests: number;
  /** Requests of all units before. */
  readonly sentBefore: number;
}

/** Where a list of chats continues: its checkpoint, and the creation time of the last chat that was listed. */
export interface Resumption {
  readonly checkpoint: Checkpoint | null;
  readonly listedTo: string | null;
}

/** What an increment lists. */
export interface Increment {
  readonly users: readonly string[];
  /** Lists chats that were updated from this time on. */
  readonly from: string;
  /** Lists chats that were created before this time. */
  readonly to: string;
  readonly after: 'activities' | 'sweep';
}

/** The schema of {@link ExportTables}. */
export const exportSchema: StoreSchema<ExportTables> = {
  name: 'archive',
  migrations: {
    '0001-segments': createTables,
    '0002-completed-to': (db: Kysely<unknown>) =>
      db.schema.alterTable('archive_exports').addColumn('completed_to', 'text').execute(),
    '0003-forecast': addForecast,
    '0004-followers': addFollowers,
    '0005-confirmed': addConfirmed,
  },
};

async function addForecast(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('archive_exports').addColumn('forecast', 'text').execute();
  await schema.alterTable('archive_units').addColumn('counted', 'integer').execute();
  for (const [name, value] of Object.entries({ weight: 1, listed: 0, sent: 0 }))
    await schema
      .alterTable('archive_units')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
      .execute();
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'archive_exports', {
    columns: {
      text: 'name content schedule state phase started_at updated_at',
      integer:
        'run epoch sequence certificate_offset ended_segment ended_sequence closed_segment closed_sequence late',
    },
    nullable: { text: 'bound planned_to backfill_to swept_to head problem organizations' },
    key: ['name'],
  });
  await createUnits(db);
  await createItems(db);
  await createChats(db);
  await createTable(db, 'archive_requests', {
    columns: { text: 'export id started_at' },
    key: ['export', 'id'],
  });
}

async function createIndex(
  db: Kysely<unknown>,
  table: string,
  name: string,
  columns: string[],
): Promise<void> {
  await db.schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute();
}

async function createUnits(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'archive_units', {
    columns: {
      text: 'export name family state task range_to',
      integer: 'priority revision attempts rechecks records requests',
    },
    nullable: { text: 'range_from users resume_from increment' },
    key: ['export', 'name'],
  });
  await createIndex(db, 'archive_units', 'state', ['export', 'state', 'family']);
  await createTable(db, 'archive_certificates', {
    columns: {
      text: 'export unit text started_at sealed_at',
      integer: 'sequence revision file_offset published',
    },
    key: ['export', 'sequence'],
  });
  await createIndex(db, 'archive_certificates', 'time', ['export', 'sealed_at']);
}

async function createItems(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'archive_users', {
    columns: { text: 'export id' },
    nullable: { text: 'unit named_to late_from listed_to' },
    key: ['export', 'id'],
  });
  await createTable(db, 'archive_directory', {
    columns: { text: 'export kind id digest presence' },
    key: ['export', 'kind', 'id'],
  });
  await createTable(db, 'archive_window_records', {
    columns: { text: 'export unit parts', integer: 'revision' },
    key: ['export', 'unit', 'revision'],
  });
  await createTable(db, 'archive_failures', {
    columns: { text: 'export kind id unit code message failed_at', integer: 'skip' },
    nullable: { text: 'request_id' },
    key: ['export', 'kind', 'id'],
  });
}

async function createChats(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'archive_chats', {
    columns: {
      text: 'export id unit user_id created_at chat presence snapshot parts files',
      integer: 'snapshots',
    },
    nullable: { text: 'contents' },
    key: ['export', 'id'],
  });
  await createIndex(db, 'archive_chats', 'user', ['export', 'user_id', 'created_at']);
  await createTable(db, 'archive_deletions', {
    columns: { text: 'export chat' },
    nullable: { text: 'activity journal' },
    key: ['export', 'chat'],
  });
}

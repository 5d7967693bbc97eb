import type { Store } from '@parlance/durable';
import type { Archive } from '../reader/open-archive.js';
import type { RecordOf } from '../records/archive-record.js';
import { appendEntry, type JournalEntry } from './journal.js';
import { migrateRetention, retentionSchema } from './retention-schema.js';

/** Options for {@link recordDeletionActivities}. */
export interface DeletionActivitiesOptions {
  /** The store with the journal. */
  readonly store: Store;
  /** An archive with the activities since the deletions, from a later run of the export. */
  readonly archive: Archive;
}

/**
 * Looks in an archive for the activities with which the service's own audit log confirms the deletions of the journal, and adds them to it. Call it
 * after a later run of the export has archived them. Calling it again adds only what is new.
 *
 * @param options - Journal and archive.
 * @returns How many entries were added.
 * @throws {ArchiveError} When the archive is damaged.
 */
export async function recordDeletionActivities(
  options: DeletionActivitiesOptions,
): Promise<{ readonly added: number }> {
  const { archive, store } = options;
  await migrateRetention(store);
  let added = 0;
  for await (const record of archive.activities({ types: ['assistant_chat_deleted'] }))
    if (await recordActivity(store, record)) added += 1;
  return { added };
}

async function recordActivity(store: Store, record: RecordOf<'activity'>): Promise<boolean> {
  const {
    id,
    type,
    created_at,
    assistant_chat_id: chat,
  } = record.body as {
    readonly id?: string;
    readonly type?: string;
    readonly created_at?: string;
    readonly assistant_chat_id?: unknown;
  };
  if (typeof chat !== 'string') return false;
  return store.transaction(async (transaction) => {
    const rows = await transaction
      .tables(retentionSchema)
      .selectFrom('archive_journal')
      .select(['plan', 'type', 'entry'])
      .where('chat', '=', chat)
      .where('type', 'in', ['outcome', 'activity'])
      .orderBy('sequence')
      .execute();
    const outcome = rows.findLast((row) => row.type === 'outcome');
    const known = rows.map(
      ({ entry }) => JSON.parse(entry) as Partial<Extract<JournalEntry, { type: 'activity' }>>,
    );
    if (outcome === undefined || known.some(({ activity }) => activity === record.id)) return false;
    await appendEntry(transaction, outcome.plan, {
      type: 'activity',
      chat,
      activity: id ?? record.id,
      activity_type: type ?? '',
      activity_at: created_at ?? null,
      archived: record.digest,
    });
    return true;
  });
}

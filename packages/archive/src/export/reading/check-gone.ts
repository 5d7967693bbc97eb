/** Chats that seem to be deleted: whether the service still has them. */
import { NotFoundError } from '@parlance/core-transport';
import type { StoreTransaction } from '@parlance/durable';
import type { ChatPresence } from '../../records/archive-record.js';
import { withSnapshot, type ChatRead, type ChatRow } from './chat-state.js';
import { exportSchema } from '../state/export-schema.js';
import type { RunContext } from '../state/run-context.js';
import type { UnitRow } from '../state/unit-row.js';
import type { UnitLog } from '../state/unit-log.js';
import { padded } from '../state/lists.js';

/** A chat that seems to be deleted, and its presence if it is. */
export interface Suspect {
  readonly row: ChatRow;
  readonly presence: ChatPresence;
}

/** Reads one message of a chat. Returns its state if the service does not have it any more; undefined if it does. */
export async function checkGone(
  { compliance, patience }: RunContext,
  { row, presence }: Suspect,
  { log, signal }: { readonly log: UnitLog; readonly signal: AbortSignal },
): Promise<ChatRead | undefined> {
  try {
    const page = await patience.call(signal, () =>
      compliance.chats.messages(row.id, { limit: 1 }, { signal, priority: 'bulk' }),
    );
    log.request(page.requestId);
    return undefined;
  } catch (error) {
    if (!NotFoundError.is(error)) throw error;
    log.request(error.requestId);
    return withSnapshot(row, presence);
  }
}

/** Returns the chats of a unit whose deletion the audit log or the journal has reported. */
export async function reportedAsDeleted(
  { tables }: Pick<RunContext, 'tables'>,
  unit: UnitRow,
): Promise<readonly Suspect[]> {
  const rows = await tables
    .selectFrom('archive_chats as chat')
    .innerJoin('archive_deletions as deletion', (join) =>
      join.onRef('deletion.export', '=', 'chat.export').onRef('deletion.chat', '=', 'chat.id'),
    )
    .selectAll('chat')
    .select(['deletion.activity', 'deletion.journal'])
    .where('chat.export', '=', unit.export)
    .where('chat.unit', '=', unit.name)
    .execute();
  return rows.map(({ export: _export, activity, journal, ...row }) => ({
    row,
    presence: { state: 'deleted', activity: activity ?? undefined, journal: journal ?? undefined },
  }));
}

/** Remembers which chats the audit log reports as deleted, until they were checked. */
export async function rememberDeletions(
  transaction: StoreTransaction,
  exportName: string,
  deletions: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [chat, activity] of deletions)
    await transaction
      .tables(exportSchema)
      .insertInto('archive_deletions')
      .values({ export: exportName, chat, activity, journal: null })
      .onConflict((conflict) =>
        conflict.columns(['export', 'chat']).doUpdateSet(({ fn, ref }) => ({
          activity: fn.coalesce(ref('archive_deletions.activity'), ref('excluded.activity')),
        })),
      )
      .execute();
}

/**
 * Remembers that the journal of retention has the deletion of a chat, for the exports of its store that have the chat. Their next runs check it.
 *
 * @param entry - Digest of the entry.
 */
export async function rememberDeletion(
  transaction: StoreTransaction,
  chat: string,
  entry: string,
): Promise<void> {
  await transaction
    .tables(exportSchema)
    .insertInto('archive_deletions')
    .columns(['export', 'chat', 'journal'])
    .expression((select) =>
      select
        .selectFrom('archive_chats')
        .select(({ val }) => ['export', 'id', val(entry).as('journal')])
        .where('id', '=', chat)
        .where('contents', 'is not', null),
    )
    .onConflict((conflict) => conflict.columns(['export', 'chat']).doUpdateSet({ journal: entry }))
    .execute();
}

/** Forgets reports of deletions that were checked. */
export async function forgetDeletions(
  transaction: StoreTransaction,
  exportName: string,
  suspects: readonly Suspect[],
): Promise<void> {
  if (suspects.length === 0) return;
  await transaction
    .tables(exportSchema)
    .deleteFrom('archive_deletions')
    .where('export', '=', exportName)
    .where('chat', 'in', padded(suspects.map(({ row }) => row.id)))
    .execute();
}

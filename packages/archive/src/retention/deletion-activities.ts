import type { Store } from '@parlance/durable';
import type { Archive } from '../reader/open-archive.js';
import type { RecordOf } from '../records/archive-record.js';
import { appendEntry, entriesIn, type JournalEntry } from './journal.js';
import { DELETION_TYPES, reportedDeletion, type ReportedDeletion } from '../records/deletion-report.js';
import { archiveOrganizations, requireStoreOf } from './one-organization.js';
import { migrateRetention } from './retention-schema.js';

/** Options for {@link recordDeletionActivities}. */
export interface DeletionActivitiesOptions {
  /** The store with the journal. */
  readonly store: Store;
  /** An archive with the activities since the deletions, from a later run of the export. */
  readonly archive: Archive;
}

/** The clocks of service and database may differ by this much. */
const MARGIN_MS = 300_000;

/**
 * Looks in an archive for the activities with which the service's own audit log confirms the deletions of the journal, and adds them to it. Call it
 * after a later run of the export has archived them. Calling it again adds only what is new.
 *
 * An activity confirms one deletion of its chat: the one with its request id, or that was sent before the activity and had its outcome after it. The
 * clocks of database and service may differ by five minutes.
 *
 * @param options - Journal and archive.
 * @returns How many entries were added.
 * @throws {RetentionError} With code `other_organization` when the store belongs to another organization than the archive.
 * @throws {ArchiveError} When the archive is damaged.
 */
export async function recordDeletionActivities(
  options: DeletionActivitiesOptions,
): Promise<{ readonly added: number }> {
  const { archive, store } = options;
  await migrateRetention(store);
  await requireStoreOf(store, archiveOrganizations(archive));
  let added = 0;
  for await (const record of archive.activities({ types: DELETION_TYPES }))
    if (await recordActivity(store, record)) added += 1;
  return { added };
}

async function recordActivity(store: Store, record: RecordOf<'activity'>): Promise<boolean> {
  const reported = reportedDeletion(record.body);
  if (reported === null) return false;
  const { chat, at } = reported;
  return store.transaction(async (transaction) => {
    const rows = await entriesIn(transaction).where('chat', '=', chat).orderBy('sequence').execute();
    const entries = rows.map(({ entry }) => JSON.parse(entry) as JournalEntry);
    if (entries.some((entry) => entry.type === 'activity' && entry.activity === record.id)) return false;
    const confirmed = confirmedBy(reported, sentDeletions(entries));
    if (confirmed === undefined) return false;
    await appendEntry(transaction, confirmed.plan, {
      type: 'activity',
      chat,
      intent: confirmed.intent,
      activity: record.id,
      activity_type: String(record.body.type),
      activity_at: new Date(at).toISOString(),
      archived: record.digest,
    });
    return true;
  });
}

/** A deletion that took effect, and that no activity confirms yet. */
interface SentDeletion {
  readonly plan: string;
  /** Position of the intent. */
  readonly intent: number;
  /** Times of the intent and of the outcome, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Id of the request that had the outcome. */
  readonly requestId: string | null;
}

/** Pairs the intents of a chat with their outcomes. A resumed run repeats the intent: the outcome belongs to all of them, and the first one names it. */
function sentDeletions(entries: readonly JournalEntry[]): readonly SentDeletion[] {
  const confirmed = new Set(entries.map((entry) => (entry.type === 'activity' ? entry.intent : null)));
  const open = new Map<string, JournalEntry>();
  const sent: SentDeletion[] = [];
  for (const entry of entries) {
    const { plan, type } = entry;
    if (type === 'intent' && !open.has(plan)) open.set(plan, entry);
    if (type !== 'outcome' && type !== 'refused' && type !== 'kept') continue;
    const intent = open.get(plan);
    open.delete(plan);
    if (intent === undefined || type !== 'outcome' || entry.outcome === 'was_gone') continue;
    if (confirmed.has(intent.sequence)) continue;
    const [from, to] = [Date.parse(intent.at), Date.parse(entry.at)];
    sent.push({ plan, intent: intent.sequence, from, to, requestId: entry.request_id });
  }
  return sent;
}

/** Returns the deletion with the request, or the one at the time, or the closest one within the difference of clocks. */
function confirmedBy(
  { at, requestId }: ReportedDeletion,
  sent: readonly SentDeletion[],
): SentDeletion | undefined {
  if (requestId !== null) return sent.find((deletion) => deletion.requestId === requestId);
  const distanceOf = ({ from, to }: SentDeletion): number => Math.max(from - at, at - to, 0);
  const [closest] = sent.toSorted((left, right) => distanceOf(left) - distanceOf(right));
  return closest !== undefined && distanceOf(closest) <= MARGIN_MS ? closest : undefined;
}

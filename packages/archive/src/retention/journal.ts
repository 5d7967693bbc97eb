import type { SelectQueryBuilder } from 'kysely';
import type { Store, StoreSession, StoreTransaction } from '@parlance/durable';
import type { RetentionCaps } from './apply-options.js';
import type { Approval } from './approvals.js';
import type { ApproverPolicy } from './approvers.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import { sha256 } from '../certificates/digest.js';
import type { KnownObject } from '../scopes/reference.js';
import type { PlanSummary } from './plan-file.js';
import { RetentionError, type RetentionErrorCode } from './retention-error.js';
import { migrateRetention, retentionSchema, type RetentionTables } from './retention-schema.js';

/** What an entry of the journal says, by its `type`. */
export type JournalFact =
  | {
      /** A plan was started, or resumed after an interruption. */
      readonly type: 'started';
      readonly approved_by: readonly Approval[];
      /** Who made the plan; null if it is not signed by its maker. */
      readonly made_by: Approval | null;
      readonly to_delete: number;
      readonly caps: RetentionCaps;
      /** What the rules decided, by name of the rule; missing in entries of earlier releases. */
      readonly by_rule?: PlanSummary['by_rule'] | undefined;
      /** What the holds kept, by id of the hold; missing in entries of earlier releases. */
      readonly by_hold?: PlanSummary['by_hold'] | undefined;
    }
  | {
      /** Who may approve plans from here on. Earlier approvers signed the change, unless it is the first or only takes something away. */
      readonly type: 'approvers';
      readonly approvers: ApproverPolicy;
      readonly signed_by: readonly Approval[];
    }
  | {
      /** A deletion is about to be sent. */
      readonly type: 'intent';
      readonly chat: string;
      /** Digest of what the archive has of the chat. */
      readonly archived: string;
    }
  | {
      /**
       * `deleted`: the service confirmed it; `was_gone`: the chat did not exist any more; `unknown`: a response was lost, and the chat does not exist any
       * more.
       */
      readonly type: 'outcome';
      readonly chat: string;
      readonly outcome: 'deleted' | 'was_gone' | 'unknown';
      /** Request id of the last response; null if there was none. */
      readonly request_id: string | null;
      /** Whether an earlier process had sent the deletion and was interrupted before its outcome. */
      readonly interrupted: boolean;
    }
  | {
      /** The chat was kept, because it has changed since it was archived. */
      readonly type: 'kept';
      readonly chat: string;
      readonly reason: 'changed';
      readonly request_id: string | null;
    }
  | {
      /** The service refused the deletion, so the chat is unchanged. */
      readonly type: 'refused';
      readonly chat: string;
      readonly code: string;
      readonly request_id: string | null;
    }
  | {
      /** The first chats were deleted, checked and confirmed. */
      readonly type: 'canary';
      readonly chats: number;
    }
  | {
      /** The run ended early. */
      readonly type: 'stopped';
      readonly code: RetentionErrorCode | 'aborted' | 'error';
      readonly chat: string | null;
    }
  | {
      /** All chats of the plan have an outcome. */
      readonly type: 'finished';
    }
  | {
      /** The audit log of the service has the deletion, too. It confirms one intent, and an intent has at most one. */
      readonly type: 'activity';
      readonly chat: string;
      /** Position in the journal of the intent. */
      readonly intent: number;
      readonly activity: string;
      readonly activity_type: string;
      /** Time of the activity, by the clock of the service. */
      readonly activity_at: string;
      /** Digest of the archived activity. */
      readonly archived: string;
    };

/** What every entry of the journal has. */
export interface JournalLink {
  /** Position in the journal, from 1. */
  readonly sequence: number;
  /** Digest of the previous entry; null for the first one. */
  readonly previous: string | null;
  /** Time (RFC 3339), by the database's clock. */
  readonly at: string;
  /** SHA-256 of the canonical JSON of the other fields. */
  readonly digest: string;
}

/** An entry of the journal: `plan` is the digest of the plan, and null for an entry about approvers. */
export type JournalEntry = JournalLink &
  (
    | (Exclude<JournalFact, { type: 'approvers' }> & { readonly plan: string })
    | (Extract<JournalFact, { type: 'approvers' }> & { readonly plan: null })
  );

/** Appends an entry in a transaction, and locks the journal and the holds until its end. An entry about approvers has no plan. */
export async function appendEntry(
  transaction: StoreTransaction,
  plan: string | null,
  fact: JournalFact,
): Promise<JournalEntry> {
  const tables = transaction.tables(retentionSchema);
  const head = await tables
    .updateTable('archive_retention_head')
    .set((column) => ({ sequence: column('sequence', '+', 1) }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const at = new Date(await transaction.now()).toISOString();
  const unsigned = { ...fact, sequence: Number(head.sequence), previous: head.digest, plan, at };
  const text = canonicalJson(unsigned);
  const digest = sha256(text);
  await tables
    .insertInto('archive_journal')
    .values({
      sequence: unsigned.sequence,
      plan,
      type: fact.type,
      chat: 'chat' in fact ? fact.chat : null,
      digest,
      entry: text,
    })
    .execute();
  await tables.updateTable('archive_retention_head').set({ digest }).execute();
  // Callers name the plan of everything but approvers.
  return { ...unsigned, digest } as JournalEntry;
}

const PAGE = 500;

/**
 * Reads the journal of deletions from its start, and checks its chain.
 *
 * @param store - The store.
 * @returns The entries.
 * @throws {RetentionError} With code `journal_damaged` when an entry was changed or removed.
 */
export async function* readRetentionJournal(store: Store): AsyncGenerator<JournalEntry, void, undefined> {
  await migrateRetention(store);
  let previous: string | null = null;
  let last = 0;
  for (;;) {
    const rows = await entriesIn(store)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    for (const { digest, entry: text } of rows) {
      // The digest is checked before the entry is used.
      const entry = JSON.parse(text) as Omit<JournalEntry, 'digest'>;
      last += 1;
      if (sha256(text) !== digest || entry.previous !== previous || entry.sequence !== last)
        throw broken(last);
      previous = digest;
      yield { ...entry, digest } as JournalEntry;
    }
    if (rows.length < PAGE) break;
  }
  await requireHead(store, last, previous);
}

/** Entries after the last one that was read may have been added since; entries before the head may not be missing. */
async function requireHead(store: Store, sequence: number, digest: string | null): Promise<void> {
  const head = await store
    .tables(retentionSchema)
    .selectFrom('archive_retention_head')
    .selectAll()
    .executeTakeFirst();
  if (head === undefined || head.sequence < sequence) throw broken(sequence);
  if (head.sequence === sequence && head.digest !== digest) throw broken(sequence);
  if (head.sequence === sequence) return;
  const next = await entriesIn(store)
    .where('sequence', '=', sequence + 1)
    .executeTakeFirst();
  if (next === undefined) throw broken(sequence + 1);
}

function broken(sequence: number): RetentionError {
  return new RetentionError('journal_damaged', `The journal was changed at or before entry ${sequence}.`);
}

/** Selects the entries of the journal. */
export function entriesIn(
  session: StoreSession,
): SelectQueryBuilder<RetentionTables, 'archive_journal', RetentionTables['archive_journal']> {
  return session.tables(retentionSchema).selectFrom('archive_journal').selectAll();
}

/** Returns the last entry of each chat under a plan that says what became of it. Chats without one are missing. */
export async function lastEntriesOf(
  store: Store,
  plan: string,
  chats: readonly string[],
): Promise<ReadonlyMap<string, JournalFact>> {
  const rows = await entriesIn(store)
    .where('chat', 'in', chats)
    .where('plan', '=', plan)
    .where('type', 'in', ['intent', 'outcome', 'kept', 'refused'])
    .orderBy('sequence')
    .execute();
  return new Map(rows.map(({ chat, entry }) => [chat ?? '', JSON.parse(entry) as JournalFact]));
}

/** Returns who may approve plans according to the last entry about them; null before the first one. */
export async function readLastApprovers(store: StoreSession): Promise<ApproverPolicy | null> {
  const row = await entriesIn(store)
    .where('type', '=', 'approvers')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (sha256(row.entry) !== row.digest) throw broken(Number(row.sequence));
  const entry = JSON.parse(row.entry) as Extract<JournalFact, { type: 'approvers' }>;
  return entry.approvers;
}

/** Counts the entries of a type under a plan. */
export async function countEntries(store: Store, plan: string, type: JournalFact['type']): Promise<number> {
  const row = await store
    .tables(retentionSchema)
    .selectFrom('archive_journal')
    .select((query) => query.fn.countAll().as('count'))
    .where('plan', '=', plan)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the chats that do not exist any more according to the journal, with the time at which that was found. */
export async function deletedChats(store: Store): Promise<ReadonlyMap<string, string>> {
  await migrateRetention(store);
  const rows = await entriesIn(store).where('type', '=', 'outcome').orderBy('sequence').execute();
  return new Map(rows.map(({ chat, entry }) => [chat ?? '', (JSON.parse(entry) as JournalEntry).at]));
}

/** Yields those of the chats that a plan has deleted, or tried to, as objects that references are resolved to. */
export async function* chatsInJournal(
  store: Store,
  chats: readonly string[],
): AsyncGenerator<KnownObject, void, undefined> {
  const rows = await entriesIn(store)
    .where('chat', 'in', chats)
    .where('type', '=', 'intent')
    .orderBy('sequence')
    .execute();
  for (const { chat, entry } of rows) {
    const { archived } = JSON.parse(entry) as Extract<JournalFact, { type: 'intent' }>;
    yield { kind: 'chat', id: chat ?? '', names: [], record: archived };
  }
}

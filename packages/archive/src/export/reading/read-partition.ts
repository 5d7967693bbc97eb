import { mapCalls, type ListOptions, type MappedCallOptions, type Page } from '@parlance/core-transport';
import type { JobContext, StoreTransaction } from '@parlance/durable';
import type { Chat, ChatListParams } from '@parlance/schemas';
import { createRecord } from '../../certificates/digest.js';
import type { RecordOf } from '../../records/archive-record.js';
import type { WrittenUnit } from '../../sinks/sink.js';
import { checkGone, forgetDeletions, reportedAsDeleted, type Suspect } from './check-gone.js';
import { isListed, timeOf, type ChatRead, type ChatRow } from './chat-state.js';
import { exportSchema, type Increment, type Resumption } from '../state/export-schema.js';
import { failUnit } from '../sealing/fail-unit.js';
import { itemFailure, type ItemFailure } from '../state/item-failure.js';
import { rememberRequests } from '../state/own-requests.js';
import { ItemError, readChat } from './read-chat.js';
import { patientPages, type RunContext } from '../state/run-context.js';
import type { UnitRow } from '../state/unit-row.js';
import { queryOf, sealUnit, type UnitChange } from '../sealing/seal-unit.js';
import { restarting, writeRevision, type RevisionWriting } from '../sealing/write-revision.js';
import { loadSkips } from '../state/skips.js';
import type { UnitLog } from '../state/unit-log.js';
import { decode, encode } from '../state/json-column.js';
import { inParts, padded } from '../state/lists.js';

/** Chats per page. A page is sealed as a whole, so that a kill loses at most so many requests. */
export const CHATS_PER_PAGE = 200;

/** Chats per page of a sweep. Few of them have changed. */
const SWEEP_PAGE = 1_000;

/** Chats whose messages are read at the same time. */
const CHATS_AT_A_TIME = 4;

/** A partition that is being read: what the audit log and the journal report as deleted, then page after page, each sealed as a revision. */
export async function readPartition(context: RunContext, job: JobContext, unit: UnitRow): Promise<void> {
  const signal = AbortSignal.any([context.signal, job.signal]);
  const checked = await readDeleted(context, job, unit, signal);
  if (checked === undefined) return;
  const progress = { unit: checked };
  await restarting(async (restarts) => {
    // From the start of the list: chats that are already archived are recognized.
    if (restarts > 0) progress.unit = { ...progress.unit, resume_from: null };
    await readPages(context, job, progress, signal);
  });
}

/** Seals the deletions that the audit log and the journal have reported. Returns the unit after it; undefined if nothing else is to be read. */
async function readDeleted(
  context: RunContext,
  job: JobContext,
  unit: UnitRow,
  signal: AbortSignal,
): Promise<UnitRow | undefined> {
  const reported = await reportedAsDeleted(context, unit);
  const increment = incrementOf(unit);
  const isAll = increment?.users.length === 0;
  if (reported.length === 0 && !isAll) return unit;
  return writeRevision(context, unit, async ({ log, write, commit }) => {
    const suspects = reported.filter(({ row }) => isListed(row));
    const rows = await writeGone(context, suspects, { log, write, signal });
    const written = await commit();
    await sealUnit(context, job, {
      unit,
      bounds: { from: null, to: increment?.to ?? unit.range_to },
      users: usersOf(unit),
      query: {},
      recheck: { at: log.startedAt, after: 'deletion', found: log.records },
      log,
      written,
      change: isAll ? { state: 'sealed', resume_from: null, increment: null } : {},
      write: async (transaction) => {
        await rememberChats(transaction, unit.export, rows);
        await forgetDeletions(transaction, unit.export, reported);
      },
    });
    return isAll ? undefined : { ...unit, revision: unit.revision + 1, attempts: 0 };
  });
}

/** Writes the states of the suspects that the service does not have any more. Returns what to remember of them. */
async function writeGone(
  context: RunContext,
  suspects: readonly Suspect[],
  { log, write, signal }: Pick<RevisionWriting, 'log' | 'write'> & { readonly signal: AbortSignal },
): Promise<readonly ChatRow[]> {
  const rows: ChatRow[] = [];
  for (const suspect of suspects) {
    const read = await checkGone(context, suspect, { log, signal });
    if (read === undefined) continue;
    await write(read.records);
    rows.push(read.row);
  }
  return rows;
}

/** @param progress - The unit after the last sealed page. */
async function readPages(
  context: RunContext,
  job: JobContext,
  progress: { unit: UnitRow },
  signal: AbortSignal,
): Promise<void> {
  const start = resumptionOf(progress.unit)?.checkpoint ?? null;
  const list = (options: ListOptions): AsyncIterable<Page<Chat>> => listOf(context, progress.unit, options);
  for await (const page of patientPages(context, signal, list, start)) {
    const next = await readPage(context, job, { unit: progress.unit, page, signal });
    if (next === undefined) return;
    progress.unit = next;
  }
}

interface PageReading {
  readonly unit: UnitRow;
  readonly page: Page<Chat>;
  readonly signal: AbortSignal;
}

/** Reads the chats of a page. Returns the unit after it; undefined at the end. */
async function readPage(
  context: RunContext,
  job: JobContext,
  reading: PageReading,
): Promise<UnitRow | undefined> {
  const { unit, page, signal } = reading;
  return writeRevision(context, unit, async ({ log, write, commit, abort }) => {
    log.page(page);
    const rows: ChatRow[] = [];
    const failures: ItemFailure[] = [];
    for await (const result of readChats(context, reading, log)) {
      if (result.status === 'rejected') failures.push(failureOf(result.item.record, result.error));
      else {
        await write(result.value.records);
        rows.push(result.value.row);
      }
    }
    const absent = context.definition.sources.has('messages') ? await absentFrom(context, reading) : [];
    rows.push(...(await writeGone(context, absent, { log, write, signal })));
    if (failures.length === 0)
      return sealPage(context, job, { ...reading, log, written: await commit(), rows });
    await abort();
    await rememberRequests(context.tables, unit.export, log);
    await failUnit(context, job, { unit, failures });
    return undefined;
  });
}

/** A chat of a page that is new or has changed. */
interface ChangedChat {
  readonly record: RecordOf<'chat'>;
  readonly known: ChatRow | undefined;
}

async function* readChats(
  context: RunContext,
  { unit, page, signal }: PageReading,
  log: UnitLog,
): ReturnType<typeof mapCalls<ChangedChat, ChatRead>> {
  const changed = await changedChats(context, unit, page.data);
  const skips = await loadSkips(context);
  const reads: Promise<ChatRead>[] = [];
  const read = ({ record, known }: ChangedChat, options: MappedCallOptions): Promise<ChatRead> => {
    const reading = readChat(context, { record, unit: unit.name, known, skips, log, signal: options.signal });
    reads.push(reading);
    return reading;
  };
  try {
    yield* mapCalls(changed, read, { concurrency: CHATS_AT_A_TIME, signal });
  } finally {
    // Aborted reads may still be moving a file into the archive; a run that has stopped writes nothing any more.
    await Promise.allSettled(reads);
  }
}

/**
 * Returns the archived chats that a page of a sweep should have and does not. Several chats can have the creation time at which a page ends, so
 * some of them are on another page; a check distinguishes them.
 */
async function absentFrom(
  { tables }: RunContext,
  { unit, page }: Pick<PageReading, 'unit' | 'page'>,
): Promise<readonly Suspect[]> {
  const increment = incrementOf(unit);
  if (increment?.after !== 'sweep') return [];
  const from = resumptionOf(unit)?.listedTo ?? null;
  const to = page.checkpoint.done === true ? null : listedTo(page);
  const rows = await tables
    .selectFrom('archive_chats')
    .selectAll()
    .where('export', '=', unit.export)
    .where('user_id', 'in', padded(increment.users))
    .$if(from !== null, (query) => query.where('created_at', '>=', from ?? ''))
    .$if(to !== null, (query) => query.where('created_at', '<=', to ?? ''))
    .execute();
  const listed = new Set(page.data.map(({ id }) => id));
  return rows
    .filter((row) => isListed(row) && !listed.has(row.id))
    .map(({ export: _export, ...row }) => ({ row, presence: { state: 'absent' } }));
}

/** Returns the creation time of the last chat of a page. */
function listedTo({ data }: Page<Chat>): string | null {
  const last = data.at(-1);
  return last === undefined ? null : timeOf(last.created_at);
}

function resumptionOf({ resume_from: text }: UnitRow): Resumption | null {
  return text === null ? null : decode(text);
}

async function changedChats(
  { tables, definition }: RunContext,
  unit: UnitRow,
  chats: readonly Chat[],
): Promise<readonly ChangedChat[]> {
  if (chats.length === 0) return [];
  const rows = await tables
    .selectFrom('archive_chats')
    .selectAll()
    .where('export', '=', unit.export)
    .where('id', 'in', padded(chats.map(({ id }) => id)))
    .execute();
  const byId = new Map(rows.map(({ export: _export, ...row }) => [row.id, row]));
  return chats.flatMap((chat) => {
    if (definition.chats.when?.(chat) === false) return [];
    const known = byId.get(chat.id);
    const record = createRecord('chat', chat.id, chat);
    return known?.chat === record.digest && isListed(known) ? [] : [{ record, known }];
  });
}

/** Returns the failure of a chat or of one of its files. An error that concerns the whole run is thrown. */
function failureOf({ id }: RecordOf<'chat'>, error: unknown): ItemFailure {
  const isOfItem = error instanceof ItemError;
  const subject = isOfItem ? error.subject : ({ kind: 'chat', id } as const);
  const cause = isOfItem ? error.cause : error;
  const failure = itemFailure(subject, cause);
  if (failure === undefined) throw cause;
  return failure;
}

function listOf(
  { compliance, definition }: RunContext,
  unit: UnitRow,
  options: ListOptions,
): AsyncIterable<Page<Chat>> {
  const limit = incrementOf(unit)?.after === 'sweep' ? SWEEP_PAGE : CHATS_PER_PAGE;
  const params = { ...queryFor(definition.chats, unit), limit };
  return compliance.chats.list(params, options).pages();
}

function queryFor(
  { filter, from, to }: Pick<RunContext['definition']['chats'], 'filter' | 'from' | 'to'>,
  unit: UnitRow,
): ChatListParams {
  const increment = incrementOf(unit);
  const bound = increment?.to ?? unit.range_to;
  const lt = to !== undefined && to < bound ? to : bound;
  if (increment === undefined) {
    const created_at = { gte: unit.range_from ?? undefined, lt };
    return { ...filter, user_ids: [...usersOf(unit)], created_at };
  }
  return {
    ...filter,
    user_ids: [...increment.users],
    // Chats of any age, and no upper bound: a chat that has been edited since would be left out.
    created_at: { gte: from, lt },
    // A sweep lists all chats, which shows what is missing.
    ...(increment.after === 'sweep' ? {} : { updated_at: { gte: increment.from } }),
  };
}

interface PageSealing extends PageReading {
  readonly log: UnitLog;
  readonly written: WrittenUnit;
  readonly rows: readonly ChatRow[];
}

async function sealPage(
  context: RunContext,
  job: JobContext,
  { unit, page, log, written, rows }: PageSealing,
): Promise<UnitRow | undefined> {
  const increment = incrementOf(unit);
  const isLast = page.checkpoint.done === true;
  const change: UnitChange = isLast
    ? { state: 'sealed', resume_from: null, increment: null }
    : { resume_from: encode({ checkpoint: page.checkpoint, listedTo: listedTo(page) }) };
  const bounds = increment ?? { from: unit.range_from, to: unit.range_to };
  await sealUnit(context, job, {
    unit,
    bounds: { from: bounds.from, to: bounds.to },
    users: increment?.users ?? usersOf(unit),
    query: queryOf(queryFor(context.definition.chats, unit)),
    recheck:
      increment === undefined ? null : { at: log.startedAt, after: increment.after, found: log.records },
    log,
    written,
    change,
    listed: page.data.length,
    write: async (transaction) => {
      await rememberChats(transaction, unit.export, rows);
      if (isLast) await rememberListed(transaction, unit, increment, bounds.to);
    },
  });
  return isLast ? undefined : { ...unit, ...change, revision: unit.revision + 1, attempts: 0 };
}

async function rememberChats(
  transaction: StoreTransaction,
  exportName: string,
  rows: readonly ChatRow[],
): Promise<void> {
  for (const part of inParts(rows))
    await transaction
      .tables(exportSchema)
      .insertInto('archive_chats')
      .values(part.map((row) => ({ export: exportName, ...row })))
      .onConflict((conflict) =>
        conflict.columns(['export', 'id']).doUpdateSet((column) => ({
          unit: column.ref('excluded.unit'),
          user_id: column.ref('excluded.user_id'),
          created_at: column.ref('excluded.created_at'),
          chat: column.ref('excluded.chat'),
          contents: column.ref('excluded.contents'),
          presence: column.ref('excluded.presence'),
          snapshot: column.ref('excluded.snapshot'),
          snapshots: column.ref('excluded.snapshots'),
          parts: column.ref('excluded.parts'),
          files: column.ref('excluded.files'),
        })),
      )
      .execute();
}

/** Remembers that all changes of the users before a time are archived. */
async function rememberListed(
  transaction: StoreTransaction,
  unit: UnitRow,
  increment: Increment | undefined,
  listedTo: string,
): Promise<void> {
  await transaction
    .tables(exportSchema)
    .updateTable('archive_users')
    .set({ listed_to: listedTo, ...(increment === undefined ? {} : { late_from: null }) })
    .where('export', '=', unit.export)
    .where('unit', '=', unit.name)
    .where('id', 'in', padded(increment?.users ?? usersOf(unit)))
    .execute();
}

/** Returns the users of a partition. */
export function usersOf({ users }: Pick<UnitRow, 'users'>): readonly string[] {
  return users === null ? [] : decode(users);
}

function incrementOf({ increment }: UnitRow): Increment | undefined {
  return increment === null ? undefined : decode(increment);
}

import type { JobContext, StoreTransaction } from '@parlance/durable';
import type { Activity, ActivityListParams } from '@parlance/schemas';
import { createRecord } from '../../certificates/digest.js';
import type { RecordOf } from '../../records/archive-record.js';
import { reportedDeletion } from '../../records/deletion-report.js';
import { rememberDeletions } from './check-gone.js';
import { exportSchema } from '../state/export-schema.js';
import { markOwnRequests, rememberRequests } from '../state/own-requests.js';
import { patientPages, type RunContext } from '../state/run-context.js';
import type { UnitRow } from '../state/unit-row.js';
import { queryOf, sealUnit } from '../sealing/seal-unit.js';
import { restarting, writeRevision, type RevisionWriting } from '../sealing/write-revision.js';
import type { WrittenUnit } from '../../sinks/sink.js';
import { partOf, splitParts, type UnitLog } from '../state/unit-log.js';
import { divideWindow, isDivisible } from '../planning/windows.js';
import { sql } from 'kysely';
import { isoTime } from '../definition/duration.js';
import { inParts } from '../state/lists.js';

/** Activities per page. */
export const ACTIVITIES_PER_PAGE = 2_000;

/** What a read of a window found. */
interface WindowRead {
  readonly users: ReadonlyMap<string, NamedTimes>;
  /** Chats that the activities report as deleted, with the ids of the activities. */
  readonly deletions: ReadonlyMap<string, string>;
}

/** Reads a window of activities, writes what is not written yet, and seals it. Divides a long one that one page does not hold. */
export async function readWindow(context: RunContext, job: JobContext, whole: UnitRow): Promise<void> {
  const signal = AbortSignal.any([context.signal, job.signal]);
  const known = await knownRecords(context, whole);
  let unit = whole;
  let isSealed = false;
  while (!isSealed)
    isSealed = await restarting((restarts) =>
      writeRevision(context, { ...unit, attempts: unit.attempts + restarts }, async (writing) => {
        const read = await readPages(context, unit, { signal, writing, known });
        if (read === undefined) {
          await writing.abort();
          unit = await divide(context, job, { unit, log: writing.log });
          return false;
        }
        const written = await writing.commit();
        await seal(context, job, { unit, written, log: writing.log, ...read });
        return true;
      }),
    );
}

interface PageReading {
  readonly signal: AbortSignal;
  readonly writing: RevisionWriting;
  readonly known: ReadonlySet<string>;
}

/** Returns undefined after the first page of a window that is to be divided. */
async function readPages(
  context: RunContext,
  unit: UnitRow,
  { signal, writing: { log, write }, known }: PageReading,
): Promise<WindowRead | undefined> {
  const users = new Map<string, NamedTimes>();
  const deletions = new Map<string, string>();
  const seen = new Set<string>();
  const params = { ...queryFor(context, unit), limit: ACTIVITIES_PER_PAGE };
  const pages = patientPages(context, signal, (options) =>
    context.compliance.activities.list(params, options).pages(),
  );
  for await (const page of pages) {
    log.page(page);
    if (page.checkpoint.done !== true && isDivisible(context.definition, unit)) return undefined;
    const records: RecordOf<'activity'>[] = [];
    for (const activity of page.data) {
      if (context.definition.activities.when?.(activity) === false) continue;
      const record = activityRecord(activity);
      const part = partOf(record.digest);
      // An activity that the service lists twice is archived once.
      if (known.has(part) || seen.has(part)) continue;
      seen.add(part);
      records.push(record);
      nameUser(users, activity, unit);
      const deleted = reportedDeletion(activity);
      if (deleted !== null) deletions.set(deleted.chat, record.id);
    }
    await write(await markOwnRequests(context, records));
  }
  return { users, deletions };
}

async function divide(
  { definition }: RunContext,
  job: JobContext,
  { unit, log }: { readonly unit: UnitRow; readonly log: UnitLog },
): Promise<UnitRow> {
  return job.transaction(async (transaction) => {
    await rememberRequests(transaction.tables(exportSchema), unit.export, log);
    return (await divideWindow(transaction, definition, unit)) ?? unit;
  });
}

function queryFor({ definition }: RunContext, unit: UnitRow): ActivityListParams {
  const created_at = { gte: unit.range_from ?? undefined, lt: unit.range_to };
  return { ...definition.activities.filter, created_at };
}

/** Returns the record of an activity. Without an id, against the contract, its digest identifies it. */
export function activityRecord(activity: Activity): RecordOf<'activity'> {
  const record = createRecord('activity', activity.id ?? '', activity);
  return activity.id === undefined ? { ...record, id: record.digest } : record;
}

function nameUser(users: Map<string, NamedTimes>, { actor, created_at }: Activity, unit: UnitRow): void {
  if (actor?.type !== 'user_actor' || typeof actor.user_id !== 'string') return;
  const at = new Date(created_at ?? unit.range_to).toISOString();
  const { first, last } = users.get(actor.user_id) ?? { first: at, last: at };
  users.set(actor.user_id, { first: at < first ? at : first, last: at > last ? at : last });
}

async function knownRecords({ tables }: RunContext, unit: UnitRow): Promise<ReadonlySet<string>> {
  if (unit.revision < 0) return new Set();
  const rows = await tables
    .selectFrom('archive_window_records')
    .select('parts')
    .where('export', '=', unit.export)
    .where('unit', '=', unit.name)
    .execute();
  return splitParts(rows.map(({ parts }) => parts).join(''));
}

async function seal(
  context: RunContext,
  job: JobContext,
  read: WindowRead & { readonly unit: UnitRow; readonly log: UnitLog; readonly written: WrittenUnit },
): Promise<void> {
  const { unit, log, deletions, written } = read;
  const { recheck: delays } = context.definition.activities;
  const ageMs = Date.parse(log.startedAt) - Date.parse(unit.range_to);
  const rechecks = delays.filter(({ ms }) => ageMs >= ms).length;
  const isLast = rechecks === delays.length;
  const isRecheck = unit.task === 'recheck';
  await sealUnit(context, job, {
    unit,
    bounds: { from: unit.range_from, to: unit.range_to },
    users: null,
    query: queryOf(queryFor(context, unit)),
    recheck: isRecheck
      ? { at: log.startedAt, after: delays[rechecks - 1]?.label ?? 'recheck', found: log.records }
      : null,
    log,
    written,
    change: { state: 'sealed', rechecks },
    write: async (transaction) => {
      await rememberRecords(transaction, { unit, log, isLast });
      if (context.definition.sources.has('chats') && context.definition.chats.guidedBy === 'activities')
        await nameUsers(transaction, read);
      if (context.definition.sources.has('messages'))
        await rememberDeletions(transaction, unit.export, deletions);
      if (isRecheck && log.records > 0)
        await transaction
          .tables(exportSchema)
          .updateTable('archive_exports')
          .set((column) => ({ late: column('late', '+', log.records) }))
          .where('name', '=', unit.export)
          .execute();
    },
  });
}

/** Remembers what is written until the last recheck. */
async function rememberRecords(
  transaction: StoreTransaction,
  { unit, log, isLast }: { readonly unit: UnitRow; readonly log: UnitLog; readonly isLast: boolean },
): Promise<void> {
  const tables = transaction.tables(exportSchema);
  if (isLast)
    await tables
      .deleteFrom('archive_window_records')
      .where('export', '=', unit.export)
      .where('unit', '=', unit.name)
      .execute();
  else if (log.records > 0)
    await tables
      .insertInto('archive_window_records')
      .values({ export: unit.export, unit: unit.name, revision: unit.revision + 1, parts: log.parts })
      .execute();
}

/** The time of a chat may be this much earlier than that of the activity that names it, in milliseconds. */
const MARGIN_MS = 60_000;

/** Times of the first and the last activity of a user. */
interface NamedTimes {
  readonly first: string;
  readonly last: string;
}

/**
 * Remembers users who were named by activities, so that their chats are listed again.
 *
 * @param read - The window, and the users.
 */
async function nameUsers(
  transaction: StoreTransaction,
  { unit, users }: Pick<WindowRead, 'users'> & { readonly unit: UnitRow },
): Promise<void> {
  for (const part of inParts([...users])) {
    const rows = part.map(([id, { first, last }]) => ({
      export: unit.export,
      id,
      unit: null,
      named_to: last,
      // Only a recheck finds activities late.
      late_from: unit.task === 'recheck' ? isoTime(Date.parse(first) - MARGIN_MS) : null,
      listed_to: null,
    }));
    await transaction
      .tables(exportSchema)
      .insertInto('archive_users')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['export', 'id']).doUpdateSet({
          named_to: sql<string>`case when archive_users.named_to > excluded.named_to then archive_users.named_to else excluded.named_to end`,
          late_from: sql<
            string | null
          >`case when archive_users.late_from < excluded.late_from or excluded.late_from is null then archive_users.late_from else excluded.late_from end`,
        }),
      )
      .execute();
  }
}

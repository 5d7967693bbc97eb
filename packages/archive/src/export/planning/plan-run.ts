import type { Lease, StoreTransaction } from '@parlance/durable';
import { isoTime } from '../definition/duration.js';
import { requireFit, scheduledRequests } from '../definition/schedule.js';
import { changeExport, type ExportRow } from '../state/export-row.js';
import { exportSchema, type Increment } from '../state/export-schema.js';
import { rememberRequests } from '../state/own-requests.js';
import { addPartitions } from './partitions.js';
import { DIRECTORY, readDirectory, rememberDirectory, type DirectoryRead } from './read-directory.js';
import type { RunContext } from '../state/run-context.js';
import { certify } from '../sealing/seal-unit.js';
import { addWindows, openRechecks } from './windows.js';
import { encode } from '../state/json-column.js';
import { inParts } from '../state/lists.js';
import { changeUnit, newUnit, type UnitRow } from '../state/unit-row.js';

/** What the phases of a run need. */
export interface Planning {
  readonly context: RunContext;
  readonly row: ExportRow;
  readonly lease: Lease;
}

/** Plans a run: reads the directory, fixes the upper bound, and adds windows and partitions, in one transaction. */
export async function planRun(planning: Planning): Promise<void> {
  const { context, row, lease } = planning;
  const { definition, clock, store } = context;
  const revision = await directoryRevision(context);
  const directory = await readDirectory(context, revision);
  // After the first response, the clock is that of the service.
  const nowMs = clock.nowMs();
  const bound = isoTime(nowMs - definition.activities.lagMs);
  const newUsers = definition.sources.has('chats')
    ? await withoutPartition(context, definition.chats.userIds ?? directory.users)
    : [];
  requireSchedule(context, directory.users.length);
  await store.transaction(
    async (transaction) => {
      if (definition.sources.has('directory')) await sealDirectory(context, transaction, directory, bound);
      else await rememberRequests(transaction.tables(exportSchema), definition.name, directory.log);
      const plannedTo = await planActivities(transaction, planning, directory.oldest, bound);
      if (definition.sources.has('activities')) await openRechecks(transaction, definition, nowMs);
      const backfillTo = row.backfill_to ?? earliest(definition.chats.backfillTo, bound);
      // The first read of everybody has the frozen bound, and that of people who join later has the bound of the run.
      const to = row.backfill_to === null ? backfillTo : bound;
      await addPartitions(transaction, { definition, users: newUsers, to });
      const planned = { planned_to: plannedTo, backfill_to: backfillTo };
      await changeExport(transaction, definition.name, { phase: 'read', bound, ...planned });
    },
    { lease },
  );
}

/**
 * Plans the second phase of a run: lists again the users whom activities have named since their chats were listed, or everybody if a full
 * sweep is due, and reads the chats of people whom only activities have named.
 */
export async function planChanges({ context, row, lease }: Planning): Promise<void> {
  const { definition, store } = context;
  const { name } = definition;
  const bound = row.bound ?? '';
  await store.transaction(
    async (transaction) => {
      let isSweep = false;
      if (definition.sources.has('chats')) {
        await addUnlisted(transaction, definition, bound);
        isSweep = !definition.once && isSweepDue(context, row);
        if (!definition.once) {
          await openIncrements(transaction, { name, bound, isSweep });
          if (definition.sources.has('messages')) await openDeletions(transaction, { name, bound });
        }
      }
      await changeExport(transaction, name, { phase: 'changes', ...(isSweep && { swept_to: bound }) });
    },
    { lease },
  );
}

/** The limit is known if a response has included it. */
function requireSchedule({ definition, compliance }: RunContext, users: number): void {
  const limit = compliance.limits.requests?.limit;
  if (limit === undefined || definition.once) return;
  requireFit(definition.name, scheduledRequests(definition, users), limit * 1_440);
}

async function directoryRevision({ tables, definition }: RunContext): Promise<number> {
  const unit = await tables
    .selectFrom('archive_units')
    .select('revision')
    .where('export', '=', definition.name)
    .where('name', '=', DIRECTORY)
    .executeTakeFirst();
  return unit?.revision ?? -1;
}

async function sealDirectory(
  context: RunContext,
  transaction: StoreTransaction,
  { log, written, changed, revision }: DirectoryRead,
  bound: string,
): Promise<void> {
  const { name } = context.definition;
  await certify(context, transaction, {
    unit: { name: DIRECTORY, family: 'directory', revision },
    bounds: { from: null, to: bound },
    users: null,
    query: {},
    recheck: null,
    log,
    written,
  });
  await rememberDirectory(transaction, name, changed);
  await transaction
    .tables(exportSchema)
    .insertInto('archive_units')
    .values({
      ...newUnit({
        export: name,
        name: DIRECTORY,
        family: 'directory',
        task: 'backfill',
        priority: 0,
        range_from: null,
        range_to: bound,
        weight: 1,
      }),
      state: 'sealed',
      revision: revision + 1,
      records: log.records,
      requests: log.requestIds.length,
    })
    .onConflict((conflict) =>
      conflict.columns(['export', 'name']).doUpdateSet((column) => ({
        revision: revision + 1,
        range_to: bound,
        records: column('archive_units.records', '+', log.records),
        requests: column('archive_units.requests', '+', log.requestIds.length),
      })),
    )
    .execute();
}

/** Returns the end of the planned windows. */
async function planActivities(
  transaction: StoreTransaction,
  { context: { definition }, row }: Planning,
  created: string | undefined,
  bound: string,
): Promise<string | null> {
  if (!definition.sources.has('activities')) return null;
  const to = earliest(definition.activities.to, bound);
  const oldest = created === undefined ? bound : isoTime(Date.parse(created));
  const from = definition.activities.from ?? oldest;
  await addWindows(transaction, { definition, plannedTo: row.planned_to ?? undefined, from, to });
  return row.planned_to !== null && row.planned_to > to ? row.planned_to : to;
}

function earliest(time: string | undefined, bound: string): string {
  return time !== undefined && time < bound ? time : bound;
}

/** Returns the users that have no partition yet. */
async function withoutPartition(
  { tables, definition }: RunContext,
  users: readonly string[],
): Promise<readonly string[]> {
  const unique = [...new Set(users)];
  const missing: string[] = [];
  for (const ids of inParts(unique)) {
    const rows = await tables
      .selectFrom('archive_users')
      .select('id')
      .where('export', '=', definition.name)
      .where('unit', 'is not', null)
      .where('id', 'in', ids)
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    missing.push(...ids.filter((id) => !known.has(id)));
  }
  return missing;
}

/** Adds partitions for users whom activities name and no directory lists, because they have left. */
async function addUnlisted(
  transaction: StoreTransaction,
  definition: RunContext['definition'],
  bound: string,
): Promise<void> {
  if (definition.chats.userIds !== undefined) return;
  const rows = await transaction
    .tables(exportSchema)
    .selectFrom('archive_users')
    .select('id')
    .where('export', '=', definition.name)
    .where('unit', 'is', null)
    .execute();
  await addPartitions(transaction, { definition, users: rows.map(({ id }) => id), to: bound });
}

function isSweepDue(
  { definition, clock }: RunContext,
  { backfill_to: backfillTo, swept_to: sweptTo }: ExportRow,
): boolean {
  if (definition.chats.guidedBy === 'lists') return true;
  const last = Date.parse(sweptTo ?? backfillTo ?? '');
  return clock.nowMs() - last >= definition.chats.sweepMs;
}

/** Opens the partitions of users whose chats may have changed since they were listed. */
async function openIncrements(
  transaction: StoreTransaction,
  { name, bound, isSweep }: { readonly name: string; readonly bound: string; readonly isSweep: boolean },
): Promise<void> {
  const rows = await transaction
    .tables(exportSchema)
    .selectFrom('archive_users as user')
    .innerJoin('archive_units as unit', (join) =>
      join.onRef('unit.export', '=', 'user.export').onRef('unit.name', '=', 'user.unit'),
    )
    .select(['user.id', 'user.unit', 'user.listed_to', 'user.late_from'])
    .where('user.export', '=', name)
    .where('unit.state', '=', 'sealed')
    .where('user.listed_to', '<', bound)
    .$if(!isSweep, (query) =>
      query.where((where) =>
        where.or([
          where('user.named_to', '>=', where.ref('user.listed_to')),
          where('user.late_from', 'is not', null),
        ]),
      ),
    )
    .orderBy('user.id')
    .execute();
  for (const [unit, users] of Map.groupBy(rows, (row) => row.unit ?? '')) {
    const starts = users.flatMap(({ listed_to: listed, late_from: late }) => [
      listed ?? '',
      late ?? listed ?? '',
    ]);
    const increment: Increment = {
      users: users.map(({ id }) => id),
      from: starts.toSorted()[0] ?? '',
      to: bound,
      after: isSweep ? 'sweep' : 'activities',
    };
    const change = { ...incrementOf(increment), weight: users.length };
    await changeUnit(transaction, { export: name, name: unit }, change);
  }
}

/** Opens the partitions of chats that the audit log or the journal reports as deleted, unless they are open for other changes. */
async function openDeletions(
  transaction: StoreTransaction,
  { name, bound }: { readonly name: string; readonly bound: string },
): Promise<void> {
  const increment: Increment = { users: [], from: bound, to: bound, after: 'activities' };
  await transaction
    .tables(exportSchema)
    .updateTable('archive_units')
    .set({ ...incrementOf(increment), weight: 1 })
    .where('export', '=', name)
    .where('state', '=', 'sealed')
    .where('name', 'in', (select) =>
      select
        .selectFrom('archive_chats as chat')
        .innerJoin('archive_deletions as deletion', (join) =>
          join.onRef('deletion.export', '=', 'chat.export').onRef('deletion.chat', '=', 'chat.id'),
        )
        .select('chat.unit')
        .where('chat.export', '=', name),
    )
    .execute();
}

function incrementOf(increment: Increment): Partial<UnitRow> {
  return {
    state: 'open',
    task: 'increment',
    attempts: 0,
    increment: encode(increment),
    counted: null,
    listed: 0,
    sent: 0,
  };
}

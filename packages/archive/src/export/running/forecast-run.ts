/** Forecasts the first run of an export, before it reads chats, and remembers how long it took. */
import type { Lease, StoreSession } from '@parlance/durable';
import { ParlanceError } from '@parlance/schemas/kit';
import { isoTime } from '../definition/duration.js';
import { rangeOf } from '../forecast/explain.js';
import { FEWEST_GROUPS, sampleChats, type ChatSample } from '../forecast/sample-chats.js';
import { partitionOf } from '../../reader/partition-of.js';
import { CHATS_PER_PAGE } from '../reading/read-partition.js';
import { changeExport, findExport } from '../state/export-row.js';
import { exportSchema } from '../state/export-schema.js';
import { decode, encode } from '../state/json-column.js';
import { rememberRequests } from '../state/own-requests.js';
import { patientPages, type RunContext } from '../state/run-context.js';
import { countUnits } from '../state/read-status.js';
import { UnitLog } from '../state/unit-log.js';
import { changeUnit, type UnitRow } from '../state/unit-row.js';
import { remainingRequests } from './progress.js';

/** The most partitions whose people are asked. */
const MOST = 500;

/** The most ranges of creation times that a partition is read in. */
const MOST_BANDS = 3;

/** The units of a partition. The first has the newest chats. */
type Partition = readonly Pick<UnitRow, 'name' | 'users' | 'range_from' | 'range_to'>[];

/**
 * Asks a sample of people for their chats, and stores what the run will need. A problem of the service only costs the forecast, and so does a
 * small organization: it is read before it matters.
 */
export async function forecastRun(context: RunContext, lease: Lease): Promise<void> {
  const { store, definition, clock, pace, signal } = context;
  const sample = await ask(context, lease).catch((error: unknown) => {
    if (signal.aborted || !ParlanceError.is(error)) throw error;
  });
  if (sample === undefined) return;
  const { perChat, spread } = sample;
  const chatRequests = (perChat === null ? 0 : perChat.requests + perChat.files) + 1 / CHATS_PER_PAGE;
  const { sums, requests: sentBefore } = await countUnits(store, definition.name);
  const requests = Math.round(remainingRequests(sums, chatRequests));
  const nowMs = clock.nowMs();
  const after = (count: number): string => isoTime(nowMs + (count * 60_000) / pace());
  const [fewest, most] = rangeOf(requests, spread);
  const forecast = encode({
    run: 1,
    madeAt: isoTime(nowMs),
    endsAt: after(requests),
    earliestEndsAt: after(fewest),
    latestEndsAt: after(most),
    requests,
    chatRequests,
    sentBefore,
    endedAt: null,
  });
  await changeExport(store, definition.name, { forecast });
}

async function ask(context: RunContext, lease: Lease): Promise<ChatSample | undefined> {
  const { compliance, definition, signal, clock, store } = context;
  const { partitions, total } = await openPartitions(context);
  const [bound] = partitions[0] ?? [];
  if (bound === undefined || total < FEWEST_GROUPS) return undefined;
  const log = new UnitLog(clock);
  // Requests belong to no unit. The next certificate names them.
  const remember = (tables: RunContext['tables']): Promise<void> =>
    rememberRequests(tables, definition.name, {
      requestIds: log.requestIds.splice(0),
      startedAt: log.startedAt,
    });
  return sampleChats({
    compliance,
    definition,
    groups: partitions.map(([unit]) => (unit?.users == null ? [] : decode(unit.users))),
    total,
    most: MOST,
    to: bound.range_to,
    pagesOf: (list) => patientPages(context, signal, ({ resumeFrom = null }) => list(resumeFrom)),
    onRequest: (id) => log.request(id),
    onGroup: async (index, created) => {
      await store.transaction(
        async (transaction) => {
          await remember(transaction.tables(exportSchema));
          for (const { name, range_from: from, range_to: to } of partitions[index] ?? [])
            await changeUnit(
              transaction,
              { export: definition.name, name },
              {
                counted: created.filter((time) => (from === null || time >= from) && time < to).length,
              },
            );
        },
        { lease },
      );
    },
  }).finally(() => remember(context.tables));
}

/** Returns partitions in the order of their names, which is random, and the number of all. */
async function openPartitions({
  tables,
  definition: { name },
}: RunContext): Promise<{ readonly partitions: readonly Partition[]; readonly total: number }> {
  const units = tables
    .selectFrom('archive_units')
    .where('export', '=', name)
    .where('family', '=', 'chats')
    .where('task', '=', 'backfill')
    .where('state', '=', 'open');
  const rows = await units
    .select(['name', 'users', 'range_from', 'range_to'])
    .orderBy('name')
    .limit(MOST * MOST_BANDS)
    .execute();
  const byPartition = Map.groupBy(rows, (row) => partitionOf(row.name));
  const { count } = await units
    .where('name', 'not like', '%-%')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return { partitions: [...byPartition.values()], total: Number(count) };
}

/** Remembers the end of a run that has a forecast. */
export async function endForecast(
  session: StoreSession,
  { name, now: endedAt }: { readonly name: string; readonly now: string },
): Promise<void> {
  const row = await findExport(session, name);
  if (row?.forecast == null || decode(row.forecast).run !== row.run) return;
  const forecast = encode({ ...decode(row.forecast), endedAt });
  await changeExport(session, name, { forecast });
}

import type { StoreTransaction } from '@parlance/durable';
import { sha256 } from '../../certificates/digest.js';
import { isoTime } from '../definition/duration.js';
import type { ExportDefinition } from '../definition/export-definition.js';
import { exportSchema } from '../state/export-schema.js';
import type { UnitRow } from '../state/run-context.js';
import { encode } from '../state/json-column.js';

/** The most users that the service accepts in one request. */
const USERS = 10;

const ROWS = 500;

/** Bands of `newest-first`: the age of the oldest chats in each, in days. The last has the rest. */
const BANDS_DAYS = [30, 120];

/** What {@link addPartitions} needs. */
export interface NewPartitions {
  readonly definition: Pick<ExportDefinition, 'name' | 'chats' | 'order'>;
  /** Users without a partition. */
  readonly users: readonly string[];
  /** Bound of their first read. */
  readonly to: string;
}

/**
 * Adds partitions for new users. A partition never changes: people who leave stay in theirs, and people who join get new ones.
 */
export async function addPartitions(
  transaction: StoreTransaction,
  { definition, users, to }: NewPartitions,
): Promise<void> {
  const tables = transaction.tables(exportSchema);
  const { name } = definition;
  const { count } = await tables
    .selectFrom('archive_units')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('export', '=', name)
    .where('family', '=', 'chats')
    .where('name', 'not like', '%-%')
    .executeTakeFirstOrThrow();
  const units: UnitRow[] = [];
  const members: { id: string; unit: string }[] = [];
  for (const [position, partition] of partitionByHash(users).entries()) {
    const bands = bandsOf(definition, to);
    const first = `chats/${String(Number(count) + position + 1).padStart(6, '0')}`;
    for (const [index, { from, to: end }] of bands.entries()) {
      const unit = index === 0 ? first : `${first}-${index + 1}`;
      // The newest chats are in the first band: its unit also has the changes since.
      if (index === 0) members.push(...partition.map((id) => ({ id, unit })));
      units.push(
        unitOf({ export: name, name: unit, users: partition, from, to: end, priority: bands.length - index }),
      );
    }
  }
  for (let start = 0; start < units.length; start += ROWS)
    await tables
      .insertInto('archive_units')
      .values(units.slice(start, start + ROWS))
      .execute();
  for (let start = 0; start < members.length; start += ROWS)
    await tables
      .insertInto('archive_users')
      .values(
        members.slice(start, start + ROWS).map(({ id, unit }) => ({
          export: name,
          id,
          unit,
          named_to: null,
          late_from: null,
          listed_to: null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['export', 'id']).doUpdateSet((column) => ({ unit: column.ref('excluded.unit') })),
      )
      .execute();
}

/** Divides users by the hash of their ids, so that busy and quiet people are mixed. Each partition is sorted. */
function partitionByHash(users: readonly string[]): readonly string[][] {
  const sorted = users
    .map((id) => ({ id, hash: sha256(id) }))
    .toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
  const partitions: string[][] = [];
  for (let start = 0; start < sorted.length; start += USERS)
    partitions.push(
      sorted
        .slice(start, start + USERS)
        .map(({ id }) => id)
        .toSorted(),
    );
  return partitions;
}

interface Band {
  readonly from: string | null;
  readonly to: string;
}

/** Returns the ranges of creation times that are read one after the other, newest first. */
function bandsOf({ chats, order }: NewPartitions['definition'], to: string): readonly Band[] {
  const from = chats.from ?? null;
  if (order === 'people-first') return [{ from, to }];
  const starts = BANDS_DAYS.map((days) => isoTime(Date.parse(to) - days * 86_400_000));
  const bands: Band[] = [];
  let end = to;
  for (const start of starts) {
    if (from !== null && start <= from) break;
    bands.push({ from: start, to: end });
    end = start;
  }
  return [...bands, { from, to: end }];
}

interface UnitFacts extends Band {
  readonly export: string;
  readonly name: string;
  readonly users: readonly string[];
  readonly priority: number;
}

function unitOf({ export: exportName, name, users, from, to, priority }: UnitFacts): UnitRow {
  return {
    export: exportName,
    name,
    family: 'chats',
    state: 'open',
    task: 'backfill',
    priority,
    range_from: from,
    range_to: to,
    users: encode(users),
    revision: -1,
    attempts: 0,
    resume_from: null,
    rechecks: 0,
    increment: null,
    records: 0,
    requests: 0,
  };
}

import type { Kysely } from 'kysely';
import type { StoreTransaction } from '@parlance/durable';
import { isoTime } from '../definition/duration.js';
import type { ExportDefinition } from '../definition/export-definition.js';
import { partitionUsers } from '../definition/partition-users.js';
import { exportSchema, type ExportTables } from '../state/export-schema.js';
import { insertUnits, newUnit, type UnitRow } from '../state/unit-row.js';
import { inParts } from '../state/lists.js';
import { encode } from '../state/json-column.js';

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
  for (const [position, partition] of partitionUsers(users).entries()) {
    const bands = bandsOf(definition, to);
    const first = `chats/${String(Number(count) + position + 1).padStart(6, '0')}`;
    for (const [index, { from, to: end }] of bands.entries()) {
      const unit = index === 0 ? first : `${first}-${index + 1}`;
      // The newest chats are in the first band: its unit also has the changes since.
      if (index === 0) members.push(...partition.map((id) => ({ id, unit })));
      units.push(
        newUnit({
          export: name,
          name: unit,
          family: 'chats',
          task: 'backfill',
          priority: bands.length - index,
          range_from: from,
          range_to: end,
          users: encode(partition),
          weight: partition.length,
        }),
      );
    }
  }
  await insertUnits(transaction, units);
  await rememberUnits(tables, name, members);
}

/** Remembers in which units people are listed again. */
async function rememberUnits(
  tables: Kysely<ExportTables>,
  exportName: string,
  members: readonly { readonly id: string; readonly unit: string }[],
): Promise<void> {
  for (const part of inParts(members))
    await tables
      .insertInto('archive_users')
      .values(
        part.map(({ id, unit }) => ({
          export: exportName,
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

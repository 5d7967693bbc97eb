import type { Kysely } from 'kysely';
import type { Store } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import { exportSchema, type ExportTables } from '../state/export-schema.js';
import {
  followerDay,
  followerStatus,
  type FollowerDay,
  type FollowerRow,
  type FollowerStatus,
} from '../state/follower-status.js';
import { requireStarted } from '../state/read-status.js';
import { dayOf, lastBefore, utc } from './follower-state.js';

/** Names a follower of an export. */
export interface FollowerOptions {
  /** The store of the export. */
  readonly store: Store;
  /** Name of the sink. */
  readonly follower: string;
}

/** What a person changes of a follower. */
export interface ChangeFollowerOptions extends FollowerOptions {
  /** True to pause it, false to resume it. Default: as it is. */
  readonly paused?: boolean | undefined;
  /**
   * Delivers again what was sealed on this UTC day and later (RFC 3339, or a `Date`). A later day leaves out what is before. A sink that knows what it
   * has, such as `sqlite`, receives what it lacks in any case. Default: continues where it is.
   */
  readonly replayFrom?: string | Date | undefined;
}

/**
 * Pauses, resumes or replays a follower.
 *
 * @throws {ConfigError} When no run had the follower, or the time is invalid.
 */
export async function changeFollower(
  exportName: string,
  { store, follower, paused, replayFrom }: ChangeFollowerOptions,
): Promise<FollowerStatus> {
  const day = replayFrom === undefined ? undefined : dayOf(utc('replayFrom', replayFrom));
  await requireStarted(store, exportName);
  const row = await store.transaction(async (transaction) => {
    const tables = transaction.tables(exportSchema);
    const found = await requireFollower(tables, exportName, follower);
    const change: Partial<FollowerRow> = paused === undefined ? {} : { paused: Number(paused) };
    if (day !== undefined) {
      change.sequence = await lastBefore({ tables, definition: { name: exportName } }, day);
      await tables
        .deleteFrom('archive_follower_days')
        .where('export', '=', exportName)
        .where('follower', '=', follower)
        .where('day', '>=', day)
        .execute();
    }
    if (Object.keys(change).length > 0)
      await tables
        .updateTable('archive_followers')
        .set(change)
        .where('export', '=', exportName)
        .where('name', '=', follower)
        .execute();
    return { ...found, ...change };
  });
  return followerStatus(store.tables(exportSchema), row);
}

/**
 * Reads what a follower has received, day by day.
 *
 * @throws {ConfigError} When no run had the follower.
 */
export async function readFollowerDays(
  exportName: string,
  { store, follower }: FollowerOptions,
): Promise<readonly FollowerDay[]> {
  await requireStarted(store, exportName);
  const tables = store.tables(exportSchema);
  await requireFollower(tables, exportName, follower);
  const rows = await tables
    .selectFrom('archive_follower_days')
    .selectAll()
    .where('export', '=', exportName)
    .where('follower', '=', follower)
    .orderBy('day')
    .execute();
  const today = dayOf(new Date(await store.now()).toISOString());
  return Promise.all(rows.map((row) => followerDay(tables, row, today)));
}

async function requireFollower(
  tables: Kysely<ExportTables>,
  exportName: string,
  follower: string,
): Promise<FollowerRow> {
  const rows = await tables
    .selectFrom('archive_followers')
    .selectAll()
    .where('export', '=', exportName)
    .orderBy('name')
    .execute();
  const found = rows.find(({ name }) => name === follower);
  if (found !== undefined) return found;
  const names = rows.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new ConfigError(
    'follower',
    `\`follower\` must be the name of a follower of the export ${exportName}: ${names === '' ? 'it has none yet' : names}`,
  );
}

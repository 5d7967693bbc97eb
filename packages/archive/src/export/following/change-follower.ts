import type { Store } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import { exportSchema } from '../state/export-schema.js';
import {
  followerDay,
  followerStatus,
  type FollowerReport,
  type FollowerRow,
} from '../state/follower-status.js';
import { requireStarted } from '../state/read-status.js';
import { dayOf, lastBefore } from './follower-state.js';

/** A follower of an export, and what a person changes of it. */
export interface FollowerOptions {
  /** The store of the export. */
  readonly store: Store;
  /** Name of the sink. */
  readonly follower: string;
  /** True to pause it, false to resume it. Default: as it is. */
  readonly paused?: boolean | undefined;
  /**
   * Delivers again what was sealed on this UTC day and later (RFC 3339, or a `Date`). A day that would leave out certificates that were not delivered
   * is refused. Default: continues where it is.
   */
  readonly replayFrom?: string | Date | undefined;
}

/**
 * Changes a follower, and reads what it has received.
 *
 * @throws {ConfigError} When no run had the follower, the time is invalid, or the day would leave out what was not delivered.
 */
export async function changeFollower(
  exportName: string,
  { store, follower, paused, replayFrom }: FollowerOptions,
): Promise<FollowerReport> {
  const day = replayFrom === undefined ? undefined : dayOf('replayFrom', replayFrom);
  await requireStarted(store, exportName);
  const today = dayOf('now', new Date(await store.now()));
  return store.transaction(async (transaction) => {
    const tables = transaction.tables(exportSchema);
    const followers = tables.selectFrom('archive_followers').selectAll().where('export', '=', exportName);
    const found = await followers.orderBy('name').execute();
    const row = found.find(({ name }) => name === follower);
    if (row === undefined) throw unknownFollower(exportName, found);
    const sequence = day === undefined ? row.sequence : await lastBefore(tables, exportName, day);
    if (sequence > row.sequence) throw leavesOut(String(day), sequence - row.sequence);
    const change: Partial<FollowerRow> = {
      paused: paused === undefined ? row.paused : Number(paused),
      sequence,
    };
    const key = { export: exportName, follower };
    if (day !== undefined) {
      const days = tables.deleteFrom('archive_follower_days').where(({ and }) => and(key));
      await days.where('day', '>=', day).execute();
    }
    const changed = tables.updateTable('archive_followers').set(change).where('export', '=', exportName);
    await changed.where('name', '=', follower).execute();
    const days = tables
      .selectFrom('archive_follower_days')
      .selectAll()
      .where(({ and }) => and(key));
    const rows = await days.orderBy('day').execute();
    return {
      ...(await followerStatus(tables, { ...row, ...change })),
      days: await Promise.all(rows.map((one) => followerDay(tables, one, today))),
    };
  });
}

function unknownFollower(exportName: string, rows: readonly FollowerRow[]): ConfigError {
  const names = rows.map(({ name }) => JSON.stringify(name)).join(', ') || 'it has none yet';
  const message = `\`follower\` must be the name of a follower of the export ${exportName}: ${names}`;
  return new ConfigError('follower', message);
}

/** A year that was mistyped must not cost a receiver what it lacks. */
function leavesOut(day: string, certificates: number): ConfigError {
  const message = `\`replayFrom\` must not be after what was delivered: ${day} would leave out ${certificates} certificates`;
  return new ConfigError('replayFrom', message);
}

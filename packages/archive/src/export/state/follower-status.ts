/** The state of followers, and what each of them has received day by day. */
import type { Kysely, Selectable } from 'kysely';
import type { ExportTables } from './export-schema.js';
import type { FollowerTables } from './follower-tables.js';

/** The state of a follower: a sink that receives what is certified, at its own pace. */
export interface FollowerStatus {
  /** Name of the sink. */
  readonly name: string;
  /** Whether it is a service that may be away. A run waits for it for a limited time. */
  readonly remote: boolean;
  /** Whether a person has paused it. */
  readonly paused: boolean;
  /** Number of certificates whose records it does not have yet. 0 if it has caught up. */
  readonly pending: number;
  /** When the first of them was sealed (RFC 3339); null if it has caught up. */
  readonly pendingSince: string | null;
  /** Records that were delivered. A replay counts them again. */
  readonly delivered: number;
  /** Records that the sink leaves out, for example because its mapping does not support them. */
  readonly leftOut: number;
  /** Records that the destination rejected. They are in `followers/NAME/DAY.rejected.ndjson` in the folder of the archive. */
  readonly rejected: number;
  /** Why the last attempt failed; null if it did not. */
  readonly problem: string | null;
}

/**
 * What a follower received of the certificates that were sealed on one UTC day, as in its file. `listed` is the sum of `delivered`, `left_out` and
 * `rejected`.
 */
export interface FollowerDay {
  /** The day, for example `2026-06-02`. */
  readonly day: string;
  /** Number of certificates that were sealed. */
  readonly sealed: number;
  /** Number of certificates that were delivered. */
  readonly certificates: number;
  /** Position in the chain of the first one. */
  readonly first_sequence: number;
  /** Position in the chain of the last one. */
  readonly last_sequence: number;
  /** Records in these certificates, without the kinds that the sink does not receive. */
  readonly listed: number;
  /** Records that the destination has acknowledged. */
  readonly delivered: number;
  /** Records that the sink leaves out. */
  readonly left_out: number;
  /** Records that the destination rejected. */
  readonly rejected: number;
  /** Delivered records that the destination has found when it was asked. 0 for a sink that cannot ask (`find`). */
  readonly confirmed: number;
  /**
   * Digest of the stable ids of all delivered records. For each certificate in order: SHA-256 of the digest before it (nothing for the first) and the ids,
   * each followed by a line feed. Null if nothing was delivered.
   */
  readonly ids_digest: string | null;
  /** Whether all certificates of the day were delivered, and the day is over. */
  readonly complete: boolean;
}

/** The state of a follower, and what it received. */
export interface FollowerReport extends FollowerStatus {
  /** The days, the oldest first. */
  readonly days: readonly FollowerDay[];
}

/** The row of a follower. */
export type FollowerRow = Selectable<FollowerTables['archive_followers']>;

/** The row of a follower's day. */
export type FollowerDayRow = Selectable<FollowerTables['archive_follower_days']>;

/** Reads the state of the followers of the last run. */
export async function readFollowers(
  tables: Kysely<ExportTables>,
  exportName: string,
): Promise<readonly FollowerStatus[]> {
  const defined = { export: exportName, defined: 1 };
  const followers = tables.selectFrom('archive_followers').where(({ and }) => and(defined));
  const rows = await followers.selectAll().orderBy('name').execute();
  return Promise.all(rows.map((row) => followerStatus(tables, row)));
}

/** Describes a follower. */
export async function followerStatus(
  tables: Kysely<ExportTables>,
  row: FollowerRow,
): Promise<FollowerStatus> {
  const certificates = tables.selectFrom('archive_certificates').where('export', '=', row.export);
  const behind = certificates.where('sequence', '>', row.sequence);
  const summed = behind.select(({ fn }) => [fn.countAll().as('count'), fn.min('sealed_at').as('since')]);
  const pending = await summed.executeTakeFirstOrThrow();
  return {
    name: row.name,
    remote: row.remote === 1,
    paused: row.paused === 1,
    pending: Number(pending.count),
    pendingSince: pending.since,
    delivered: row.delivered,
    leftOut: row.left_out,
    rejected: row.rejected,
    problem: row.problem,
  };
}

/** Describes the day of a follower. @param today - The current UTC day, by the clock of the service. */
export async function followerDay(
  tables: Kysely<ExportTables>,
  row: FollowerDayRow,
  today: string,
): Promise<FollowerDay> {
  const { export: exportName, follower: _follower, rejected_bytes: _bytes, ...facts } = row;
  const certificates = tables.selectFrom('archive_certificates').where('export', '=', exportName);
  const ofDay = certificates.where('sealed_at', '>=', row.day).where('sealed_at', '<', `${row.day}U`);
  const count = await ofDay.select(({ fn }) => fn.countAll().as('sealed')).executeTakeFirstOrThrow();
  const sealed = Number(count.sealed);
  return { ...facts, sealed, complete: row.day < today && row.certificates === sealed };
}

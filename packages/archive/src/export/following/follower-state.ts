import type { Lease } from '@parlance/durable';
import { sha256 } from '../../certificates/digest.js';
import { timeMs } from '../definition/duration.js';
import { findExport } from '../state/export-row.js';
import { exportSchema } from '../state/export-schema.js';
import type { FollowerDayRow, FollowerRow } from '../state/follower-status.js';
import type { RunContext } from '../state/run-context.js';
import type { OpenedSink } from '../state/sink-set.js';
import type { UnitDelivery } from './deliver-records.js';

/** A certificate that was delivered. */
export interface DeliveredCertificate extends UnitDelivery {
  readonly sequence: number;
  readonly day: string;
  /** Size of the day's file of rejected records with those of this certificate, in bytes. */
  readonly rejectedBytes: number;
}

type Tables = RunContext['tables'];
type Context = Pick<RunContext, 'tables' | 'store' | 'definition'>;

/** The row of a follower in the store, and those of its days. Only the process with the lease of the export changes what was delivered. */
export class FollowerState {
  readonly #context: Context;
  readonly #lease: Lease;
  readonly #follower: OpenedSink;
  readonly #key: { readonly export: string; readonly name: string };

  constructor(context: Context, lease: Lease, follower: OpenedSink) {
    this.#context = context;
    this.#lease = lease;
    this.#follower = follower;
    this.#key = { export: context.definition.name, name: follower.sink.name };
  }

  /** Reads the row, and creates it for a follower that is new. */
  async load(): Promise<FollowerRow> {
    const { tables } = this.#context;
    const rows = tables.selectFrom('archive_followers').selectAll();
    const known = await rows.where(({ and }) => and(this.#key)).executeTakeFirst();
    if (known !== undefined) return known;
    const counts = { sent_to: 0, paused: 0, problem: null, delivered: 0, left_out: 0, rejected: 0 };
    const remote = Number(this.#follower.sink.remote === true);
    const row: FollowerRow = { ...this.#key, ...counts, defined: 1, remote, sequence: await this.#start() };
    await tables.insertInto('archive_followers').values(row).execute();
    return row;
  }

  /** Returns the last certificate that a new follower does not receive. */
  async #start(): Promise<number> {
    const { store, tables, definition } = this.#context;
    const { sink, open } = this.#follower;
    if (open.has !== undefined) return 0;
    if (sink.from !== undefined) return lastBefore(tables, definition.name, dayOf('from', sink.from));
    return (await findExport(store, definition.name))?.stepped_to ?? 0;
  }

  /** Stores that a certificate is being delivered, or why that failed. */
  async change(change: Partial<Pick<FollowerRow, 'sent_to' | 'problem' | 'sequence'>>): Promise<void> {
    const row = this.#context.tables.updateTable('archive_followers').set(change);
    await row.where(({ and }) => and(this.#key)).execute();
  }

  /** Returns a day; undefined before its first certificate was delivered. */
  day(day: string, tables: Tables = this.#context.tables): Promise<FollowerDayRow | undefined> {
    const days = tables.selectFrom('archive_follower_days').selectAll();
    return days.where(({ and }) => and(this.#keyOf(day))).executeTakeFirst();
  }

  /** Returns the last two days. */
  async lastDays(): Promise<readonly FollowerDayRow[]> {
    const { export: exportName, name: follower } = this.#key;
    const days = this.#context.tables.selectFrom('archive_follower_days').selectAll();
    return days
      .where(({ and }) => and({ export: exportName, follower }))
      .orderBy('day', 'desc')
      .limit(2)
      .execute();
  }

  /** Moves the cursor past a certificate. Returns false if a person has replayed the follower in the meantime. */
  async commit({ sequence: from }: FollowerRow, done: DeliveredCertificate): Promise<boolean> {
    return this.#context.store.transaction(
      async (transaction) => {
        const tables = transaction.tables(exportSchema);
        const { numUpdatedRows } = await tables
          .updateTable('archive_followers')
          .set((column) => ({
            sequence: done.sequence,
            problem: null,
            delivered: column('delivered', '+', done.delivered.length),
            left_out: column('left_out', '+', done.leftOut),
            rejected: column('rejected', '+', rejectedOf(done)),
          }))
          .where(({ and }) => and({ ...this.#key, sequence: from }))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await this.#count(tables, done);
        return numUpdatedRows > 0n;
      },
      { lease: this.#lease },
    );
  }

  async #count(tables: Tables, done: DeliveredCertificate): Promise<void> {
    const { day, sequence } = done;
    const known = await this.day(day, tables);
    const lines = done.delivered.map((id) => `${id}\n`).join('');
    const row: FollowerDayRow = {
      ...this.#keyOf(day),
      first_sequence: known?.first_sequence ?? sequence,
      last_sequence: sequence,
      certificates: (known?.certificates ?? 0) + 1,
      listed: (known?.listed ?? 0) + done.listed,
      delivered: (known?.delivered ?? 0) + done.delivered.length,
      left_out: (known?.left_out ?? 0) + done.leftOut,
      rejected: (known?.rejected ?? 0) + rejectedOf(done),
      confirmed: (known?.confirmed ?? 0) + done.confirmed,
      ids_digest: lines === '' ? (known?.ids_digest ?? null) : sha256(`${known?.ids_digest ?? ''}${lines}`),
      rejected_bytes: done.rejectedBytes,
    };
    const days = tables.deleteFrom('archive_follower_days');
    await days.where(({ and }) => and(this.#keyOf(day))).execute();
    await tables.insertInto('archive_follower_days').values(row).execute();
  }

  #keyOf(day: string): Pick<FollowerDayRow, 'export' | 'follower' | 'day'> {
    return { export: this.#key.export, follower: this.#key.name, day };
  }
}

/** Records of which the destination has rejected at least one part. */
function rejectedOf({ listed, leftOut, delivered }: UnitDelivery): number {
  return listed - leftOut - delivered.length;
}

/** Returns the position of the last certificate that was sealed before a day. */
export async function lastBefore(tables: Tables, exportName: string, day: string): Promise<number> {
  const before = tables.selectFrom('archive_certificates').where('export', '=', exportName);
  const last = before.where('sealed_at', '<', day).select(({ fn }) => fn.max('sequence').as('last'));
  return Number((await last.executeTakeFirst())?.last ?? 0);
}

/** Returns the UTC day of a time. @throws {ConfigError} When it is invalid; names the option. */
export function dayOf(option: string, time: string | Date): string {
  return new Date(timeMs(option, time)).toISOString().slice(0, 10);
}

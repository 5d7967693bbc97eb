import type { Lease, StoreTransaction } from '@parlance/durable';
import { sha256 } from '../../certificates/digest.js';
import { timeMs } from '../definition/duration.js';
import { exportSchema } from '../state/export-schema.js';
import type { FollowerDayRow, FollowerRow } from '../state/follower-status.js';
import type { RunContext } from '../state/run-context.js';
import type { OpenedSink } from '../state/sink-set.js';
import type { CertificateDelivery } from './deliver-certificate.js';

/** Returns the UTC day of a time (RFC 3339, UTC). */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** A certificate that was delivered. */
export interface DeliveredCertificate extends CertificateDelivery {
  readonly sequence: number;
  readonly day: string;
  /** Size of the day's file of rejected records with those of this certificate, in bytes. */
  readonly rejectedBytes: number;
}

/** The row of a follower in the store, and those of its days. Only the process with the lease of the export changes what was delivered. */
export class FollowerState {
  readonly #context: Pick<RunContext, 'tables' | 'store' | 'definition'>;
  readonly #lease: Lease;
  readonly #follower: OpenedSink;

  constructor(
    context: Pick<RunContext, 'tables' | 'store' | 'definition'>,
    lease: Lease,
    follower: OpenedSink,
  ) {
    this.#context = context;
    this.#lease = lease;
    this.#follower = follower;
  }

  /** Reads the row, and creates it for a follower that is new. */
  async load(): Promise<FollowerRow> {
    const key = { export: this.#context.definition.name, name: this.#follower.sink.name };
    const known = await this.#context.tables
      .selectFrom('archive_followers')
      .selectAll()
      .where('export', '=', key.export)
      .where('name', '=', key.name)
      .executeTakeFirst();
    if (known !== undefined) return known;
    const row: FollowerRow = {
      ...key,
      defined: 1,
      remote: Number(this.#follower.sink.remote === true),
      sequence: await this.#start(),
      sent_to: 0,
      paused: 0,
      problem: null,
      delivered: 0,
      left_out: 0,
      rejected: 0,
    };
    await this.#context.tables.insertInto('archive_followers').values(row).execute();
    return row;
  }

  /** Returns the last certificate that a new follower does not receive. */
  async #start(): Promise<number> {
    const { tables, definition } = this.#context;
    const { sink, open } = this.#follower;
    if (open.has !== undefined) return 0;
    if (sink.from !== undefined) return lastBefore(this.#context, dayOf(utc('from', sink.from)));
    const row = await tables
      .selectFrom('archive_exports')
      .select('stepped_to')
      .where('name', '=', definition.name)
      .executeTakeFirst();
    return row?.stepped_to ?? 0;
  }

  /** Stores that the next certificate is being delivered, or why that failed. */
  async change(change: Partial<Pick<FollowerRow, 'sent_to' | 'problem' | 'sequence'>>): Promise<void> {
    await this.#context.tables
      .updateTable('archive_followers')
      .set(change)
      .where('export', '=', this.#context.definition.name)
      .where('name', '=', this.#follower.sink.name)
      .execute();
  }

  /** Returns a day; undefined before its first certificate was delivered. */
  day(day: string): Promise<FollowerDayRow | undefined> {
    return this.#dayOf(this.#context.tables, day);
  }

  /** Returns the last two days. */
  async lastDays(): Promise<readonly string[]> {
    const rows = await this.#context.tables
      .selectFrom('archive_follower_days')
      .select('day')
      .where('export', '=', this.#context.definition.name)
      .where('follower', '=', this.#follower.sink.name)
      .orderBy('day', 'desc')
      .limit(2)
      .execute();
    return rows.map(({ day }) => day);
  }

  /** Moves the cursor past a certificate. Returns false if a person has paused or replayed the follower in the meantime. */
  async commit({ sequence: from }: FollowerRow, done: DeliveredCertificate): Promise<boolean> {
    return this.#context.store.transaction(
      async (transaction) => {
        const { numUpdatedRows } = await transaction
          .tables(exportSchema)
          .updateTable('archive_followers')
          .set((column) => ({
            sequence: done.sequence,
            problem: null,
            delivered: column('delivered', '+', done.delivered.length),
            left_out: column('left_out', '+', done.leftOut),
            rejected: column('rejected', '+', rejectedOf(done)),
          }))
          .where('export', '=', this.#context.definition.name)
          .where('name', '=', this.#follower.sink.name)
          .where('sequence', '=', from)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await this.#count(transaction, done);
        return true;
      },
      { lease: this.#lease },
    );
  }

  async #count(transaction: StoreTransaction, done: DeliveredCertificate): Promise<void> {
    const tables = transaction.tables(exportSchema);
    const known = await this.#dayOf(tables, done.day);
    const lines = done.delivered.map((id) => `${id}\n`).join('');
    const row: FollowerDayRow = {
      export: this.#context.definition.name,
      follower: this.#follower.sink.name,
      day: done.day,
      first_sequence: known?.first_sequence ?? done.sequence,
      last_sequence: done.sequence,
      certificates: (known?.certificates ?? 0) + 1,
      listed: (known?.listed ?? 0) + done.listed,
      delivered: (known?.delivered ?? 0) + done.delivered.length,
      left_out: (known?.left_out ?? 0) + done.leftOut,
      rejected: (known?.rejected ?? 0) + rejectedOf(done),
      digest: lines === '' ? (known?.digest ?? null) : sha256(`${known?.digest ?? ''}${lines}`),
      rejected_bytes: done.rejectedBytes,
    };
    if (known === undefined) await tables.insertInto('archive_follower_days').values(row).execute();
    else
      await tables
        .updateTable('archive_follower_days')
        .set(row)
        .where('export', '=', row.export)
        .where('follower', '=', row.follower)
        .where('day', '=', row.day)
        .execute();
  }

  #dayOf(tables: RunContext['tables'], day: string): Promise<FollowerDayRow | undefined> {
    return tables
      .selectFrom('archive_follower_days')
      .selectAll()
      .where('export', '=', this.#context.definition.name)
      .where('follower', '=', this.#follower.sink.name)
      .where('day', '=', day)
      .executeTakeFirst();
  }
}

/** Records of which the destination has rejected at least one part. */
function rejectedOf({ listed, leftOut, delivered }: CertificateDelivery): number {
  return listed - leftOut - delivered.length;
}

/** Returns the position of the last certificate that was sealed before a day. */
export async function lastBefore(
  {
    tables,
    definition: { name },
  }: Pick<RunContext, 'tables'> & { readonly definition: { readonly name: string } },
  day: string,
): Promise<number> {
  const row = await tables
    .selectFrom('archive_certificates')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('export', '=', name)
    .where('sealed_at', '<', day)
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Returns a time as RFC 3339 in UTC. @throws {ConfigError} When it is invalid. */
export function utc(option: string, time: string | Date): string {
  return new Date(timeMs(option, time)).toISOString();
}

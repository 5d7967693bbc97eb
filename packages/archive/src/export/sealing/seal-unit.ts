import type { JobContext, JsonValue, StoreTransaction } from '@parlance/durable';
import type { Certificate, Recheck } from '../../certificates/certificate.js';
import { certificatePosition, sealCertificate } from '../../certificates/sealed-file.js';
import type { WrittenUnit } from '../../sinks/sink.js';
import { exportSchema, type ExportTables } from '../state/export-schema.js';
import { takeRequests } from '../state/own-requests.js';
import { RunEndedError, type RunContext } from '../state/run-context.js';
import { forgetFailures, type UnitRow } from '../state/unit-row.js';
import type { UnitLog } from '../state/unit-log.js';
import { encoded } from '../state/json-column.js';

/** What {@link certify} needs. */
export interface Sealing {
  readonly unit: Pick<UnitRow, 'name' | 'family' | 'revision'>;
  readonly bounds: Certificate['bounds'];
  readonly users: readonly string[] | null;
  readonly query: Certificate['query'];
  readonly recheck: Recheck | null;
  readonly log: UnitLog;
  readonly written: WrittenUnit;
}

/** Columns of a unit that change when a revision is sealed. */
export type UnitChange = Partial<
  Pick<ExportTables['archive_units'], 'state' | 'resume_from' | 'rechecks' | 'increment'>
>;

/** What {@link sealUnit} needs. */
export interface UnitSealing extends Sealing {
  readonly unit: UnitRow;
  readonly change: UnitChange;
  /** Chats that a page has listed. Default 0. */
  readonly listed?: number;
  /** Writes more in the same transaction. */
  readonly write: (transaction: StoreTransaction) => Promise<void>;
}

/**
 * Seals a revision of a unit: stores its certificate, its state and the completion of its job in one transaction. Sinks were committed
 * before; if this fails, they write the revision again.
 *
 * @throws {RunEndedError} When the run was stopped in the meantime.
 * @throws {LeaseLostError} When another process has taken over the job.
 */
export async function sealUnit(context: RunContext, job: JobContext, sealing: UnitSealing): Promise<void> {
  const { unit, log, change, listed = 0, write } = sealing;
  const seal = async (transaction: StoreTransaction): Promise<void> => {
    await certify(context, transaction, sealing);
    await transaction
      .tables(exportSchema)
      .updateTable('archive_units')
      .set((column) => ({
        ...change,
        revision: unit.revision + 1,
        attempts: 0,
        records: column('records', '+', log.records),
        requests: column('requests', '+', log.requestIds.length),
        listed: column('listed', '+', listed),
        sent: column('sent', '+', log.requestIds.length),
      }))
      .where('export', '=', unit.export)
      .where('name', '=', unit.name)
      .execute();
    await forgetFailures(transaction, unit);
    await write(transaction);
  };
  if (change.state === 'sealed') await job.complete(seal);
  else await job.transaction(seal);
}

/**
 * Adds a certificate to the chain. The row of the export stays locked until the end of the transaction, so that certificates are added one
 * after the other.
 */
export async function certify(
  { definition, epoch, clock }: Pick<RunContext, 'definition' | 'epoch' | 'clock'>,
  transaction: StoreTransaction,
  { unit, bounds, users, query, recheck, log, written }: Sealing,
): Promise<void> {
  const tables = transaction.tables(exportSchema);
  const { name } = definition;
  const row = await tables
    .updateTable('archive_exports')
    .set((column) => ({ sequence: column('sequence', '+', 1) }))
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .where('state', '=', 'running')
    .returning(['sequence', 'head', 'certificate_offset'])
    .executeTakeFirst();
  if (row === undefined) throw new RunEndedError();
  const others = await takeRequests(tables, name);
  const certificate: Certificate = {
    format: 3,
    unit: { name: unit.name, family: unit.family, revision: unit.revision + 1 },
    sequence: row.sequence,
    previous: row.head,
    bounds,
    users,
    query,
    cursors: log.cursors,
    request_ids: [...log.requestIds, ...others.map(({ id }) => id)],
    counts: log.counts,
    records_digest: log.digest(),
    extents: written.extents,
    chats: written.chats,
    recheck,
    own_requests_seen: unit.family === 'activities' ? log.own : null,
    sealed_at: clock.now(),
  };
  const starts = [log.startedAt, ...others.map(({ started_at: startedAt }) => startedAt)];
  await storeCertificate(transaction, certificate, {
    export: name,
    started_at: starts.toSorted()[0] ?? log.startedAt,
    // The first certificate of a file.
    file_offset: certificatePosition(row.sequence).line === 1 ? 0 : row.certificate_offset,
  });
}

async function storeCertificate(
  transaction: StoreTransaction,
  certificate: Certificate,
  stored: Pick<ExportTables['archive_certificates'], 'export' | 'started_at' | 'file_offset'>,
): Promise<void> {
  const { sequence, unit, sealed_at } = certificate;
  const tables = transaction.tables(exportSchema);
  const { text, digest } = sealCertificate(certificate);
  await tables
    .insertInto('archive_certificates')
    .values({
      ...stored,
      sequence,
      unit: unit.name,
      revision: unit.revision,
      text: encoded(text),
      sealed_at,
      published: 0,
    })
    .execute();
  await tables
    .updateTable('archive_exports')
    .set({
      head: digest,
      certificate_offset: stored.file_offset + Buffer.byteLength(text) + 1,
      updated_at: sealed_at,
    })
    .where('name', '=', stored.export)
    .execute();
}

/** Returns the query of a list for its certificate. */
export function queryOf(query: object): Record<string, JsonValue> {
  // The queries of lists are JSON; this also removes undefined members.
  return JSON.parse(JSON.stringify(query)) as Record<string, JsonValue>;
}

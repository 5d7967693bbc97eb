import type { Certificate } from '../../certificates/certificate.js';
import { readRevision } from '../../reader/read-unit.js';
import type { ArchiveRecord } from '../../records/archive-record.js';
import { deliveryId } from '../../sinks/record-mapping.js';
import type { DeliveryReport, RejectedRecord } from '../../sinks/sink.js';
import { selectRecords, type OpenedSink } from '../state/sink-set.js';

const RECORDS = 500;

/** What happened to the records of a certificate. */
export interface CertificateDelivery {
  /** Records that the sink receives. */
  readonly listed: number;
  readonly leftOut: number;
  /** Stable ids of the records that the destination has acknowledged, in the order of the archive. */
  readonly delivered: readonly string[];
  readonly rejections: readonly RejectedRecord[];
}

/** Reads the records of a certificate from the archive, and writes them to a follower. */
export async function deliverCertificate(
  { sink, open }: OpenedSink,
  certificate: Certificate,
  { dir, attempt, signal }: { readonly dir: string; readonly attempt: number; readonly signal: AbortSignal },
): Promise<CertificateDelivery> {
  const ids: string[] = [];
  const leftOut = new Set<string>();
  const rejections: RejectedRecord[] = [];
  const report: DeliveryReport = {
    leftOut: (record) => void leftOut.add(deliveryId(record)),
    rejected: (rejection) => void rejections.push(rejection),
  };
  const writer = await open.begin(certificate.unit, { attempt, signal, report });
  const write = async (records: readonly ArchiveRecord[]): Promise<void> => {
    const selected = selectRecords(sink, records);
    for (const record of selected) ids.push(deliveryId(record));
    if (selected.length > 0) await writer.write(selected);
  };
  try {
    let records: ArchiveRecord[] = [];
    for await (const record of readRevision(dir, certificate)) {
      // Followers have what is left.
      if (!('erased' in record)) records.push(record);
      if (records.length < RECORDS) continue;
      signal.throwIfAborted();
      await write(records);
      records = [];
    }
    await write(records);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const rejected = new Set(rejections.map(({ record }) => deliveryId(record)));
  const delivered = ids.filter((id) => !leftOut.has(id) && !rejected.has(id));
  return { listed: ids.length, leftOut: leftOut.size, delivered, rejections };
}

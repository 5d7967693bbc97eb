import type { Unit } from '../../certificates/extent.js';
import type { ArchiveRecord, ErasedRecord } from '../../records/archive-record.js';
import { deliveryId } from '../../sinks/record-mapping.js';
import type { DeliveryReport, RejectedRecord } from '../../sinks/sink.js';
import { SinkError } from '../../sinks/sink-error.js';
import { selectRecords, type OpenedSink } from '../state/sink-set.js';

const RECORDS = 500;

/** The outcome of delivering a unit. */
export interface UnitDelivery {
  /** Records that the sink receives. */
  readonly listed: number;
  readonly leftOut: number;
  /** Stable ids of the records that the destination has acknowledged, in their order. */
  readonly delivered: readonly string[];
  readonly rejections: readonly RejectedRecord[];
  /** Number of delivered records that the destination has found when it was asked; 0 if it cannot be asked. */
  readonly confirmed: number;
}

/** What {@link deliverRecords} writes. */
export interface DeliveredRecords {
  readonly unit: Unit;
  readonly records: AsyncIterable<ArchiveRecord | ErasedRecord> | Iterable<ArchiveRecord>;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Writes the records of a unit to a sink. */
export async function deliverRecords(
  { sink, open }: OpenedSink,
  { unit, records, attempt, signal }: DeliveredRecords,
): Promise<UnitDelivery> {
  const ids: string[] = [];
  const leftOut = new Set<string>();
  const rejections: RejectedRecord[] = [];
  const report: DeliveryReport = {
    leftOut: (record) => void leftOut.add(deliveryId(record)),
    rejected: (rejection) => void rejections.push(rejection),
  };
  const writer = await open.begin(unit, { attempt, signal, report });
  const write = async (batch: readonly ArchiveRecord[]): Promise<void> => {
    const selected = selectRecords(sink, batch);
    for (const record of selected) ids.push(deliveryId(record));
    if (selected.length > 0) await writer.write(selected);
  };
  try {
    let batch: ArchiveRecord[] = [];
    for await (const record of records) {
      // Of an erased record, followers have what is left.
      if (!('erased' in record)) batch.push(record);
      if (batch.length < RECORDS) continue;
      signal.throwIfAborted();
      await write(batch);
      batch = [];
    }
    await write(batch);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const rejected = new Set(rejections.map(({ record }) => deliveryId(record)));
  const delivered = ids.filter((id) => !leftOut.has(id) && !rejected.has(id));
  const confirmed = open.find === undefined ? 0 : await confirm(open.find(delivered, { signal }), delivered);
  return { listed: ids.length, leftOut: leftOut.size, delivered, rejections, confirmed };
}

/** Returns the number of records. @throws {SinkError} When the destination lacks some. */
async function confirm(finding: Promise<readonly string[]>, ids: readonly string[]): Promise<number> {
  const found = new Set(await finding);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return ids.length;
  const problem = `The receiver does not find ${missing.length} of ${ids.length} records, for example ${missing[0]}.`;
  throw new SinkError('sink_unacknowledged', problem);
}

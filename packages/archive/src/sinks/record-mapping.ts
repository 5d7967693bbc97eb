import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import type { Unit } from '../certificates/extent.js';

/** What a {@link RecordMapping} receives besides the record. */
export interface Delivery {
  /**
   * Id of this version of the record: `kind/id/` and the first 16 digits of its digest. The same whenever the record is sent, so that a
   * receiver can discard what it already has.
   */
  readonly id: string;
  /** Name of the export. */
  readonly exportName: string;
  /** The unit that the record belongs to. */
  readonly unit: Unit;
}

/** Turns a record into the JSON that a receiver expects, for example with {@link ocsf}. */
export interface RecordMapping {
  /**
   * @param record - The record, after redaction.
   * @param delivery - Where the record comes from, and its stable id.
   * @returns What is sent; null leaves the record out. A list is sent as one item each; their ids end in `/1`, `/2` and so on.
   */
  (record: ArchiveRecord, delivery: Delivery): object | readonly object[] | null;
  /** Kinds of records that the mapping supports. Default: all. */
  readonly kinds?: readonly RecordKind[] | undefined;
}

/**
 * Removes what a receiver must not see, for example with {@link redactContent}. The record must keep its kind, id and digest.
 *
 * @param record - The record. It must not be changed.
 * @returns The record to send; null leaves it out.
 */
export type Redaction = (record: ArchiveRecord) => ArchiveRecord | null;

/** Wraps a record with everything that a receiver needs to identify it. The mapping of {@link http} unless another is set. */
export function envelope(record: ArchiveRecord, delivery: Delivery): object {
  const { kind, id, digest, body } = record;
  const { exportName, unit } = delivery;
  return {
    delivery_id: delivery.id,
    export: exportName,
    unit: unit.name,
    revision: unit.revision,
    kind,
    id,
    digest,
    body,
  };
}

/** Returns the stable id of a record. */
export function deliveryId({ kind, id, digest }: Pick<ArchiveRecord, 'kind' | 'id' | 'digest'>): string {
  return `${kind}/${id}/${digest.slice(0, 16)}`;
}

import type { Unit } from '../certificates/extent.js';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import { deliveryId, envelope, type RecordMapping, type Redaction } from './record-mapping.js';
import type { DeliveryReport, UnitWriter } from './sink.js';

/** Size of the batches of a sink. */
export interface BatchOptions {
  /** Maximum number of records in a batch. Default: 500. */
  readonly maxRecords?: number | undefined;
  /** Maximum size of a batch in bytes. A larger record is sent alone. Default: 1,000,000. */
  readonly maxBytes?: number | undefined;
}

/** Options of all sinks that send records as JSON to a service. */
export interface RemoteSinkOptions {
  /** Name of the sink, unique within an export. Default: that of its kind, for example `http`. */
  readonly name?: string | undefined;
  /**
   * Where a follower that is new to the export starts: with what was sealed on this UTC day and later (RFC 3339, or a `Date`). Default: with everything
   * that is archived.
   */
  readonly from?: string | Date | undefined;
  /** Kinds of records to send. Default: those that `map` supports. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** Turns a record into JSON. Default: an object with `delivery_id`, `export`, `unit`, `revision`, `kind`, `id`, `digest` and `body`. */
  readonly map?: RecordMapping | undefined;
  /** Removes content before `map` is called. Default: nothing is removed. */
  readonly redact?: Redaction | undefined;
  /** Size of the batches. */
  readonly batch?: BatchOptions | undefined;
  /**
   * Asks the receiver which records it has, for example with a search. It is called after each unit with the stable ids of what was delivered, and
   * returns those that it finds. A unit of which some are missing is sent again.
   */
  readonly find?:
    | ((ids: readonly string[], options: { readonly signal: AbortSignal }) => Promise<readonly string[]>)
    | undefined;
}

/** One record of a batch. */
export interface BatchItem {
  /** Stable id of the record. */
  readonly id: string;
  /** What is sent. */
  readonly json: string;
  /** The record. */
  readonly record: ArchiveRecord;
}

/** Where a {@link BatchWriter} sends the records of a unit. */
export interface BatchReceiver {
  /**
   * Sends a batch.
   *
   * @param items - The records, at least one.
   * @param redelivery - Whether the receiver may already have them.
   * @param report - Receives the records that the receiver rejects.
   */
  send(items: readonly BatchItem[], redelivery: boolean, report?: DeliveryReport): Promise<unknown>;
  /** Waits until the receiver has all batches. */
  end?(): Promise<void>;
  /** Stops sending. */
  abort?(): void;
}

/** How a {@link BatchWriter} prepares records. */
export interface BatchWriterOptions extends Pick<RemoteSinkOptions, 'map' | 'redact' | 'batch'> {
  readonly unit: Unit;
  readonly exportName: string;
  /** Whether the receiver may already have the records. */
  readonly redelivery: boolean;
  readonly report?: DeliveryReport | undefined;
}

/** Sends the records of a unit in batches. Each batch is sent before the next one is collected. */
export class BatchWriter implements UnitWriter {
  readonly #receiver: BatchReceiver;
  readonly #options: BatchWriterOptions;
  readonly #maxRecords: number;
  readonly #maxBytes: number;
  #items: BatchItem[] = [];
  #bytes = 0;

  constructor(receiver: BatchReceiver, options: BatchWriterOptions) {
    this.#receiver = receiver;
    this.#options = options;
    this.#maxRecords = options.batch?.maxRecords ?? 500;
    this.#maxBytes = options.batch?.maxBytes ?? 1_000_000;
  }

  async write(records: readonly ArchiveRecord[]): Promise<void> {
    for (const item of records.flatMap((record) => this.#prepare(record))) {
      const bytes = Buffer.byteLength(item.json) + 1;
      if (this.#bytes + bytes > this.#maxBytes) await this.#flush();
      this.#items.push(item);
      this.#bytes += bytes;
      if (this.#items.length >= this.#maxRecords) await this.#flush();
    }
  }

  async commit(): Promise<null> {
    await this.#flush();
    await this.#receiver.end?.();
    return null;
  }

  abort(): Promise<void> {
    this.#items = [];
    this.#receiver.abort?.();
    return Promise.resolve();
  }

  #prepare(record: ArchiveRecord): readonly BatchItem[] {
    const { exportName, map = envelope, redact, unit, report } = this.#options;
    const redacted = redact === undefined ? record : redact(record);
    const id = deliveryId(record);
    const mapped = redacted === null ? null : map(redacted, { id, exportName, unit });
    if (mapped === null) report?.leftOut(record);
    if (mapped === null) return [];
    if (!Array.isArray(mapped)) return [{ id, json: JSON.stringify(mapped), record }];
    if (mapped.length === 0) report?.leftOut(record);
    return mapped.map((item, index) => ({ id: `${id}/${index + 1}`, json: JSON.stringify(item), record }));
  }

  async #flush(): Promise<void> {
    const items = this.#items;
    this.#items = [];
    this.#bytes = 0;
    if (items.length > 0) await this.#receiver.send(items, this.#options.redelivery, this.#options.report);
  }
}

import type { ArchiveRecord } from '../records/archive-record.js';
import type { HttpBatchOptions } from './http.js';
import type { BatchItem, HttpDelivery } from './http-delivery.js';
import { deliveryId, type RecordMapping, type Redaction } from './record-mapping.js';
import type { Unit } from '../certificates/extent.js';
import type { DeliveryReport, UnitWriter } from './sink.js';

/** How an {@link HttpUnitWriter} prepares records. */
export interface HttpUnitOptions {
  readonly unit: Unit;
  readonly exportName: string;
  /** Whether the receiver may already have the records. */
  readonly redelivery: boolean;
  readonly map: RecordMapping;
  readonly redact: Redaction;
  readonly batch: HttpBatchOptions;
  readonly report?: DeliveryReport | undefined;
}

/** Sends the records of a unit in batches. Each batch is sent before the next one is collected. */
export class HttpUnitWriter implements UnitWriter {
  readonly #delivery: HttpDelivery;
  readonly #options: HttpUnitOptions;
  readonly #maxRecords: number;
  readonly #maxBytes: number;
  #items: BatchItem[] = [];
  #bytes = 0;

  constructor(delivery: HttpDelivery, options: HttpUnitOptions) {
    this.#delivery = delivery;
    this.#options = options;
    this.#maxRecords = options.batch.maxRecords ?? 500;
    this.#maxBytes = options.batch.maxBytes ?? 1_000_000;
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
    return null;
  }

  abort(): Promise<void> {
    this.#items = [];
    return Promise.resolve();
  }

  #prepare(record: ArchiveRecord): readonly BatchItem[] {
    const { exportName, map, redact, unit, report } = this.#options;
    const redacted = redact(record);
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
    if (items.length > 0) await this.#delivery.send(items, this.#options.redelivery, this.#options.report);
  }
}

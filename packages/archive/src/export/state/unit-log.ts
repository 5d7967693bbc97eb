import type { Page } from '@parlance/core-transport';
import type { Certificate } from '../../certificates/certificate.js';
import { RecordsDigest } from '../../certificates/digest.js';
import type { ArchiveRecord, RecordKind } from '../../records/archive-record.js';
import { isoTime } from '../definition/duration.js';
import type { ServiceClock } from './service-clock.js';

/** Length of a part: 64 bits of a digest, to recognize records that are already written. */
const PART_LENGTH = 16;

/** What was read for one revision of a unit, for its certificate. */
export class UnitLog {
  readonly requestIds: string[] = [];
  /** Number of records. */
  records = 0;
  /** Number of activities of the export's own requests. */
  own = 0;
  readonly #clock: ServiceClock;
  readonly #started: number = performance.now();
  readonly #digest: RecordsDigest = new RecordsDigest();
  readonly #counts: Map<RecordKind, number> = new Map();
  #parts: string[] = [];
  #firstCursor: string | null = null;
  #lastCursor: string | null = null;

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** Time of the first request (RFC 3339). Use it after the response: until then, the clock may be that of the store. */
  get startedAt(): string {
    return isoTime(this.#clock.timeOf(this.#started));
  }

  /** The parts of the digests of all records, joined. */
  get parts(): string {
    return this.#parts.join('');
  }

  get counts(): Certificate['counts'] {
    return Object.fromEntries(this.#counts);
  }

  get cursors(): Certificate['cursors'] {
    return { first: this.#firstCursor, last: this.#lastCursor };
  }

  /** Adds a page of the list. */
  page({ requestId, checkpoint }: Pick<Page<unknown>, 'requestId' | 'checkpoint'>): void {
    this.request(requestId);
    if (checkpoint.done === true) return;
    this.#firstCursor ??= checkpoint.cursor;
    this.#lastCursor = checkpoint.cursor;
  }

  /** Adds a request. */
  request(requestId: string | null): void {
    if (requestId !== null) this.requestIds.push(requestId);
  }

  /** Adds records. */
  add(records: readonly ArchiveRecord[]): void {
    for (const record of records) {
      this.#digest.add(record);
      this.#counts.set(record.kind, (this.#counts.get(record.kind) ?? 0) + 1);
      if (record.own === true) this.own += 1;
      if (record.kind === 'activity') this.#parts.push(partOf(record.digest));
    }
    this.records += records.length;
  }

  /** Returns the digest of all records. */
  digest(): string {
    return this.#digest.digest();
  }
}

/** Returns the part of a digest that is stored. */
export function partOf(digest: string): string {
  return digest.slice(0, PART_LENGTH);
}

/** Splits stored parts. */
export function splitParts(parts: string): Set<string> {
  const set = new Set<string>();
  for (let start = 0; start < parts.length; start += PART_LENGTH)
    set.add(parts.slice(start, start + PART_LENGTH));
  return set;
}

import { createHash, hash } from 'node:crypto';
import type { ArchiveRecord, RecordBodies, RecordKind, RecordOf } from '../records/archive-record.js';
import { canonicalJson } from './canonical-json.js';

/** Returns the SHA-256 of text (as UTF-8) or bytes, in lower-case hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** Returns the SHA-256 of the canonical JSON of a value. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** Creates a record, with the digest of its object. */
export function createRecord<Kind extends RecordKind>(
  kind: Kind,
  id: string,
  body: RecordBodies[Kind],
): RecordOf<Kind> {
  return new DigestedRecord(kind, id, body);
}

/** Creates a record whose id is its digest. */
export function createContent<Kind extends 'contents' | 'block'>(
  kind: Kind,
  body: RecordBodies[Kind],
): RecordOf<Kind> {
  return new DigestedRecord(kind, null, body);
}

/**
 * Returns the line of a record, without its line feed. Its last member is the object, in the canonical JSON that its digest is of, so that the
 * digest can be checked without parsing.
 */
export function recordLine(record: ArchiveRecord): string {
  const { kind, id, digest, own, number } = record;
  return `${JSON.stringify({ kind, id, digest, own, number }).slice(0, -1)}${BODY}${DigestedRecord.textOf(record)}}`;
}

/** Returns the text of the object in the line of a record. Quotation marks in the other members are escaped, so the first match is the member. */
export function bodyTextOf(line: string): string {
  return line.slice(line.indexOf(BODY) + BODY.length, -1);
}

const BODY = ',"body":';

/** A record that keeps the text that its digest is of, so that its object is serialized once. */
class DigestedRecord<Kind extends RecordKind> implements RecordOf<Kind> {
  readonly kind: Kind;
  readonly id: string;
  readonly digest: string;
  readonly body: RecordBodies[Kind];
  readonly #text: string;

  /** @param id - Null for the digest. */
  constructor(kind: Kind, id: string | null, body: RecordBodies[Kind]) {
    this.#text = canonicalJson(body);
    this.kind = kind;
    this.digest = sha256(this.#text);
    this.id = id ?? this.digest;
    this.body = body;
  }

  static textOf(record: ArchiveRecord): string {
    return #text in record ? record.#text : canonicalJson(record.body);
  }
}

/**
 * Computes the field `records_digest` of a certificate: SHA-256 over the lines `kind id digest` of all records, sorted by UTF-16 code
 * units, each ended by a line feed. The order in which records are added does not matter.
 */
export class RecordsDigest {
  readonly #lines: string[] = [];

  /** Adds a record. */
  add(record: Pick<ArchiveRecord, 'kind' | 'id' | 'digest'>): void {
    this.#lines.push(`${record.kind} ${record.id} ${record.digest}\n`);
  }

  /** Returns the digest of all records that were added. */
  digest(): string {
    const joined = createHash('sha256');
    for (const line of this.#lines.sort()) joined.update(line);
    return joined.digest('hex');
  }
}

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
  return { kind, id, digest: digestOf(body), body };
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

/** Creates a record whose id is its digest. */
export function createContent<Kind extends 'contents' | 'block'>(
  kind: Kind,
  body: RecordBodies[Kind],
): RecordOf<Kind> {
  const digest = digestOf(body);
  return { kind, id: digest, digest, body };
}

import { damaged, type ArchivePlace } from '../archive-error.js';
import { bodyTextOf, sha256 } from '../certificates/digest.js';
import type { ArchiveRecord, ErasedRecord } from '../records/archive-record.js';
import { RECORD_TABLES } from '../records/record-columns.js';

/**
 * Parses a line of an archive, and checks the digest of the record. One that was erased has a digest that cannot be checked.
 *
 * @throws {ArchiveError} When the line is not a record, or its object does not have its digest.
 */
export function parseRecord(line: string, place: ArchivePlace): ArchiveRecord | ErasedRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw damaged(place, 'is damaged: expected JSON.', jsonError(error));
  }
  if (isErased(value)) return value;
  if (!isRecord(value)) throw damaged(place, 'is damaged: expected a record.');
  const { kind, id } = value;
  if (sha256(bodyTextOf(line)) !== value.digest)
    throw damaged(
      { ...place, record: { kind, id } },
      'is damaged: its object does not have the digest of the record.',
    );
  return value;
}

/** `JSON.parse` quotes the text in its message, which may be a prompt. */
function jsonError(error: unknown): Error {
  return new SyntaxError(error instanceof SyntaxError ? 'invalid JSON' : 'unreadable');
}

function isErased(value: unknown): value is ErasedRecord {
  if (typeof value !== 'object' || value === null || !('erased' in value)) return false;
  const { kind, id, digest, erased, ...rest } = value as Partial<ErasedRecord>;
  const { at, under, signature = '', ...others } = typeof erased === 'object' ? erased : {};
  return (
    Object.keys({ ...rest, ...others }).length === 0 &&
    (kind === 'message' || kind === 'file') &&
    [id, digest, at, under, signature].every((text) => typeof text === 'string')
  );
}

function isRecord(value: unknown): value is ArchiveRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, digest, body, own, number, ...rest } = value as Partial<ArchiveRecord>;
  return (
    Object.keys(rest).length === 0 &&
    (own === undefined || own === true) &&
    (kind === 'snapshot' ? Number.isSafeInteger(number) : number === undefined) &&
    typeof kind === 'string' &&
    Object.hasOwn(RECORD_TABLES, kind) &&
    typeof id === 'string' &&
    typeof digest === 'string' &&
    typeof body === 'object' &&
    body !== null
  );
}

import type { Certificate } from '../certificates/certificate.js';
import type { ArchiveRecord, ErasedRecord } from '../records/archive-record.js';
import type { Extent } from '../certificates/extent.js';
import { parseRecord } from './parse-record.js';
import { placeOf, SegmentReader } from './segment-reader.js';

/**
 * Reads the records of one revision of a unit, in the order in which they were written, and what is left of those that were erased. The bytes of an extent
 * are checked before its records are returned.
 *
 * @param extents - The extents to read. Default: all.
 * @throws {ArchiveError} When a file is missing, truncated or changed.
 */
export async function* readRevision(
  dir: string,
  certificate: Certificate,
  extents: Iterable<Extent> = certificate.extents,
): AsyncGenerator<ArchiveRecord | ErasedRecord, void, undefined> {
  const reader = new SegmentReader(dir);
  try {
    for (const extent of extents) {
      const place = placeOf(extent);
      for (const [index, text] of (await reader.lines(extent)).entries())
        yield parseRecord(text, { ...place, line: index + 1 });
    }
  } finally {
    await reader.close();
  }
}

/** A record, or what is left of it, and the certificate of its revision. */
export interface ReadRecord {
  readonly record: ArchiveRecord | ErasedRecord;
  readonly certificate: Certificate;
}

/**
 * Reads the records of revisions, the newest revision first.
 *
 * @param certificates - The certificates, oldest first.
 * @param chat - Reads only the extents with records of this chat.
 */
export async function* newestFirst(
  dir: string,
  certificates: readonly Certificate[],
  chat?: string,
): AsyncGenerator<ReadRecord, void, undefined> {
  for (const certificate of certificates.toReversed()) {
    const extents = chat === undefined ? certificate.extents : extentsOf(certificate, chat);
    for await (const record of readRevision(dir, certificate, extents)) yield { record, certificate };
  }
}

/** Returns the extents of a revision that contain records of a chat. */
export function extentsOf({ extents, chats }: Certificate, chat: string): ReadonlySet<Extent> {
  const found = new Set<Extent>();
  for (const [id, first, last] of chats)
    if (id === chat) for (const extent of extents.slice(first, last + 1)) found.add(extent);
  return found;
}

/**
 * Reads the latest record of each id of a unit. Keeps the ids of later revisions only, not those of the first one.
 *
 * @param revisions - Certificates of the unit, oldest first.
 * @throws {ArchiveError} When a file is missing, truncated or changed.
 */
export async function* readLatest(
  dir: string,
  revisions: readonly Certificate[],
): AsyncGenerator<ArchiveRecord, void, undefined> {
  const seen = new Set<string>();
  const keys: string[] = [];
  let revision: Certificate | undefined;
  for await (const { record, certificate } of newestFirst(dir, revisions)) {
    if (certificate !== revision) for (const key of keys.splice(0)) seen.add(key);
    revision = certificate;
    const key = `${record.kind} ${record.id}`;
    if (seen.has(key) || 'erased' in record) continue;
    if (certificate.unit.revision > 0) keys.push(key);
    yield record;
  }
}

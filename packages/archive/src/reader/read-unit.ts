import { createHash } from 'node:crypto';
import path from 'node:path';
import { ArchiveError } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import { parseRecord } from './parse-record.js';
import { readLines } from './read-lines.js';

/**
 * Reads the records of one revision of a unit, in the order in which they were written.
 *
 * @throws {ArchiveError} When a file is missing, truncated or changed.
 */
export async function* readRevision(
  dir: string,
  certificate: Certificate,
): AsyncGenerator<ArchiveRecord, void, undefined> {
  for (const file of certificate.files) {
    const hash = createHash('sha256');
    let line = 0;
    for await (const text of readLines({ file: path.join(dir, file.path), path: file.path, hash })) {
      line += 1;
      yield parseRecord(text, { path: file.path, line });
    }
    if (line !== file.records)
      throw new ArchiveError(
        'archive_damaged',
        { path: file.path },
        `is damaged: it has ${line} of ${file.records} records.`,
      );
    if (hash.digest('hex') !== file.sha256)
      throw new ArchiveError(
        'archive_damaged',
        { path: file.path },
        'is damaged: it does not have the SHA-256 of its certificate.',
      );
  }
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
  for (const certificate of revisions.toReversed()) {
    const keys: string[] = [];
    for await (const record of readRevision(dir, certificate)) {
      const key = `${record.kind} ${record.id}`;
      if (seen.has(key)) continue;
      if (certificate.unit.revision > 0) keys.push(key);
      yield record;
    }
    for (const key of keys) seen.add(key);
  }
}

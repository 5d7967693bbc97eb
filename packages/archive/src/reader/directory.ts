import type { Certificate } from '../certificates/certificate.js';
import type { ArchivedPresence, RecordOf } from '../records/archive-record.js';
import { newestFirst } from './read-unit.js';

/** An organization, user or project, as it was listed last. */
export interface DirectoryEntry {
  /** The record. */
  readonly record: RecordOf<'organization'> | RecordOf<'user'> | RecordOf<'project'>;
  /** `absent` if complete lists do not have it any more. */
  readonly presence: ArchivedPresence['state'];
  /** The certificate of the revision that contains the record. */
  readonly certificate: Certificate;
}

/**
 * Reads the directory in its newest state. Keeps the ids of later revisions only, not those of the first one.
 *
 * @param revisions - Certificates of the directory, oldest first.
 * @throws {ArchiveError} When a file is missing, truncated or changed.
 */
export async function* readDirectory(
  dir: string,
  revisions: readonly Certificate[],
): AsyncGenerator<DirectoryEntry, void, undefined> {
  const presences = new Map<string, ArchivedPresence['state']>();
  const seen = new Set<string>();
  for await (const { record, certificate } of newestFirst(dir, revisions)) {
    if ('erased' in record) continue;
    const { kind, id } = record;
    const key = kind === 'presence' ? id : `${kind} ${id}`;
    // A presence comes before the record that it is about, or is newer.
    if (kind === 'presence') presences.set(key, presences.get(key) ?? record.body.state);
    else if ((kind === 'organization' || kind === 'user' || kind === 'project') && !seen.has(key)) {
      if (certificate.unit.revision > 0) seen.add(key);
      yield { record, presence: presences.get(key) ?? 'listed', certificate };
    }
  }
}

import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import type { RecordKind, RecordOf } from '../records/archive-record.js';
import { openArchivedFile } from './open-archived-file.js';
import { readCertificate, readCertificates, readManifest } from './read-certificates.js';
import { readLatest, readRevision } from './read-unit.js';
import { isInRange, overlaps, parseBounds, type TimeBounds } from './record-filter.js';

/** Options of {@link Archive.records}. */
export interface RecordQuery<Kind extends RecordKind> extends TimeBounds {
  /** Kinds of records. Default: all. */
  kinds?: readonly Kind[] | undefined;
  /** Names of units, for example `chats/000001`. Default: all. */
  units?: readonly string[] | undefined;
  /**
   * `latest` returns each record of a unit as it was when it was read last; `all` returns every revision, oldest first. Default: `latest`.
   */
  revisions?: 'latest' | 'all' | undefined;
}

/** Options of {@link Archive.chats}. */
export interface ChatQuery {
  /** Ids of users. Default: all. */
  users?: readonly string[] | undefined;
  /** Ids of projects. Default: chats in any project or in none. */
  projects?: readonly string[] | undefined;
  /** Returns only chats created at this time or later. */
  createdFrom?: string | Date | undefined;
  /** Returns only chats created before this time. */
  createdTo?: string | Date | undefined;
}

/** Options of {@link Archive.activities}. */
export interface ActivityQuery extends TimeBounds {
  /** Types of activities. Default: all. */
  types?: readonly string[] | undefined;
}

/** A record, and the certificate of the revision that contains it. */
export interface CertifiedRecord<Kind extends RecordKind> {
  /** The record. */
  readonly record: RecordOf<Kind>;
  /** The certificate. */
  readonly certificate: Certificate;
}

/** A record of one of several kinds. */
export type RecordOfKinds<Kind extends RecordKind> = { [K in Kind]: RecordOf<K> }[Kind];

/**
 * Opens the folder of an archive for reading, offline. It can be read while an export writes to it; what is sealed later is not seen.
 *
 * @param dir - The folder, as passed to `ndjson`.
 * @throws {ArchiveError} When the folder is not an archive, its manifest is damaged, or a newer release has written it.
 */
export async function openArchive(dir: string): Promise<Archive> {
  const resolved = path.resolve(dir);
  return new Archive(resolved, await readManifest(resolved));
}

/**
 * An archive, open for reading. All methods stream: their memory does not grow with the archive. They check digests as they read, and throw
 * an `ArchiveError` that names file, line and record when one does not match. The digest of a whole file is known at its end, after its records
 * were returned; use `verifyArchive` to check an archive before it is used.
 */
export class Archive {
  /** Absolute path of the folder. */
  readonly dir: string;
  /** The manifest, as it was on opening. */
  readonly manifest: Manifest;
  #later: Promise<ReadonlyMap<string, readonly number[]>> | undefined;

  /** @internal Use {@link openArchive}. */
  constructor(dir: string, manifest: Manifest) {
    this.dir = dir;
    this.manifest = manifest;
  }

  /** Reads the certificates, in the order in which they were sealed. */
  certificates(): AsyncGenerator<Certificate, void, undefined> {
    return readCertificates(this.dir, this.manifest);
  }

  /**
   * Reads records of any kind, unit by unit. The time of a record is its `created_at`; records without one are in every range.
   *
   * With `revisions: 'latest'`, the latest revision of a unit comes first. A file of several messages has a record in the unit of each.
   *
   * @throws {ConfigError} When a bound is not a time.
   */
  async *records<Kind extends RecordKind = RecordKind>(
    query: RecordQuery<Kind> = {},
  ): AsyncGenerator<RecordOfKinds<Kind>, void, undefined> {
    for await (const { record } of this.#records(query)) yield record;
  }

  /**
   * Reads chats, in their latest revision.
   *
   * @throws {ConfigError} When a bound is not a time.
   */
  async *chats(query: ChatQuery = {}): AsyncGenerator<CertifiedRecord<'chat'>, void, undefined> {
    parseBounds({ from: query.createdFrom, to: query.createdTo }, ['createdFrom', 'createdTo']);
    const users = query.users && new Set(query.users);
    const projects = query.projects && new Set(query.projects);
    const bounds = { from: query.createdFrom, to: query.createdTo };
    for await (const found of this.#records({ kinds: ['chat'], ...bounds }, (unit) =>
      mayContain(unit, users),
    )) {
      const { body } = found.record;
      if (users && !users.has(body.user.id)) continue;
      if (projects && !projects.has(body.project_id ?? '')) continue;
      yield found;
    }
  }

  /**
   * Reads the messages of a chat, oldest first. Keeps the messages of this chat in memory.
   *
   * @param chat - The record, or the id. The record is faster, because only the units of its user are read.
   */
  async *messages(chat: string | RecordOf<'chat'>): AsyncGenerator<RecordOf<'message'>, void, undefined> {
    const id = typeof chat === 'string' ? chat : chat.id;
    const users = typeof chat === 'string' ? undefined : new Set([chat.body.user.id]);
    const found: RecordOf<'message'>[] = [];
    const query = { kinds: ['message'] as const };
    for await (const { record } of this.#records(query, (unit) => mayContain(unit, users)))
      if (record.body.chat_id === id) found.push(record);
    yield* found.sort((left, right) => Date.parse(left.body.created_at) - Date.parse(right.body.created_at));
  }

  /**
   * Reads activities, window by window.
   *
   * @throws {ConfigError} When a bound is not a time.
   */
  async *activities(query: ActivityQuery = {}): AsyncGenerator<RecordOf<'activity'>, void, undefined> {
    const types = query.types && new Set(query.types);
    for await (const record of this.records({ kinds: ['activity'], from: query.from, to: query.to }))
      if (!types || types.has(String(record.body.type))) yield record;
  }

  /** Reads the records of files. {@link openFile} reads their contents. */
  files(): AsyncGenerator<RecordOf<'file'>, void, undefined> {
    return this.records({ kinds: ['file'] });
  }

  /**
   * Reads the content of a file. The stream ends with an `ArchiveError` if size or SHA-256 differ from the record.
   *
   * @throws {ArchiveError} When the path of the record is outside the folder `files`.
   */
  openFile(record: RecordOf<'file'>): Readable {
    return openArchivedFile(this.dir, record);
  }

  async *#records<Kind extends RecordKind>(
    query: RecordQuery<Kind>,
    matches: (unit: Certificate) => boolean = () => true,
  ): AsyncGenerator<{ record: RecordOfKinds<Kind>; certificate: Certificate }, void, undefined> {
    const range = parseBounds(query);
    const kinds = query.kinds && new Set<RecordKind>(query.kinds);
    const units = query.units && new Set(query.units);
    for await (const revisions of this.#units()) {
      const [first] = revisions;
      if (!first || (units && !units.has(first.unit.name)) || !overlaps(first, range) || !matches(first))
        continue;
      const wanted = revisions.filter(
        ({ counts }) => !kinds || [...kinds].some((kind) => (counts[kind] ?? 0) > 0),
      );
      const found = query.revisions === 'all' ? readAll(this.dir, wanted) : readLatest(this.dir, wanted);
      for await (const { record, certificate } of found)
        if ((!kinds || kinds.has(record.kind)) && isInRange(record, range))
          yield { record: record as RecordOfKinds<Kind>, certificate };
    }
  }

  /** Yields the certificates of each unit, oldest first. */
  async *#units(): AsyncGenerator<readonly Certificate[], void, undefined> {
    this.#later ??= this.#readLater();
    const later = await this.#later;
    for await (const certificate of this.certificates()) {
      if (certificate.unit.revision !== 0) continue;
      const revisions = [certificate];
      for (const sequence of later.get(certificate.unit.name) ?? [])
        revisions.push((await readCertificate(this.dir, sequence)).certificate);
      yield revisions;
    }
  }

  /** Positions of the certificates of later revisions with records, by unit. */
  async #readLater(): Promise<ReadonlyMap<string, readonly number[]>> {
    const later = new Map<string, number[]>();
    for await (const { unit, sequence, files } of this.certificates()) {
      if (unit.revision === 0 || files.length === 0) continue;
      const sequences = later.get(unit.name);
      if (sequences) sequences.push(sequence);
      else later.set(unit.name, [sequence]);
    }
    return later;
  }
}

async function* readAll(dir: string, revisions: readonly Certificate[]): ReturnType<typeof readLatest> {
  for (const certificate of revisions)
    for await (const record of readRevision(dir, certificate)) yield { record, certificate };
}

/** Partitions of chats name their users. */
function mayContain({ users }: Certificate, wanted: ReadonlySet<string> | undefined): boolean {
  return !wanted || users === null || users.some((user) => wanted.has(user));
}

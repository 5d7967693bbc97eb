import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import type { ArchiveRecord, RecordKind, RecordOf } from '../records/archive-record.js';
import { certificatesOf, readIndex, type ArchivePart } from './archive-index.js';
import { readConversations, type Conversation, type ConversationReading } from './conversation.js';
import { readDirectory, type DirectoryEntry } from './directory.js';
import { openArchivedFile } from './open-archived-file.js';
import { readChain, readManifest } from './read-certificates.js';
import { extentsOf, readLatest, readRevision } from './read-unit.js';
import { isInRange, overlaps, parseBounds, parseTime, type TimeBounds } from './record-filter.js';

/** Options of readers that return states. */
export interface StateQuery {
  /**
   * Returns the states that the archive had sealed by this time: what it knew then. Default: the newest states. A date without a time is its
   * start in UTC.
   */
  at?: string | Date | undefined;
}

/** Options of {@link Archive.records}. */
export interface RecordQuery<Kind extends RecordKind> extends TimeBounds, StateQuery {
  /** Kinds of records. Default: all. */
  kinds?: readonly Kind[] | undefined;
  /** Names of units, for example `chats/000001`. The units of one partition of chats are read together. Default: all. */
  units?: readonly string[] | undefined;
  /**
   * `latest` returns what the newest states consist of: the messages that a chat has now, for example, and each user as listed last. `all`
   * returns everything that was ever archived, oldest first. Default: `latest`.
   */
  revisions?: 'latest' | 'all' | undefined;
}

/** Options of {@link Archive.conversations} and {@link Archive.chats}. */
export interface ChatQuery extends StateQuery {
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
 * @throws {ArchiveError} When the folder is not an archive, its manifest is damaged, or another release has written it in a format that
 *   this one does not read.
 */
export async function openArchive(dir: string): Promise<Archive> {
  const resolved = path.resolve(dir);
  return new Archive(resolved, await readManifest(resolved));
}

/**
 * An archive, open for reading. All methods stream. They check digests before they return what was read, and throw an `ArchiveError` that
 * names file, line and record when one does not match.
 *
 * The first read checks the chain of certificates and keeps where each part of the archive is: about 200 bytes per user and per window.
 */
export class Archive {
  /** Absolute path of the folder. */
  readonly dir: string;
  /** The manifest, as it was on opening. */
  readonly manifest: Manifest;
  #parts: Promise<readonly ArchivePart[]> | undefined;

  /** @internal Use {@link openArchive}. */
  constructor(dir: string, manifest: Manifest) {
    this.dir = dir;
    this.manifest = manifest;
  }

  /** Reads the certificates, in the order in which they were sealed. */
  async *certificates(): AsyncGenerator<Certificate, void, undefined> {
    for await (const { certificate } of readChain(this.dir, this.manifest)) yield certificate;
  }

  /**
   * Reads chats with their messages and files, each in its newest state, in one pass: every file is read once. Chats that were deleted from the
   * service are returned as they were last; `presence` says so.
   *
   * @throws {ConfigError} When a bound is not a time.
   */
  async *conversations(query: ChatQuery = {}): AsyncGenerator<Conversation, void, undefined> {
    yield* this.#conversations(query, { hasContents: true });
  }

  /**
   * Reads the metadata of chats, each in its newest state. To read messages too, use {@link Archive.conversations}: asking for the messages of
   * one chat after the other reads the archive again and again.
   *
   * @throws {ConfigError} When a bound is not a time.
   */
  async *chats(query: ChatQuery = {}): AsyncGenerator<CertifiedRecord<'chat'>, void, undefined> {
    for await (const { chat: record, certificate } of this.#conversations(query, { hasContents: false }))
      yield { record, certificate };
  }

  /**
   * Reads one chat with its messages and files. Certificates say where they are, so that nothing else is read.
   *
   * @param chat - The record, or the id. The record is faster, because with an id the certificates of all partitions may have to be read.
   * @param options - For an earlier state.
   * @returns The chat; null if the archive does not have it.
   * @throws {ConfigError} When `at` is not a time.
   */
  async conversation(chat: string | RecordOf<'chat'>, { at }: StateQuery = {}): Promise<Conversation | null> {
    const id = typeof chat === 'string' ? chat : chat.id;
    const users = typeof chat === 'string' ? undefined : [chat.body.user.id];
    for await (const found of this.#conversations({ users, at }, { hasContents: true, id })) return found;
    return null;
  }

  /**
   * Reads the history of a chat: its states, oldest first, each with the certificate that proves when it was found. `conversation(chat, { at })`
   * with the field `sealed_at` of a certificate reads a state as a whole.
   *
   * @param chat - The record, or the id. The record is faster.
   */
  async *history(
    chat: string | RecordOf<'chat'>,
  ): AsyncGenerator<CertifiedRecord<'snapshot'>, void, undefined> {
    const id = typeof chat === 'string' ? chat : chat.id;
    const user = typeof chat === 'string' ? undefined : chat.body.user.id;
    for (const part of await this.#index()) {
      if (part.family !== 'chats' || (user !== undefined && !part.users.has(user))) continue;
      for (const certificate of await certificatesOf(this.dir, part, id))
        yield* this.#snapshots(certificate, id);
    }
  }

  /**
   * Reads the organizations, users and projects, each as it was listed last. `presence` says whether complete lists still have it.
   *
   * @throws {ConfigError} When `at` is not a time.
   */
  async *directory({ at }: StateQuery = {}): AsyncGenerator<DirectoryEntry, void, undefined> {
    const until = parseTime(at, 'at');
    for (const part of await this.#index())
      if (part.family === 'directory')
        yield* readDirectory(this.dir, sealedUntil(await certificatesOf(this.dir, part), until));
  }

  /**
   * Reads records of any kind, part by part. The time of a record is its `created_at`; records without one are in every range.
   *
   * @throws {ConfigError} When a bound is not a time.
   */
  async *records<Kind extends RecordKind = RecordKind>(
    query: RecordQuery<Kind> = {},
  ): AsyncGenerator<RecordOfKinds<Kind>, void, undefined> {
    const range = parseBounds(query);
    const kinds = query.kinds && new Set<RecordKind>(query.kinds);
    const units = query.units && new Set(query.units);
    const until = parseTime(query.at, 'at');
    for (const part of await this.#index()) {
      if ((units && !part.units.some((name) => units.has(name))) || !overlaps(part, range)) continue;
      if (kinds && !mayHave(part, kinds)) continue;
      const certificates = sealedUntil(await certificatesOf(this.dir, part), until);
      const found = query.revisions === 'all' ? this.#all(certificates) : this.#latest(part, certificates);
      for await (const record of found)
        if ((!kinds || kinds.has(record.kind)) && isInRange(record, range))
          yield record as RecordOfKinds<Kind>;
    }
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

  async *#snapshots(
    certificate: Certificate,
    chat: string,
  ): AsyncGenerator<CertifiedRecord<'snapshot'>, void, undefined> {
    for await (const record of readRevision(this.dir, certificate, extentsOf(certificate, chat)))
      if (record.kind === 'snapshot' && record.id === chat) yield { record, certificate };
  }

  #index(): Promise<readonly ArchivePart[]> {
    this.#parts ??= readIndex(this.dir, this.manifest);
    return this.#parts;
  }

  async *#conversations(
    { users, projects, createdFrom, createdTo, at }: ChatQuery,
    { hasContents, id }: Pick<ConversationReading, 'hasContents'> & { readonly id?: string },
  ): AsyncGenerator<Conversation, void, undefined> {
    const range = parseBounds({ from: createdFrom, to: createdTo }, ['createdFrom', 'createdTo']);
    const until = parseTime(at, 'at');
    const wantsProject = projects && new Set(projects);
    const wants = ({ body }: RecordOf<'snapshot'>): boolean =>
      (!users || users.includes(body.user_id)) && (id === undefined || body.id === id);
    for (const part of await this.#index()) {
      if (part.family !== 'chats' || (users && !users.some((user) => part.users.has(user)))) continue;
      const certificates = sealedUntil(await certificatesOf(this.dir, part, id), until);
      const reading = { wants, hasContents, chat: id };
      for await (const found of readConversations(this.dir, certificates, reading)) {
        if (!('conversation' in found)) continue;
        const { conversation } = found;
        const { chat } = conversation;
        if (!isInRange(chat, range) || (wantsProject && !wantsProject.has(chat.body.project_id ?? '')))
          continue;
        yield conversation;
      }
    }
  }

  async *#all(certificates: readonly Certificate[]): AsyncGenerator<ArchiveRecord, void, undefined> {
    for (const certificate of certificates)
      for await (const record of readRevision(this.dir, certificate)) if (!('erased' in record)) yield record;
  }

  async *#latest(
    { family }: ArchivePart,
    certificates: readonly Certificate[],
  ): AsyncGenerator<ArchiveRecord, void, undefined> {
    if (family !== 'chats') return yield* readLatest(this.dir, certificates);
    const reading = { wants: () => true, hasContents: true };
    for await (const found of readConversations(this.dir, certificates, reading))
      if ('record' in found) yield found.record;
      else yield* found.records;
  }
}

const DIRECTORY_KINDS: ReadonlySet<RecordKind> = new Set(['organization', 'user', 'project', 'presence']);

function mayHave({ family }: ArchivePart, kinds: ReadonlySet<RecordKind>): boolean {
  return [...kinds].some((kind) => {
    if (kind === 'activity') return family === 'activities';
    return family === (DIRECTORY_KINDS.has(kind) ? 'directory' : 'chats');
  });
}

function sealedUntil(
  certificates: readonly Certificate[],
  until: number | undefined,
): readonly Certificate[] {
  if (until === undefined) return certificates;
  return certificates.filter(({ sealed_at: sealedAt }) => Date.parse(sealedAt) <= until);
}

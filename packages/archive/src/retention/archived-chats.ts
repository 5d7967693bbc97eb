import type { Chat } from '@parlance/schemas';
import { damaged } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import { certificatePosition } from '../certificates/sealed-file.js';
import type { Archive } from '../reader/open-archive.js';
import { partitionOf } from '../reader/partition-of.js';
import { readCertificatesAt, readChain, type CertificatePlace } from '../reader/read-certificates.js';
import { readRevision } from '../reader/read-unit.js';
import { Replacements } from '../reader/replacements.js';
import type { ArchivedContents, ArchiveRecord, MessageEntry, RecordOf } from '../records/archive-record.js';
import type { HoldMatcher } from './hold-match.js';

/** A chat in an archive. */
export interface ArchivedChat {
  /** The newest metadata. */
  readonly chat: Chat;
  /** Digests of the newest messages by id, in order; null if the messages were not read. */
  readonly messages: ReadonlyMap<string, string> | null;
  /** Files with archived contents. */
  readonly files: readonly RecordOf<'file'>[];
  /** Number of files in messages that are missing: not archived, not gone from the service, and not left out by a person. */
  readonly missingFiles: number;
  /** Time of the last change or message, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Whether the chat was deleted from the service. */
  readonly isGone: boolean;
  /** Time of the certificate of its newest state (RFC 3339). */
  readonly sealedAt: string;
  /** Ids of the holds on the chat. */
  readonly holds: readonly string[];
  /** Digest of its newest snapshot. */
  readonly digest: string;
}

/** The chats of one partition of an archive. */
export interface ArchivedUnit {
  readonly name: string;
  readonly chats: ReadonlyMap<string, ArchivedChat>;
}

/** Where the certificates of a partition of chats are, oldest first, up to a position in the chain. */
export interface ChatUnit {
  readonly places: readonly CertificatePlace[];
  readonly replacements: Replacements;
}

/** The partitions of chats by name. */
export type ChatUnits = ReadonlyMap<string, ChatUnit>;

/** What {@link listChatUnits} found. */
export interface ListedChatUnits {
  readonly units: ChatUnits;
  /** SHA-256 of the last certificate that was used; null for an archive without certificates. */
  readonly head: string | null;
}

/**
 * Lists the partitions of chats of an archive, ordered by name, and checks the chain of all certificates.
 *
 * @throws {ArchiveError} When the chain is broken.
 */
export async function listChatUnits(archive: Archive, upTo: number): Promise<ListedChatUnits> {
  const units = new Map<string, ChatUnit & { readonly places: CertificatePlace[] }>();
  const replacements = new Replacements();
  let head: string | null = null;
  for await (const { certificate, digest, place } of readChain(archive.dir, archive.manifest)) {
    if (certificate.sequence === upTo) head = digest;
    replacements.note(certificate);
    if (certificate.unit.family !== 'chats' || certificate.sequence > upTo) continue;
    const partition = partitionOf(certificate.unit.name);
    const unit = units.get(partition);
    if (unit === undefined) units.set(partition, { places: [place], replacements });
    else unit.places.push(place);
  }
  return { units: new Map([...units].sort(([left], [right]) => (left < right ? -1 : 1))), head };
}

/**
 * Reads the chats of a partition. Checks the digest of every record. Memory is bounded by its messages, without their text.
 *
 * @throws {ArchiveError} When a file or record is missing or damaged.
 */
export async function readArchivedUnit(
  archive: Archive,
  { name, places, replacements }: ChatUnit & { readonly name: string },
  holds: HoldMatcher,
): Promise<ArchivedUnit> {
  const chats = new Map<string, ChatCollector>();
  const blocks = new Map<string, readonly MessageEntry[]>();
  const erased = new Set<string>();
  const collectorOf = (id: string): ChatCollector => {
    const existing = chats.get(id) ?? new ChatCollector(holds, { blocks, erased });
    chats.set(id, existing);
    return existing;
  };
  for await (const certificate of readCertificatesAt(archive.dir, places, replacements)) {
    for await (const record of readRevision(archive.dir, certificate)) {
      if ('erased' in record) {
        erased.add(record.digest);
        continue;
      }
      const id = chatOf(record);
      if (id !== null) collectorOf(id).add(record, certificate);
      if (record.kind === 'block') blocks.set(record.digest, record.body.messages);
    }
    requireRecords(certificate);
  }
  const found = [...chats].flatMap(([id, collector]) => {
    const chat = collector.finish();
    return chat === null ? [] : [[id, chat] as const];
  });
  return { name, chats: new Map(found.sort(([left], [right]) => (left < right ? -1 : 1))) };
}

/** A certificate of records without extents would prove nothing. */
function requireRecords({ counts, extents, sequence }: Certificate): void {
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (records > 0 && extents.length === 0)
    throw damaged(certificatePosition(sequence), 'does not say where its records are.');
}

function chatOf(record: ArchiveRecord): string | null {
  switch (record.kind) {
    case 'chat':
    case 'snapshot':
      return record.id;
    case 'message':
    case 'file':
    case 'contents':
      return record.body.chat_id;
    case 'outcome':
      if (record.body.subject === 'chat') return record.body.id;
      return 'chat_id' in record.body.listed ? record.body.listed.chat_id : null;
    default:
      return null;
  }
}

interface FoundInUnit {
  readonly blocks: ReadonlyMap<string, readonly MessageEntry[]>;
  readonly erased: ReadonlySet<string>;
}

/** Collects the records of one chat, oldest revision first. */
class ChatCollector {
  readonly #matcher: HoldMatcher;
  readonly #blocks: FoundInUnit['blocks'];
  readonly #erased: FoundInUnit['erased'];
  /** By digest. */
  readonly #chats: Map<string, Chat> = new Map();
  readonly #contents: Map<string, ArchivedContents> = new Map();
  readonly #messages: Map<string, { readonly createdAt: string }> = new Map();
  readonly #files: Map<string, RecordOf<'file'>> = new Map();
  /** Files that are gone or were left out, by source and id. */
  readonly #absent: Set<string> = new Set();
  readonly #holds: Set<string> = new Set();
  #newest: { readonly snapshot: RecordOf<'snapshot'>; readonly certificate: Certificate } | undefined;

  /** @param unit - What is found in the whole unit: blocks of long chats, and digests of what was erased. */
  constructor(matcher: HoldMatcher, unit: FoundInUnit) {
    this.#matcher = matcher;
    this.#blocks = unit.blocks;
    this.#erased = unit.erased;
  }

  add(record: ArchiveRecord, certificate: Certificate): void {
    // A chat is also held by a text, project or user that it had earlier.
    for (const hold of this.#matcher.ofText(record)) this.#holds.add(hold);
    if (record.kind === 'chat') {
      for (const hold of this.#matcher.ofChat(record.body)) this.#holds.add(hold);
      this.#chats.set(record.digest, record.body);
    } else if (record.kind === 'message')
      this.#messages.set(record.digest, { createdAt: record.body.created_at });
    else if (record.kind === 'file') this.#files.set(record.digest, record);
    else if (record.kind === 'contents') this.#contents.set(record.digest, record.body);
    else if (record.kind === 'snapshot') this.#newest = { snapshot: record, certificate };
    else if (record.kind === 'outcome' && 'source' in record.body.listed)
      this.#absent.add(`${record.body.listed.source} ${record.body.id}`);
  }

  finish(): ArchivedChat | null {
    if (this.#newest === undefined) return null;
    const { snapshot, certificate } = this.#newest;
    const { body, digest } = snapshot;
    const chat = this.#require(this.#chats, body.chat);
    const contents = body.contents === null ? null : this.#require(this.#contents, body.contents);
    const entries = contents && [
      ...contents.blocks.flatMap((block) => this.#require(this.#blocks, block)),
      ...contents.messages,
    ];
    const files = contents?.files ?? [];
    const times = (entries ?? []).flatMap(([, message]) => this.#left(this.#messages, message));
    return {
      chat,
      messages: entries && new Map(entries),
      files: files.flatMap(([, , file]) => (file === null ? [] : this.#left(this.#files, file))),
      missingFiles: files.filter(
        ([source, id, file]) => file === null && !this.#absent.has(`${source} ${id}`),
      ).length,
      changedAt: latestOf([chat.updated_at, chat.created_at, ...times.map(({ createdAt }) => createdAt)]),
      isGone: body.presence.state !== 'listed',
      sealedAt: certificate.sealed_at,
      holds: [...this.#holds].sort(),
      digest,
    };
  }

  #left<Value>(records: ReadonlyMap<string, Value>, digest: string): Value | [] {
    return this.#erased.has(digest) ? [] : this.#require(records, digest);
  }

  #require<Value>(records: ReadonlyMap<string, Value>, digest: string): Value {
    const value = records.get(digest);
    if (value !== undefined) return value;
    const id = this.#newest?.snapshot.id ?? '';
    throw damaged(
      { path: `chat ${id}`, record: { kind: 'snapshot', id } },
      `names the digest ${digest}, which the archive does not have.`,
    );
  }
}

/** An unreadable time keeps the chat. */
function latestOf(times: readonly string[]): number {
  return times
    .map((time) => Date.parse(time))
    .reduce((latest, at) => (Number.isNaN(at) ? Infinity : Math.max(latest, at)), 0);
}

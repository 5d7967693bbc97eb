import type { Chat } from '@parlance/schemas';
import { attachmentKeys } from './attachment-keys.js';
import { ArchiveError } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import { RecordsDigest } from '../certificates/digest.js';
import type { Archive } from '../reader/open-archive.js';
import { readCertificate } from '../reader/read-certificates.js';
import { readRevision } from '../reader/read-unit.js';
import type { ArchiveRecord, RecordOf } from '../records/archive-record.js';
import { HoldMatcher } from './hold-match.js';
import type { Hold } from './hold.js';

/** Everything that an archive has of a chat. */
export interface ArchivedChat {
  /** The chat, as it was listed last. */
  readonly chat: Chat;
  /** Digests of the messages by id, as they were read last. */
  readonly messages: ReadonlyMap<string, string>;
  /** Files with archived contents. */
  readonly files: readonly RecordOf<'file'>[];
  /** Number of files that messages refer to and that are neither archived nor recorded as gone or left out. */
  readonly missingFiles: number;
  /** Time of the last change or message, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Whether the service has deleted the chat since it was listed. */
  readonly isGone: boolean;
  /** Whether the messages were left out of the archive. */
  readonly isSkipped: boolean;
  /** Ids of the holds on the chat. */
  readonly holds: readonly string[];
  /** SHA-256 over the lines `kind id digest` of all records of the chat, in all revisions. */
  readonly digest: string;
}

/** The chats of one unit of an archive. */
export interface ArchivedUnit {
  readonly name: string;
  readonly chats: ReadonlyMap<string, ArchivedChat>;
}

/** Positions of the certificates of each unit of chats, oldest first, up to a position in the chain. */
export type ChatUnits = ReadonlyMap<string, readonly number[]>;

/** Options of {@link listChatUnits}. */
export interface ChainPosition {
  /** Position of the last certificate to use. */
  readonly certificates: number;
  /** SHA-256 of that certificate; null if there are none. */
  readonly head: string | null;
}

/**
 * Lists the units of chats of an archive, ordered by name, and checks the chain of all certificates.
 *
 * @throws {ArchiveError} When the chain is broken.
 */
export async function listChatUnits(archive: Archive, upTo: number): Promise<ChatUnits> {
  const units = new Map<string, number[]>();
  for await (const { unit, sequence } of archive.certificates()) {
    if (unit.family !== 'chats' || sequence > upTo) continue;
    const sequences = units.get(unit.name);
    if (sequences === undefined) units.set(unit.name, [sequence]);
    else sequences.push(sequence);
  }
  return new Map([...units].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * Reads the chats of a unit. Checks the digest of every record. Memory is bounded by the messages of one unit, without their text.
 *
 * @throws {ArchiveError} When a file or record is missing or damaged.
 */
export async function readArchivedUnit(
  archive: Archive,
  unit: { readonly name: string; readonly certificates: readonly number[] },
  holds: HoldMatcher,
): Promise<ArchivedUnit> {
  const chats = new Map<string, ChatCollector>();
  const collectorOf = (id: string): ChatCollector => {
    const existing = chats.get(id) ?? new ChatCollector(holds);
    chats.set(id, existing);
    return existing;
  };
  for (const sequence of unit.certificates) {
    const { certificate } = await readCertificate(archive.dir, sequence);
    for await (const record of readRevision(archive.dir, certificate)) {
      const id = chatOf(record);
      if (id !== null) collectorOf(id).add(record);
    }
    requireRecords(certificate);
  }
  const found = [...chats].flatMap(([id, collector]) => {
    const chat = collector.finish();
    return chat === null ? [] : [[id, chat] as const];
  });
  return { name: unit.name, chats: new Map(found.sort(([left], [right]) => (left < right ? -1 : 1))) };
}

/** Counts the archived chats that a hold matches. Reads the whole archive, with the memory of {@link readArchivedUnit}. */
export async function countHeldChats(archive: Archive, hold: Hold): Promise<number> {
  const matcher = new HoldMatcher([hold]);
  let count = 0;
  for (const [name, certificates] of await listChatUnits(archive, archive.manifest.certificates)) {
    const { chats } = await readArchivedUnit(archive, { name, certificates }, matcher);
    for (const { holds } of chats.values()) if (holds.length > 0) count += 1;
  }
  return count;
}

/** A certificate of records without a file would prove nothing. */
function requireRecords({ counts, files, sequence }: Certificate): void {
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (records > 0 && files.length === 0)
    throw new ArchiveError(
      'archive_damaged',
      { path: `certificate ${sequence}` },
      'does not name the file of its records.',
    );
}

function chatOf(record: ArchiveRecord): string | null {
  switch (record.kind) {
    case 'chat':
      return record.id;
    case 'message':
    case 'file':
      return record.body.chat_id;
    case 'outcome':
      if (record.body.subject === 'chat') return record.body.id;
      return 'chat_id' in record.body.listed ? record.body.listed.chat_id : null;
    default:
      return null;
  }
}

/** Collects the records of one chat, oldest revision first. */
class ChatCollector {
  readonly #matcher: HoldMatcher;
  readonly #digest: RecordsDigest = new RecordsDigest();
  readonly #messages: Map<string, { readonly digest: string; readonly attachments: readonly string[] }> =
    new Map();
  readonly #files: Map<string, RecordOf<'file'>> = new Map();
  /** Files that are gone or were left out. */
  readonly #absent: Set<string> = new Set();
  readonly #holds: Set<string> = new Set();
  #chat: Chat | undefined;
  #outcome: 'gone' | 'skipped' | undefined;
  #changedAt = 0;

  constructor(matcher: HoldMatcher) {
    this.#matcher = matcher;
  }

  add(record: ArchiveRecord): void {
    this.#digest.add(record);
    for (const hold of this.#matcher.ofText(record.body)) this.#holds.add(hold);
    if (record.kind === 'chat') this.#addChat(record.body);
    else if (record.kind === 'message') {
      const attachments = attachmentKeys(record.body);
      this.#messages.set(record.id, { digest: record.digest, attachments });
      this.#changed(record.body.created_at);
    } else if (record.kind === 'file') this.#files.set(`${record.body.source} ${record.body.id}`, record);
    else if (record.kind === 'outcome') this.#addOutcome(record.body);
  }

  finish(): ArchivedChat | null {
    const chat = this.#chat;
    if (chat === undefined) return null;
    const referred = new Set([...this.#messages.values()].flatMap(({ attachments }) => attachments));
    for (const hold of this.#matcher.ofChat(chat)) this.#holds.add(hold);
    return {
      chat,
      messages: new Map([...this.#messages].map(([id, { digest }]) => [id, digest])),
      files: [...this.#files.values()],
      missingFiles: [...referred].filter((file) => !this.#files.has(file) && !this.#absent.has(file)).length,
      changedAt: this.#changedAt,
      isGone: this.#outcome === 'gone',
      isSkipped: this.#outcome === 'skipped',
      holds: [...this.#holds].sort(),
      digest: this.#digest.digest(),
    };
  }

  #addChat(chat: Chat): void {
    // A hold on an earlier project or user of the chat keeps it too.
    for (const hold of this.#matcher.ofChat(chat)) this.#holds.add(hold);
    this.#chat = chat;
    this.#outcome = undefined;
    this.#changed(chat.updated_at);
    this.#changed(chat.created_at);
  }

  #addOutcome(body: RecordOf<'outcome'>['body']): void {
    if (body.subject === 'chat') {
      this.#chat = body.listed as Chat;
      this.#outcome = body.outcome;
      this.#changed(this.#chat.updated_at);
    } else if ('source' in body.listed) this.#absent.add(`${body.listed.source} ${body.id}`);
  }

  #changed(time: string): void {
    const at = Date.parse(time);
    // An unreadable time keeps the chat.
    this.#changedAt = Number.isNaN(at) ? Infinity : Math.max(this.#changedAt, at);
  }
}

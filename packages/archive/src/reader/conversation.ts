import { damaged, type ArchiveError } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import { certificatePosition } from '../certificates/sealed-file.js';
import type { ArchiveRecord, ChatPresence, ErasedRecord, RecordOf } from '../records/archive-record.js';
import { newestFirst } from './read-unit.js';

/** A chat in one state: its metadata, messages and files. */
export interface Conversation {
  /** The metadata. */
  readonly chat: RecordOf<'chat'>;
  /** The messages, in the order of the service, without those that were erased; null if they were not read. */
  readonly messages: readonly RecordOf<'message'>[] | null;
  /** The files whose contents are archived. */
  readonly files: readonly RecordOf<'file'>[];
  /** What is left of the messages and files that were erased from the archive. */
  readonly erased: readonly ErasedRecord[];
  /** Whether the chat exists. A chat that does not is returned as it was last. */
  readonly presence: ChatPresence;
  /** The record of the state. */
  readonly snapshot: RecordOf<'snapshot'>;
  /** The certificate of the revision that found the state. */
  readonly certificate: Certificate;
}

/** Options of {@link readConversations}. */
export interface ConversationReading {
  /** Returns whether a chat is wanted. */
  readonly wants: (snapshot: RecordOf<'snapshot'>) => boolean;
  /** Whether messages and files are wanted. */
  readonly hasContents: boolean;
  /** Reads only the extents with records of this chat. */
  readonly chat?: string | undefined;
}

/** What {@link readConversations} found. */
export interface FoundConversation {
  readonly conversation: Conversation;
  /** All records that the state consists of. */
  readonly records: readonly ArchiveRecord[];
}

/**
 * Reads the chats of a partition in their newest states, and yields the outcomes in it too. Reads each file once, the newest first: a snapshot
 * comes before what it names, or what it names is in an older file. Keeps only chats of which parts are in older files.
 *
 * @param certificates - Certificates of the partition, oldest first.
 * @throws {ArchiveError} When a file is missing, truncated or changed, or does not have what a snapshot names.
 */
export async function* readConversations(
  dir: string,
  certificates: readonly Certificate[],
  { wants, hasContents, chat }: ConversationReading,
): AsyncGenerator<FoundConversation | { readonly record: RecordOf<'outcome'> }, void, undefined> {
  const seen = new Set<string>();
  const isFirst = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
  const waiting = new Map<string, PendingConversation>();
  for await (const { record, certificate } of newestFirst(dir, certificates, chat)) {
    if (record.kind === 'outcome' && isFirst(`outcome ${record.id}`)) yield { record };
    else if (record.kind === 'snapshot' && isFirst(record.id) && wants(record)) {
      const pending = new PendingConversation(record, certificate, hasContents);
      for (const digest of pending.start()) waiting.set(digest, pending);
    }
    const pending = waiting.get(record.digest);
    if (pending === undefined) continue;
    waiting.delete(record.digest);
    for (const digest of pending.add(record)) waiting.set(digest, pending);
    if (pending.isComplete) yield pending.finish();
  }
  const [missing] = waiting;
  if (missing !== undefined) throw incomplete(...missing);
}

function incomplete(digest: string, { snapshot, certificate }: PendingConversation): ArchiveError {
  const { kind, id } = snapshot;
  return damaged(
    { ...certificatePosition(certificate.sequence), record: { kind, id } },
    `names the digest ${digest}, which the archive does not have.`,
  );
}

/** A conversation of which not all records were found. */
class PendingConversation {
  readonly snapshot: RecordOf<'snapshot'>;
  readonly certificate: Certificate;
  readonly #hasContents: boolean;
  readonly #missing: Set<string> = new Set();
  readonly #found: Map<string, ArchiveRecord> = new Map();
  readonly #erased: Map<string, ErasedRecord> = new Map();

  constructor(snapshot: RecordOf<'snapshot'>, certificate: Certificate, hasContents: boolean) {
    this.snapshot = snapshot;
    this.certificate = certificate;
    this.#hasContents = hasContents;
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Returns the digests of the first records to look for. */
  start(): readonly string[] {
    const { chat, contents } = this.snapshot.body;
    return this.#await(this.#hasContents && contents !== null ? [chat, contents] : [chat]);
  }

  /** Adds a record. Returns the digests of those that it names. */
  add(record: ArchiveRecord | ErasedRecord): readonly string[] {
    this.#missing.delete(record.digest);
    if ('erased' in record) {
      this.#erased.set(record.digest, record);
      return [];
    }
    this.#found.set(record.digest, record);
    if (record.kind === 'block') return this.#await(record.body.messages.map(([, digest]) => digest));
    if (record.kind !== 'contents') return [];
    const { blocks, messages, files } = record.body;
    const saved = files.flatMap(([, , digest]) => digest ?? []);
    return this.#await([...blocks, ...messages.map(([, digest]) => digest), ...saved]);
  }

  finish(): FoundConversation {
    const { snapshot, certificate } = this;
    const { chat, contents, presence } = snapshot.body;
    const list = this.#hasContents && contents !== null ? this.#get('contents', contents) : null;
    const entries = list?.body.blocks.flatMap((block) => this.#get('block', block).body.messages) ?? [];
    const conversation: Conversation = {
      chat: this.#get('chat', chat),
      messages:
        list && [...entries, ...list.body.messages].flatMap(([, digest]) => this.#left('message', digest)),
      files:
        list?.body.files.flatMap(([, , digest]) => (digest === null ? [] : this.#left('file', digest))) ?? [],
      erased: [...this.#erased.values()],
      presence,
      snapshot,
      certificate,
    };
    return { conversation, records: [snapshot, ...this.#found.values()] };
  }

  #await(digests: readonly string[]): readonly string[] {
    const added = digests.filter((digest) => !this.#found.has(digest) && !this.#erased.has(digest));
    for (const digest of added) this.#missing.add(digest);
    return added;
  }

  /** Returns a record unless it was erased. */
  #left<Kind extends 'message' | 'file'>(kind: Kind, digest: string): RecordOf<Kind> | [] {
    return this.#erased.has(digest) ? [] : this.#get(kind, digest);
  }

  #get<Kind extends ArchiveRecord['kind']>(kind: Kind, digest: string): RecordOf<Kind> {
    const record = this.#found.get(digest);
    if (record?.kind !== kind) throw incomplete(digest, this);
    // Its kind was compared.
    return record as RecordOf<Kind> & ArchiveRecord;
  }
}

import { NotFoundError } from '@parlance/core-transport';
import type { Chat, ChatMessage } from '@parlance/schemas';
import { createRecord, sha256 } from '../certificates/digest.js';
import type { ArchivedFile, ArchiveRecord, RecordOf } from '../records/archive-record.js';
import { attachmentsOf, type Attachment } from './attachments.js';
import { patientPages, type RunContext } from './run-context.js';
import { saveFile } from './save-file.js';
import { partOf, splitParts, type UnitLog } from './unit-log.js';

/** What is known of a chat that was archived before. */
export interface KnownChat {
  readonly digest: string;
  readonly parts: string;
}

/** A chat as it was read. */
export interface ChatRead {
  /** The chat, its new messages and files, and outcomes. */
  readonly records: readonly ArchiveRecord[];
  /** What to remember. */
  readonly chat: KnownChat & { readonly id: string };
}

/** Options of {@link readChat}. */
export interface ChatReading {
  readonly record: RecordOf<'chat'>;
  readonly known: KnownChat | undefined;
  /** What a person decided to leave out. */
  readonly skips: ReadonlySet<string>;
  readonly log: UnitLog;
  readonly signal: AbortSignal;
}

/** A file of a chat could not be read. The error of the client is the cause. */
export class ItemError extends Error {
  readonly subject: { readonly kind: 'file'; readonly id: string };

  constructor(id: string, cause: unknown) {
    super(`The file ${id} could not be read.`, { cause });
    this.subject = { kind: 'file', id };
  }
}

const MESSAGES_PER_PAGE = 1_000;

/**
 * Reads a chat with its messages and files. What was deleted since it was listed becomes an outcome.
 *
 * @throws {ItemError} When a file cannot be read.
 */
export async function readChat(context: RunContext, reading: ChatReading): Promise<ChatRead> {
  const { record, known, skips } = reading;
  const chat = record.body;
  const remember = (parts: string): ChatRead['chat'] => ({ id: chat.id, digest: record.digest, parts });
  if (!context.definition.sources.has('messages')) return { records: [record], chat: remember('') };
  if (skips.has(`chat ${chat.id}`))
    return { records: [outcomeOf(chat, 'skipped', null)], chat: remember(known?.parts ?? '') };
  try {
    const parts = known === undefined ? new Set<string>() : splitParts(known.parts);
    const records = await new Contents(context, reading, parts).read();
    return { records: [record, ...records], chat: remember([...parts].join('')) };
  } catch (error) {
    if (!NotFoundError.is(error)) throw error;
    return { records: [outcomeOf(chat, 'gone', error.requestId)], chat: remember(known?.parts ?? '') };
  }
}

function outcomeOf(chat: Chat, outcome: 'gone' | 'skipped', requestId: string | null): ArchiveRecord {
  return createRecord('outcome', `chat ${chat.id}`, {
    id: chat.id,
    subject: 'chat',
    outcome,
    request_id: requestId,
    listed: chat,
  });
}

/** The messages and files of a chat that are not archived yet. */
class Contents {
  readonly #context: RunContext;
  readonly #reading: ChatReading;
  readonly #parts: Set<string>;
  readonly #records: ArchiveRecord[] = [];

  constructor(context: RunContext, reading: ChatReading, parts: Set<string>) {
    this.#context = context;
    this.#reading = reading;
    this.#parts = parts;
  }

  async read(): Promise<readonly ArchiveRecord[]> {
    const {
      record: { body: chat },
      log,
      signal,
    } = this.#reading;
    const { compliance, definition } = this.#context;
    const savesFiles = definition.chats.savesFilesOf(chat);
    const pages = patientPages<ChatMessage>(this.#context, signal, (resumeFrom) =>
      compliance.chats
        .messages(chat.id, { limit: MESSAGES_PER_PAGE }, { resumeFrom, signal, priority: 'bulk' })
        .pages(),
    );
    for await (const page of pages) {
      log.request(page.requestId);
      for (const message of page.data) {
        this.#message(message);
        if (savesFiles) await this.#files(message);
      }
    }
    return this.#records;
  }

  #message(message: ChatMessage): void {
    const chat = this.#reading.record.body;
    this.#add(createRecord('message', message.id, { ...message, chat_id: chat.id, user_id: chat.user.id }));
  }

  async #files(message: ChatMessage): Promise<void> {
    for (const attachment of attachmentsOf(message)) await this.#file(message, attachment);
  }

  /** Saves a file, unless it is archived already: the content of an id never changes. */
  async #file(message: ChatMessage, attachment: Attachment): Promise<void> {
    const {
      record: { body: chat },
      skips,
      log,
      signal,
    } = this.#reading;
    const part = partOf(sha256(`file ${attachment.source} ${attachment.id}`));
    if (this.#parts.has(part)) return;
    const about = { ...attachment, chat_id: chat.id, message_id: message.id, user_id: chat.user.id };
    if (skips.has(`file ${attachment.id}`)) return this.#outcome(about, 'skipped', null);
    try {
      const { requestId, ...saved } = await saveFile(
        this.#context,
        { ...attachment, messageId: message.id },
        signal,
      );
      log.request(requestId);
      this.#records.push(createRecord('file', attachment.id, { ...about, ...saved }));
      this.#parts.add(part);
    } catch (error) {
      if (!NotFoundError.is(error)) throw new ItemError(attachment.id, error);
      this.#outcome(about, 'gone', error.requestId);
    }
  }

  #outcome(
    { id, ...listed }: Omit<ArchivedFile, 'size_bytes' | 'sha256' | 'path'>,
    outcome: 'gone' | 'skipped',
    requestId: string | null,
  ): void {
    const body = { id, subject: 'file', outcome, request_id: requestId, listed } as const;
    this.#add(createRecord('outcome', `file ${id}`, body));
  }

  #add(record: ArchiveRecord): void {
    const part = partOf(record.digest);
    if (this.#parts.has(part)) return;
    this.#parts.add(part);
    this.#records.push(record);
  }
}

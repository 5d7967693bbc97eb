import type { ComplianceClient } from '@parlance/compliance';
import { NotFoundError, PagingError, ParlanceError } from '@parlance/core-transport';
import type { Chat, ChatMessage } from '@parlance/schemas';
import { attachmentsOf } from './attachments.js';
import type { ExportCounts, ExportSubject } from './export-state.js';
import { saveAttachment } from './save-attachment.js';

/** Options for {@link readChat}. */
export interface ReadChatOptions {
  readonly client: ComplianceClient;
  /** Folder of the export. */
  readonly folder: string;
  /** Messages per request, 1 to 1,000. */
  readonly messagesPerPage: number;
  /** IDs of the items to skip. */
  readonly leaveOut: readonly string[];
  readonly signal: AbortSignal;
}

/** The export of one chat. */
export interface ReadChat {
  /** Objects to write, by file. */
  readonly lines: { readonly [File in ExportFile]: readonly object[] };
  readonly counts: ExportCounts;
}

/** NDJSON files of an export of chats. */
export type ExportFile = 'chats.ndjson' | 'files.ndjson' | 'left-out.ndjson';

/** Thrown when a chat or attachment cannot be read. `cause` is the error of the client. */
export class SubjectError extends Error {
  readonly subject: ExportSubject;

  constructor(subject: ExportSubject, cause: unknown) {
    super(`The ${subject.kind} ${subject.id} could not be read.`, { cause });
    this.subject = subject;
  }
}

/**
 * Reads a chat with its messages and saves its attachments. Items that were deleted since they were listed, or that the
 * user skips, become lines of `left-out.ndjson`.
 *
 * @throws {SubjectError} When the chat or an attachment cannot be read.
 */
export async function readChat(chat: Chat, options: ReadChatOptions): Promise<ReadChat> {
  const reading = new Reading(chat, options);
  await reading.read();
  return reading;
}

class Reading implements ReadChat {
  readonly lines: Record<ExportFile, object[]> = {
    'chats.ndjson': [],
    'files.ndjson': [],
    'left-out.ndjson': [],
  };
  counts: ExportCounts = { records: 0, messages: 0, files: 0, bytes: 0, leftOut: 0 };
  readonly #chat: Chat;
  readonly #options: ReadChatOptions;

  constructor(chat: Chat, options: ReadChatOptions) {
    this.#chat = chat;
    this.#options = options;
  }

  async read(): Promise<void> {
    const messages = await this.#attempt({ kind: 'chat', id: this.#chat.id }, () => this.#messages());
    if (messages === undefined) return;
    for (const message of messages) await this.#attachments(message);
    this.lines['chats.ndjson'].push({ ...this.#chat, chat_messages: messages });
    this.#count({ records: 1, messages: messages.length });
  }

  async #messages(): Promise<ChatMessage[]> {
    const { client, messagesPerPage: limit, signal } = this.#options;
    return Array.fromAsync(client.chats.messages(this.#chat.id, { limit }, { signal }));
  }

  async #attachments(message: ChatMessage): Promise<void> {
    const { client, folder, signal } = this.#options;
    const saveOptions = { client, folder, signal, chatCreatedAt: this.#chat.created_at };
    for (const attachment of attachmentsOf(message)) {
      const saved = await this.#attempt(
        attachment,
        () => saveAttachment(attachment, saveOptions),
        message.id,
      );
      if (saved === undefined) continue;
      const named = { chat_id: this.#chat.id, message_id: message.id, ...attachment };
      this.lines['files.ndjson'].push({ ...named, ...saved });
      this.#count({ files: 1, bytes: saved.size_bytes });
    }
  }

  /** Reads one item. Returns undefined if it is skipped. */
  async #attempt<T>(
    { kind, id }: ExportSubject,
    read: () => Promise<T>,
    messageId?: string,
  ): Promise<T | undefined> {
    const entry = { chat_id: this.#chat.id, message_id: messageId, kind, id };
    if (this.#options.leaveOut.includes(id)) {
      this.#leaveOut({ ...entry, reason: 'skipped by the user' });
      return undefined;
    }
    try {
      return await read();
    } catch (error) {
      const reason = PagingError.is(error) ? error.cause : error;
      if (!ParlanceError.is(reason)) throw error;
      if (!NotFoundError.is(reason)) throw new SubjectError({ kind, id }, reason);
      this.#leaveOut({ ...entry, reason: 'no longer exists', request_id: reason.requestId });
      return undefined;
    }
  }

  #leaveOut(entry: ExportSubject & Readonly<Record<string, unknown>>): void {
    this.lines['left-out.ndjson'].push(entry.kind === 'chat' ? { ...entry, chat: this.#chat } : entry);
    this.#count({ leftOut: 1 });
  }

  #count(more: Partial<ExportCounts>): void {
    this.counts = addCounts(this.counts, more);
  }
}

/** Returns the sum of two counts. */
export function addCounts(counts: ExportCounts, more: Partial<ExportCounts>): ExportCounts {
  const { records = 0, messages = 0, files = 0, bytes = 0, leftOut = 0 } = more;
  return {
    records: counts.records + records,
    messages: counts.messages + messages,
    files: counts.files + files,
    bytes: counts.bytes + bytes,
    leftOut: counts.leftOut + leftOut,
  };
}

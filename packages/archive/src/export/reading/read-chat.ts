import { DownloadError, NotFoundError, saveDownload } from '@parlance/core-transport';
import type { ChatMessage } from '@parlance/schemas';
import { createRecord, sha256 } from '../../certificates/digest.js';
import { contentPath } from '../../certificates/sealed-file.js';
import { writeError } from '../../folder/write-error.js';
import type { ArchivedFile, RecordBodies, RecordOf } from '../../records/archive-record.js';
import { attachmentsOf, type Attachment } from '../../records/attachments.js';
import { ChatState, type ChatRead, type ChatRow } from './chat-state.js';
import { patientPages, type RunContext } from '../state/run-context.js';
import type { UnitLog } from '../state/unit-log.js';

/** Options of {@link readChat}. */
export interface ChatReading {
  readonly record: RecordOf<'chat'>;
  readonly unit: string;
  readonly known: ChatRow | undefined;
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

const RESOURCES = { file: 'files', generated_file: 'generatedFiles', artifact: 'artifacts' } as const;

/**
 * Reads a chat with its messages and files. That it was deleted since it was listed is a state too.
 *
 * @throws {ItemError} When a file cannot be read.
 */
export async function readChat(context: RunContext, reading: ChatReading): Promise<ChatRead> {
  const { record, unit, known, skips, log } = reading;
  const state = (): ChatState => new ChatState(record, unit, known);
  if (!context.definition.sources.has('messages')) return state().unread();
  if (skips.has(`chat ${record.id}`)) {
    const skipped = state();
    skipped.add(outcomeRecord('chat', { id: record.id, outcome: 'skipped', request_id: null }, record.body));
    return skipped.unread();
  }
  try {
    return await new Contents(context, reading, state()).read();
  } catch (error) {
    if (!NotFoundError.is(error)) throw error;
    log.request(error.requestId);
    const gone = state();
    const { requestId: request_id } = error;
    // Nothing of it could be archived but what the list had.
    if (known?.contents == null)
      gone.add(outcomeRecord('chat', { id: record.id, outcome: 'gone', request_id }, record.body));
    return gone.notFound();
  }
}

function outcomeRecord(
  subject: 'chat' | 'file',
  { id, outcome, request_id }: Pick<RecordBodies['outcome'], 'id' | 'outcome' | 'request_id'>,
  listed: RecordBodies['outcome']['listed'],
): RecordOf<'outcome'> {
  return createRecord('outcome', `${subject} ${id}`, { id, subject, outcome, request_id, listed });
}

/** Reads the messages and files of a chat. */
class Contents {
  readonly #context: RunContext;
  readonly #reading: ChatReading;
  readonly #state: ChatState;

  constructor(context: RunContext, reading: ChatReading, state: ChatState) {
    this.#context = context;
    this.#reading = reading;
    this.#state = state;
  }

  async read(): Promise<ChatRead> {
    const { record, log, signal } = this.#reading;
    const chat = record.body;
    const { compliance, definition } = this.#context;
    const savesFiles = definition.chats.savesFilesOf(chat);
    const pages = patientPages<ChatMessage>(this.#context, signal, (options) =>
      compliance.chats.messages(chat.id, { limit: MESSAGES_PER_PAGE }, options).pages(),
    );
    for await (const page of pages) {
      log.request(page.requestId);
      for (const message of page.data) {
        const body = { ...message, chat_id: chat.id, user_id: chat.user.id };
        this.#state.message(createRecord('message', message.id, body));
        for (const attachment of attachmentsOf(message))
          await this.#file(message, { ...attachment, isSaved: savesFiles });
      }
    }
    return this.#state.read();
  }

  async #file(
    message: ChatMessage,
    { isSaved, ...attachment }: Attachment & { readonly isSaved: boolean },
  ): Promise<void> {
    const { record, skips, log, signal } = this.#reading;
    const chat = record.body;
    const { id, source } = attachment;
    if (this.#state.hasFile(source, id)) return;
    if (!isSaved) return this.#state.file(source, id, null);
    const about = { ...attachment, chat_id: chat.id, message_id: message.id, user_id: chat.user.id };
    if (skips.has(`file ${id}`)) return this.#unsaved(about, 'skipped', null);
    try {
      const wanted = { ...attachment, messageId: message.id };
      const { requestId, ...saved } = await saveFile(this.#context, wanted, signal);
      log.request(requestId);
      this.#state.file(source, id, createRecord('file', id, { ...about, ...saved }));
    } catch (error) {
      if (!NotFoundError.is(error)) throw new ItemError(id, error);
      this.#unsaved(about, 'gone', error.requestId);
    }
  }

  #unsaved(
    { id, ...listed }: Omit<ArchivedFile, 'size_bytes' | 'sha256' | 'path'>,
    outcome: 'gone' | 'skipped',
    request_id: string | null,
  ): void {
    this.#state.file(listed.source, id, null);
    this.#state.add(outcomeRecord('file', { id, outcome, request_id }, listed));
  }
}

/** Downloads a file into the archive. The path depends on the content, so repeating it has no further effect. */
async function saveFile(
  context: RunContext,
  { source, id, messageId }: Attachment & { readonly messageId: string },
  signal: AbortSignal,
): Promise<Pick<ArchivedFile, 'size_bytes' | 'sha256' | 'path'> & { readonly requestId: string | null }> {
  const { compliance, patience, clock, sinks } = context;
  const folder = sinks.requireArchive();
  const partial = folder.resolve(`.partial/file-${sha256(`${messageId} ${source} ${id}`).slice(0, 32)}`);
  const saved = await patience.call(signal, async () => {
    const download = await compliance[RESOURCES[source]].download(id, { signal, priority: 'bulk' });
    clock.observe(download.headers);
    try {
      return await saveDownload(download, { path: partial, maxBytes: Number.POSITIVE_INFINITY });
    } catch (error) {
      throw notSaved(error) ? writeError(partial, error.cause) : error;
    }
  });
  const target = contentPath(saved.sha256);
  await folder.publish(partial, target);
  return { size_bytes: saved.sizeBytes, sha256: saved.sha256, path: target, requestId: saved.requestId };
}

function notSaved(error: unknown): error is DownloadError {
  return DownloadError.is(error) && error.code === 'download_not_saved';
}

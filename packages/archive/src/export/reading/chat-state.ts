import { createContent, createRecord, sha256 } from '../../certificates/digest.js';
import type {
  ArchivedContents,
  ArchiveRecord,
  ChatPresence,
  MessageEntry,
  RecordOf,
} from '../../records/archive-record.js';
import type { ExportTables } from '../state/export-schema.js';
import { decode, encode } from '../state/json-column.js';
import { partOf, splitParts } from '../state/unit-log.js';

/** A row of `archive_chats`: the newest state of a chat, and what is archived of it. */
export type ChatRow = Omit<ExportTables['archive_chats'], 'export'>;

/** Lists of more messages than this are divided into blocks. */
const LIST = 256;

/** The longest block. */
const MAX_BLOCK = 1_024;

type File = ArchivedContents['files'][number];

/** The state of a chat that is being read, with the records that are not archived yet. */
export class ChatState {
  readonly #chat: RecordOf<'chat'>;
  readonly #unit: string;
  readonly #known: ChatRow | undefined;
  readonly #parts: Set<string>;
  /** Digests of the archived files, by source and id. */
  readonly #saved: Map<string, string>;
  readonly #records: ArchiveRecord[] = [];
  /** Digests by id. A message that is edited while the chat is read may be on two pages. */
  readonly #messages: Map<string, string> = new Map();
  readonly #files: Map<string, File> = new Map();

  constructor(chat: RecordOf<'chat'>, unit: string, known: ChatRow | undefined) {
    this.#chat = chat;
    this.#unit = unit;
    this.#known = known;
    this.#parts = splitParts(known?.parts ?? '');
    this.#saved = new Map(Object.entries(known === undefined ? {} : decode(known.files)));
    this.add(chat);
  }

  /** Adds a record, unless it is archived. */
  add(record: ArchiveRecord): void {
    if (this.#isNew(record)) this.#records.push(record);
  }

  /** Adds the next message. */
  message(record: RecordOf<'message'>): void {
    this.#messages.set(record.id, record.digest);
    this.add(record);
  }

  /** Returns whether the content of a file is archived. The content of an id never changes. */
  hasFile(source: File[0], id: string): boolean {
    const digest = this.#saved.get(`${source} ${id}`);
    if (digest !== undefined) this.#files.set(`${source} ${id}`, [source, id, digest]);
    return digest !== undefined;
  }

  /** Adds a file; null if its content could not be archived. */
  file(source: File[0], id: string, record: RecordOf<'file'> | null): void {
    this.#files.set(`${source} ${id}`, [source, id, record?.digest ?? null]);
    if (record === null) return;
    this.#saved.set(`${source} ${id}`, record.digest);
    this.add(record);
  }

  /** Ends a complete read. */
  read(): ChatRead {
    const list = [...this.#messages];
    const blocks = blocksOf(list).map((messages) => createContent('block', { messages }));
    const contents = createContent('contents', {
      chat_id: this.#chat.id,
      blocks: blocks.map(({ digest }) => digest),
      messages: blocks.length === 0 ? list : [],
      files: [...this.#files.values()],
    });
    const lists = [contents, ...blocks].filter((record) => this.#isNew(record));
    return this.#finish(contents.digest, { state: 'listed' }, lists);
  }

  /** Ends a read that was left out by a person or by the definition. */
  unread(): ChatRead {
    return this.#finish(null, { state: 'listed' });
  }

  /** Ends a read that found nothing. The contents remain those of the last state. */
  notFound(): ChatRead {
    return this.#finish(this.#known?.contents ?? null, { state: 'not_found' });
  }

  #finish(contents: string | null, presence: ChatPresence, lists: readonly ArchiveRecord[] = []): ChatRead {
    const { id, digest, body } = this.#chat;
    const row: ChatRow = {
      id,
      unit: this.#unit,
      user_id: body.user.id,
      created_at: timeOf(body.created_at),
      chat: digest,
      contents,
      presence: encode(presence),
      snapshot: this.#known?.snapshot ?? '',
      snapshots: this.#known?.snapshots ?? 0,
      parts: [...this.#parts].join(''),
      files: encode(Object.fromEntries(this.#saved)),
    };
    const state = withSnapshot(row, presence);
    // The snapshot comes before what it names, so that one pass over the file can collect it.
    return { row: state.row, records: [...state.records, ...lists, ...this.#records] };
  }

  #isNew({ digest }: ArchiveRecord): boolean {
    const part = partOf(digest);
    if (this.#parts.has(part)) return false;
    this.#parts.add(part);
    return true;
  }
}

/** A chat as it was read: what to remember, and what to write. */
export interface ChatRead {
  readonly row: ChatRow;
  readonly records: readonly ArchiveRecord[];
}

/** Adds a snapshot to the history of a chat, if its state differs from the newest one. */
export function withSnapshot(row: ChatRow, presence: ChatPresence): ChatRead {
  const { id, user_id, chat, contents } = row;
  const record = createRecord('snapshot', id, { id, user_id, chat, contents, presence });
  if (record.digest === row.snapshot) return { row, records: [] };
  const number = row.snapshots + 1;
  return {
    row: { ...row, presence: encode(presence), snapshot: record.digest, snapshots: number },
    records: [{ ...record, number }],
  };
}

/** Returns whether the newest state of a chat is that of one that exists. */
export function isListed({ presence }: Pick<ChatRow, 'presence'>): boolean {
  return decode(presence).state === 'listed';
}

/** Returns a time as UTC with milliseconds, which can be compared; the text itself if it is not a time. */
export function timeOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/**
 * Divides a long list where the digests themselves say so, not at fixed positions: a message that is added or removed changes one block, and
 * the others are shared.
 */
function blocksOf(messages: readonly MessageEntry[]): readonly (readonly MessageEntry[])[] {
  if (messages.length <= LIST) return [];
  const blocks: MessageEntry[][] = [[]];
  for (const entry of messages) {
    const block = blocks.at(-1) ?? [];
    block.push(entry);
    if (sha256(entry[0]).startsWith('00') || block.length >= MAX_BLOCK) blocks.push([]);
  }
  return blocks.filter((block) => block.length > 0);
}

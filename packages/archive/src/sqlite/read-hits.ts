import { digestOf } from '../certificates/digest.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import { excerptOf, type Excerpt } from '../text/excerpt.js';
import { COLUMN_SEPARATOR, searchedText } from '../text/searched-text.js';
import type { TextQuery } from '../text/text-query.js';
import { HIT_KINDS, type HitKind, type Match } from './find-matches.js';
import type { QueryThread } from './query-thread.js';

/** A message, the title of a chat, or a file that contains the text. */
export interface SearchHit extends Excerpt {
  /** `chat` if the title of the chat contains the text, `file` if the content of a file does. */
  readonly kind: HitKind;
  /** Id of the message, chat or file. */
  readonly id: string;
  /** Id of the chat. */
  readonly chat_id: string;
  /** Title of the chat; null if the chat is not in the archive. */
  readonly chat_name: string | null;
  /** Id of the project; null if the chat does not belong to one. */
  readonly project_id: string | null;
  /** Id of the user who created the chat. */
  readonly user_id: string;
  /** E-mail address of the user; null if the chat is not in the archive. */
  readonly user_email: string | null;
  /** Author of the message; null for a chat or file. */
  readonly role: string | null;
  /** Name of the file; null for a message or chat. */
  readonly file_name: string | null;
  /** Creation time, for a file that of its message (UTC, milliseconds). */
  readonly created_at: string;
  /** Whether the chat exists: `listed`, or why it does not; null if the chat is not in the archive. */
  readonly presence: string | null;
  /** Whether the chat was deleted from the service, as far as the archive knows. */
  readonly deleted: boolean;
  /** SHA-256 of the record. */
  readonly digest: string;
}

/** A hit, and what is needed to verify it. */
export interface ReadHit {
  readonly hit: SearchHit;
  /** Whether the object has its digest, and the text is that of the object. The text of a file is not part of it. */
  readonly isIntact: boolean;
  /** Text of the content of a file. */
  readonly fileText: string | null;
}

interface HitRow extends Omit<SearchHit, keyof Excerpt | 'deleted' | 'kind'> {
  readonly row: number;
  readonly deleted: number;
  readonly body: string;
  readonly text: string;
}

/** Hits whose records are in memory at once. */
const PAGE = 20;

/** Reads what matches are, in pages and in their order, and compares each with its digest. */
export async function* readHits(
  thread: QueryThread,
  matches: readonly Match[],
  query: TextQuery,
): AsyncGenerator<readonly ReadHit[], void, undefined> {
  for (let at = 0; at < matches.length; at += PAGE) {
    const page = matches.slice(at, at + PAGE);
    const rows = new Map<string, HitRow>();
    for (const kind of HIT_KINDS)
      for (const row of await rowsOf(thread, kind, page)) rows.set(`${kind} ${row.row}`, row);
    yield page.flatMap(({ kind, row }) => {
      const found = rows.get(`${kind} ${row}`);
      return found === undefined ? [] : [hitOf(kind, found, query)];
    });
  }
}

async function rowsOf(
  thread: QueryThread,
  kind: HitKind,
  page: readonly Match[],
): Promise<readonly HitRow[]> {
  const rows = page.filter((match) => match.kind === kind).map(({ row }) => row);
  if (rows.length === 0) return [];
  return thread.all<HitRow>(
    `SELECT found.row, found.id, found.chat_id, found.user_id, found.role, found.file_name, found.created_at, found.digest, found.body, found.text,
       chats.name AS chat_name, chats.project_id, chats.user_email, chats.presence,
       (chats.deleted_at IS NOT NULL OR chats.presence <> 'listed') AS deleted
     FROM searched_${kind}s AS found LEFT JOIN chats ON chats.id = found.chat_id
     WHERE found.row IN (SELECT value FROM json_each(:rows))`,
    { rows: JSON.stringify(rows) },
  );
}

function hitOf(kind: HitKind, found: HitRow, query: TextQuery): ReadHit {
  const { row: _row, body, text, deleted, ...hit } = found;
  const shown = text.replaceAll(COLUMN_SEPARATOR, '\n').trim();
  return {
    hit: { kind, ...hit, deleted: deleted === 1, ...excerptOf(shown, query) },
    isIntact: isIntact({ kind, id: hit.id, digest: hit.digest }, body, kind === 'file' ? null : text),
    fileText: kind === 'file' ? text : null,
  };
}

function isIntact(
  named: Pick<SearchHit, 'kind' | 'id' | 'digest'>,
  json: string,
  text: string | null,
): boolean {
  try {
    const body = JSON.parse(json) as { readonly id?: unknown };
    const record = { ...named, body } as unknown as ArchiveRecord;
    const isText = text === null || searchedText(record) === text;
    return digestOf(body) === named.digest && body.id === named.id && isText;
  } catch {
    return false;
  }
}

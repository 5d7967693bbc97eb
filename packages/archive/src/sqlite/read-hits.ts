import { digestOf } from '../certificates/digest.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import { excerptOf, type Excerpt } from '../text/excerpt.js';
import { COLUMN_SEPARATOR, searchedText, type SearchedKind } from '../text/searched-text.js';
import type { TextQuery } from '../text/text-query.js';
import type { Match } from './find-matches.js';
import type { QueryThread } from './query-thread.js';

/** A message, or the title of a chat, that contains the text. */
export interface SearchHit extends Excerpt {
  /** `chat` if the title of the chat contains the text. */
  readonly kind: SearchedKind;
  /** Id of the message or chat. */
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
  /** Author of the message; null for a chat. */
  readonly role: string | null;
  /** Creation time (UTC, milliseconds). */
  readonly created_at: string;
  /** Whether the chat exists: `listed`, or why it does not; null if the chat is not in the archive. */
  readonly presence: string | null;
  /** Whether the chat was deleted from the service, as far as the archive knows. */
  readonly deleted: boolean;
  /** SHA-256 of the record. */
  readonly digest: string;
}

/** A hit, and whether its text is that of its record. */
export interface ReadHit {
  readonly hit: SearchHit;
  readonly isIntact: boolean;
}

interface HitRow extends Omit<SearchHit, keyof Excerpt | 'deleted' | 'kind'> {
  readonly row: number;
  readonly deleted: number;
  readonly body: string;
  readonly text: string;
}

const SELECT = {
  message: `SELECT found.row, found.id, found.chat_id, found.user_id, found.role, found.created_at, found.digest, found.body,
    coalesce(found.text, '') || '${COLUMN_SEPARATOR}' || coalesce(found.attachments, '') AS text`,
  chat: `SELECT found.row, found.id, found.id AS chat_id, found.user_id, NULL AS role, found.created_at, found.digest, found.body,
    coalesce(found.name, '') AS text`,
} as const;

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
    for (const kind of ['message', 'chat'] as const)
      for (const row of await rowsOf(thread, kind, page)) rows.set(`${kind} ${row.row}`, row);
    yield page.flatMap(({ kind, row }) => {
      const found = rows.get(`${kind} ${row}`);
      return found === undefined ? [] : [hitOf(kind, found, query)];
    });
  }
}

async function rowsOf(
  thread: QueryThread,
  kind: SearchedKind,
  page: readonly Match[],
): Promise<readonly HitRow[]> {
  const rows = page.filter((match) => match.kind === kind).map(({ row }) => row);
  if (rows.length === 0) return [];
  return thread.all<HitRow>(
    `${SELECT[kind]}, chats.name AS chat_name, chats.project_id, chats.user_email, chats.presence,
       (chats.deleted_at IS NOT NULL OR chats.presence <> 'listed') AS deleted
     FROM ${kind}_revisions AS found LEFT JOIN chats ON chats.id = ${kind === 'chat' ? 'found.id' : 'found.chat_id'}
     WHERE found.row IN (SELECT value FROM json_each(:rows))`,
    { rows: JSON.stringify(rows) },
  );
}

function hitOf(kind: SearchedKind, found: HitRow, query: TextQuery): ReadHit {
  const { row: _row, body, text, deleted, ...hit } = found;
  const shown = text.replaceAll(COLUMN_SEPARATOR, '\n').trim();
  return {
    hit: { kind, ...hit, deleted: deleted === 1, ...excerptOf(shown, query) },
    isIntact: isIntact({ kind, id: hit.id, digest: hit.digest }, body, text),
  };
}

function isIntact(named: Pick<SearchHit, 'kind' | 'id' | 'digest'>, json: string, text: string): boolean {
  try {
    const body = JSON.parse(json) as { readonly id?: unknown };
    const record = { ...named, body } as unknown as ArchiveRecord;
    return digestOf(body) === named.digest && body.id === named.id && searchedText(record) === text;
  } catch {
    return false;
  }
}

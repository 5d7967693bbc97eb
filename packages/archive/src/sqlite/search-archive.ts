import { ConfigError } from '@parlance/schemas/kit';
import { databaseError, openForReading, OPEN_TIMEOUT_MS } from './archive-database.js';
import { HIGHLIGHT_END, HIGHLIGHT_START, time } from '../records/record-columns.js';
import { stoppable, QueryThread } from './query-thread.js';
import { searchQuery } from './search-query.js';

/** Options of {@link searchArchive}. */
export interface SearchOptions {
  /** Ids or e-mail addresses of users. Default: all. */
  users?: readonly string[] | undefined;
  /** Returns only what was created at this time or later. */
  from?: string | Date | undefined;
  /** Returns only what was created before this time. */
  to?: string | Date | undefined;
  /** Largest number of hits, 1 to 1,000. Default 50. */
  limit?: number | undefined;
  /** Number of hits to skip. Default 0. */
  offset?: number | undefined;
  /** Order of the hits. Default: `relevance`. */
  order?: 'relevance' | 'newest' | undefined;
  /** Ends the search. */
  signal?: AbortSignal | undefined;
}

/** A message, or the title of a chat, that contains the text. */
export interface SearchHit {
  /** `chat` if the title of the chat contains the text. */
  readonly kind: 'message' | 'chat';
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
  /** Whether the chat was deleted from the service, as far as the archive knows. */
  readonly deleted: boolean;
  /** Up to 32 words around the text. */
  readonly excerpt: string;
  /** Where the text occurs in the excerpt: `start` inclusive, `end` exclusive, in UTF-16 code units. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[];
  /** SHA-256 of the record. */
  readonly digest: string;
}

/** Result of {@link searchArchive}. */
export interface SearchResult {
  /** The hits. */
  readonly hits: readonly SearchHit[];
  /** Number of hits without `limit` and `offset`. */
  readonly total: number;
}

/**
 * Searches the messages, the names of their files and artifacts, and the titles of chats, offline. It runs in a thread, so that a long search
 * does not stop the program.
 *
 * All words must occur, in any order, case and accents do not matter. `"annual report"` finds the words next to each other; `report*` finds
 * words that start with it. Other characters have no special meaning.
 *
 * @param file - The database that the sink `sqlite` wrote.
 * @param text - 1 to 100 words.
 * @throws {ArchiveError} When the file is missing, damaged, or of another program or newer release.
 * @throws {ConfigError} When an option is invalid.
 */
export async function searchArchive(
  file: string,
  text: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const filters = parseOptions(options);
  const query = searchQuery(text);
  const { signal } = options;
  signal?.throwIfAborted();
  (await openForReading(file)).close();
  await using thread = new QueryThread(file, { timeoutMs: OPEN_TIMEOUT_MS, signal });
  try {
    return await search(thread, { ...filters, query });
  } catch (error) {
    signal?.throwIfAborted();
    throw databaseError(file, error);
  }
}

/** Values of the parameters of the query. */
interface SearchParameters {
  readonly users: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

interface SearchFilters {
  readonly parameters: SearchParameters;
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

function parseOptions(options: SearchOptions): SearchFilters {
  const { users, limit = 50, offset = 0, order = 'relevance' } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new ConfigError('limit', '`limit` must be an integer from 1 to 1,000');
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new ConfigError('offset', '`offset` must be an integer of at least 0');
  if (order !== 'relevance' && order !== 'newest')
    throw new ConfigError('order', '`order` must be `relevance` or `newest`');
  return {
    parameters: {
      users: users === undefined ? null : JSON.stringify(users),
      from: parseTime('from', options.from),
      to: parseTime('to', options.to),
    },
    order: order === 'newest' ? 'created_at DESC, id' : 'score, created_at DESC, id',
    limit,
    offset,
  };
}

function parseTime(name: string, value: string | Date | undefined): string | null {
  if (value === undefined) return null;
  if (Number.isNaN(new Date(value).getTime()))
    throw new ConfigError(name, `\`${name}\` must be a time, e.g. \`2026-04-01T00:00:00Z\``);
  return time(typeof value === 'string' ? value : value.toISOString());
}

const FILTERS = `
  AND (:from IS NULL OR found.created_at >= :from) AND (:to IS NULL OR found.created_at < :to)
  AND (:users IS NULL OR found.user_id IN (SELECT id FROM wanted))`;

/** Users are named by id or e-mail address. A user who left is known by the chats only. */
const WANTED = `
  WITH names AS (SELECT value AS name FROM json_each(:users)),
  wanted AS (
    SELECT name AS id FROM names
    UNION SELECT users.id FROM users JOIN names ON users.email = names.name
    UNION SELECT chats.user_id FROM chat_revisions AS chats JOIN names ON chats.user_email = names.name
  )`;

const MESSAGES = `
  SELECT 'message' AS kind, found.row, found.id, found.chat_id, found.user_id, found.role, found.created_at, found.digest, bm25(messages_fts) AS score
  FROM messages_fts JOIN message_revisions AS found ON found.row = messages_fts.rowid
  WHERE found.current = 1 AND messages_fts MATCH :query AND ${stoppable('found.row')} ${FILTERS}`;

const CHATS = `
  SELECT 'chat' AS kind, found.row, found.id, found.id AS chat_id, found.user_id, NULL AS role, found.created_at, found.digest, bm25(chats_fts) AS score
  FROM chats_fts JOIN chat_revisions AS found ON found.row = chats_fts.rowid
  WHERE found.current = 1 AND chats_fts MATCH :query AND ${stoppable('found.row')} ${FILTERS}`;

async function search(
  thread: QueryThread,
  options: SearchFilters & { query: string },
): Promise<SearchResult> {
  const { order, limit, offset, query } = options;
  const parameters = { ...options.parameters, query };
  const found = `${WANTED}, hits AS (${MESSAGES} UNION ALL ${CHATS})`;
  const [counted] = await thread.all<{ readonly total: number }>(
    `${found} SELECT count(*) AS total FROM hits`,
    parameters,
  );
  const rows = await thread.all<HitRow>(
    `${found} SELECT hits.*, chats.name AS chat_name, chats.project_id, chats.user_email,
       (chats.deleted_at IS NOT NULL OR chats.presence <> 'listed') AS deleted
     FROM (SELECT * FROM hits ORDER BY ${order} LIMIT :limit OFFSET :offset) AS hits
     LEFT JOIN chats ON chats.id = hits.chat_id
     ORDER BY ${order.replaceAll(/\b(score|created_at|id)\b/g, 'hits.$1')}`,
    { ...parameters, limit, offset },
  );
  const excerpts = {
    message: await excerptsOf(thread, rows, { kind: 'message', query }),
    chat: await excerptsOf(thread, rows, { kind: 'chat', query }),
  };
  const hits = rows.map(({ row, score: _score, deleted, ...hit }) => {
    const marked = excerpts[hit.kind].get(row) ?? '';
    return { ...hit, deleted: deleted === 1, ...parseExcerpt(marked) };
  });
  return { hits, total: counted?.total ?? 0 };
}

interface HitRow extends Omit<SearchHit, 'excerpt' | 'highlights' | 'deleted'> {
  readonly row: number;
  readonly score: number;
  readonly deleted: number;
}

/** Excerpts are made for the hits that are returned only: they read the text. */
async function excerptsOf(
  thread: QueryThread,
  rows: readonly HitRow[],
  { kind, query }: { readonly kind: SearchHit['kind']; readonly query: string },
): Promise<ReadonlyMap<number, string>> {
  const table = `${kind}s_fts`;
  const found = await thread.all<{ readonly row: number; readonly excerpt: string }>(
    `SELECT rowid AS row, snippet(${table}, -1, '${HIGHLIGHT_START}', '${HIGHLIGHT_END}', '…', 32) AS excerpt
     FROM ${table} WHERE ${table} MATCH :query AND rowid = :row`,
    ...rows.filter((row) => row.kind === kind).map(({ row }) => ({ query, row })),
  );
  return new Map(found.map(({ row, excerpt }) => [row, excerpt]));
}

function parseExcerpt(marked: string): Pick<SearchHit, 'excerpt' | 'highlights'> {
  const highlights: { start: number; end: number }[] = [];
  let excerpt = '';
  for (const part of marked.split(HIGHLIGHT_START)) {
    const end = part.indexOf(HIGHLIGHT_END);
    if (end !== -1) highlights.push({ start: excerpt.length, end: excerpt.length + end });
    excerpt += part.replace(HIGHLIGHT_END, '');
  }
  return { excerpt, highlights };
}

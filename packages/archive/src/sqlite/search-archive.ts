import {
  checkRecord,
  integerFromOne,
  isA,
  must,
  withMethods,
  type Checks,
} from '@parlance/core-transport/internal';
import type { Archive } from '../reader/open-archive.js';
import { time } from '../records/record-columns.js';
import { requireResolved, resolveReferences, type ObjectSource } from '../scopes/resolve-references.js';
import type { ExtractText, FileTextProblem } from '../text/file-text.js';
import { parseTextQuery } from '../text/text-query.js';
import { databaseError, OPEN_TIMEOUT_MS, openForReading } from './archive-database.js';
import { findMatches, type Match, type SearchFilters } from './find-matches.js';
import { QueryThread } from './query-thread.js';
import { readHits, type SearchHit } from './read-hits.js';
import { HitVerifier, type RefusedHit, type VerifiedHits } from './verify-hits.js';
import type { KnownObject } from '../scopes/reference.js';

/** Options of {@link searchArchive}. */
export interface SearchOptions {
  /** The archive that the database was made from. Hits are compared with it. Default: they are only compared with their own digests, and hits in
   * attachments are refused. */
  archive?: Archive | undefined;
  /** Users: ids, e-mail addresses or names, also earlier addresses. Default: all. */
  users?: readonly string[] | undefined;
  /** Projects: ids or names. Default: chats in any project or in none. */
  projects?: readonly string[] | undefined;
  /** Returns only what was created at this time or later. */
  from?: string | Date | undefined;
  /** Returns only what was created before this time. */
  to?: string | Date | undefined;
  /** Largest number of hits, from 1; `Infinity` for all. Default 50. */
  limit?: number | undefined;
  /** Number of hits to skip. Default 0. */
  offset?: number | undefined;
  /** `relevance`: those that have the text most often for their length first. Default: `relevance`. */
  order?: 'relevance' | 'newest' | undefined;
  /** What `sqlite({ extract })` read the text of files with. Default: hits in such files are refused if there is an archive. */
  extract?: ExtractText | undefined;
  /** Is called once, before every text is read because the index cannot narrow the question. */
  onScan?: (() => void) | undefined;
  /** Ends the search. */
  signal?: AbortSignal | undefined;
}

/** Result of {@link searchArchive}. */
export interface SearchResult extends VerifiedHits {
  /** Number of hits without `limit` and `offset`. */
  readonly total: number;
  /** Whether every text was read, because the index could not narrow the question. */
  readonly scanned: boolean;
  /** Attachments of the database whose contents were not searched, and why. */
  readonly skipped: readonly SkippedFiles[];
}

/** Attachments of one type that were not searched. */
export interface SkippedFiles {
  /** MIME type; null if the service does not name it. */
  readonly mime_type: string | null;
  /**
   * `type`: it is not text, and there is no `extract` for it; `too_large`: over 8 MiB, or a million characters; `not_text`: it is not UTF-8;
   * `extract_failed`: `extract` has thrown; `no_archive`: the export saves no contents; `damaged`: the archive does not have the content as certified.
   */
  readonly problem: FileTextProblem;
  /** Number of files. */
  readonly files: number;
}

/** Documents of projects belong to no chat. */
const SKIPPED = `
  SELECT files.mime_type, content.problem, count(*) AS files FROM files JOIN file_texts AS content ON content.sha256 = files.sha256
  WHERE content.problem IS NOT NULL AND files.chat_id IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`;

const checks: Checks = {
  archive: withMethods('conversation', 'conversations'),
  users: must('an array of users', isTexts),
  projects: must('an array of projects', isTexts),
  from: must('a time, e.g. `2026-04-01T00:00:00Z`', isTime),
  to: must('a time, e.g. `2026-04-01T00:00:00Z`', isTime),
  limit: integerFromOne,
  offset: must('a whole number from 0', (value) => Number.isSafeInteger(value) && (value as number) >= 0),
  order: must('`relevance` or `newest`', (value) => value === 'relevance' || value === 'newest'),
  extract: isA('function'),
  onScan: isA('function'),
  signal: isA('object'),
};

/**
 * Searches the messages, the names and texts of their files and artifacts, and the titles of chats, in their newest state, offline.
 *
 * All words must occur, in any order; they are also found within longer words. Case, accents, invisible characters and the kind of spaces do not
 * matter. `"annual report"` is a phrase, `report*` the start of a word, `OR` connects two alternatives, `NOT` excludes what follows; other characters
 * have no special meaning. A hold on a text matches as the same text in quotation marks does.
 *
 * @param file - The database that the sink `sqlite` wrote.
 * @param text - 1 to 100 words, up to 4,000 characters.
 * @returns The hits. Each was compared with its digest, and with the archive if there is one.
 * @throws {ArchiveError} When the file is missing, damaged, or of another program or release.
 * @throws {ConfigError} When an option is invalid, or a user or project is unknown or ambiguous.
 */
export async function searchArchive(
  file: string,
  text: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const hits: SearchHit[] = [];
  const refused: RefusedHit[] = [];
  let counts: Omit<SearchResult, keyof VerifiedHits> = { total: 0, scanned: false, skipped: [] };
  for await (const page of searchPages(file, text, { limit: 50, ...options })) {
    hits.push(...page.hits);
    refused.push(...page.refused);
    const { total, scanned, skipped } = page;
    counts = { total, scanned, skipped };
  }
  return { hits, refused, ...counts };
}

/**
 * Searches like {@link searchArchive}, and returns the hits in pages while they are read, so that memory does not grow with their text. At least one
 * page is returned, which may be empty.
 *
 * @param file - The database that the sink `sqlite` wrote.
 * @param text - As in {@link searchArchive}.
 * @param options - As in {@link searchArchive}. `limit` is `Infinity` by default.
 * @throws {ArchiveError} When the file is missing, damaged, or of another program or release.
 * @throws {ConfigError} When an option is invalid, or a user or project is unknown or ambiguous.
 */
export async function* searchPages(
  file: string,
  text: string,
  options: SearchOptions = {},
): AsyncGenerator<SearchResult, void, undefined> {
  checkRecord('', options, checks);
  const query = parseTextQuery(text);
  const { archive, extract, onScan, signal, order = 'relevance', limit = Infinity, offset = 0 } = options;
  signal?.throwIfAborted();
  (await openForReading(file)).close();
  await using thread = new QueryThread(file, { timeoutMs: OPEN_TIMEOUT_MS, signal });
  try {
    const filters = await filtersOf(thread, options);
    const { matches, scanned } = await findMatches(thread, { query, filters, onScan });
    matches.sort(
      order === 'newest' ? newestFirst : (one, other) => other.score - one.score || newestFirst(one, other),
    );
    const wanted = matches.slice(offset, offset + limit);
    const skipped = await thread.all<SkippedFiles>(SKIPPED, {});
    const counts = { total: matches.length, scanned, skipped };
    const verifier = await HitVerifier.create({ archive, extract }, wanted);
    if (wanted.length === 0) yield { hits: [], refused: [], ...counts };
    for await (const page of readHits(thread, wanted, query))
      yield { ...(await verifier.verify(page)), ...counts };
  } catch (error) {
    signal?.throwIfAborted();
    throw databaseError(file, error);
  }
}

function newestFirst(one: Match, other: Match): number {
  return compare(other.created_at, one.created_at) || compare(one.id, other.id);
}

async function filtersOf(
  thread: QueryThread,
  { users, projects, from, to }: SearchOptions,
): Promise<SearchFilters> {
  const references = [
    ...(users ?? []).map((typed) => ({ kind: 'user' as const, typed })),
    ...(projects ?? []).map((typed) => ({ kind: 'project' as const, typed })),
  ];
  const resolved =
    references.length === 0 ? [] : await resolveReferences(databaseObjects(thread), references);
  const ids = resolved.map((resolution, index) => {
    const kind = references[index]?.kind ?? 'user';
    return requireResolved(resolution, { kind, path: `${kind}s` }).id;
  });
  const count = users?.length ?? 0;
  return {
    users: users === undefined ? null : JSON.stringify(ids.slice(0, count)),
    projects: projects === undefined ? null : JSON.stringify(ids.slice(count)),
    from: timeOf(from),
    to: timeOf(to),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTime(value: unknown): boolean {
  const isText = typeof value === 'string' || value instanceof Date;
  return isText && !Number.isNaN(new Date(value).getTime());
}

function timeOf(value: string | Date | undefined): string | null {
  return value === undefined ? null : time(typeof value === 'string' ? value : value.toISOString());
}

interface ObjectRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly digest: string;
}

const PARTS: readonly (readonly [KnownObject['kind'], string])[] = [
  ['user', 'SELECT id, full_name AS name, email, digest FROM users'],
  ['project', 'SELECT id, name, NULL AS email, digest FROM projects'],
  [
    'user',
    'SELECT user_id AS id, NULL AS name, user_email AS email, min(digest) AS digest FROM chat_revisions WHERE user_id IS NOT NULL GROUP BY user_id, user_email',
  ],
  [
    'project',
    'SELECT project_id AS id, NULL AS name, NULL AS email, min(digest) AS digest FROM chat_revisions WHERE project_id IS NOT NULL GROUP BY project_id',
  ],
];

/** Returns the people and projects that a database knows. Its chats also name those who left, and earlier addresses. */
function databaseObjects(thread: QueryThread): ObjectSource {
  return PARTS.map(
    ([kind, sql]) =>
      async function* (): AsyncGenerator<KnownObject, void, undefined> {
        for (const { id, name, email, digest } of await thread.all<ObjectRow>(sql, {}))
          yield { kind, id, names: [email, name].filter((one) => one !== null), record: digest };
      },
  );
}

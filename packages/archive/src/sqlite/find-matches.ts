import { folded } from '../text/fold.js';
import { indexQuery } from '../text/grams.js';
import { matchesFolded, occurrenceOf, type TextQuery } from '../text/text-query.js';
import { stoppable, type QueryThread } from './query-thread.js';

/** Parameters that restrict a search; null for no restriction. */
export interface SearchFilters {
  readonly [name: string]: string | null;
  /** JSON array of ids. */
  readonly users: string | null;
  /** JSON array of ids. */
  readonly projects: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What is searched: messages with the names of their files, titles of chats, and contents of files. */
export const HIT_KINDS = ['message', 'chat', 'file'] as const;

/** A kind of hit. */
export type HitKind = (typeof HIT_KINDS)[number];

/** A row whose text meets the query. */
export interface Match {
  readonly kind: HitKind;
  readonly row: number;
  readonly id: string;
  readonly created_at: string;
  readonly digest: string;
  readonly score: number;
}

/** A row that the index proposes. */
interface Candidate extends Omit<Match, 'kind' | 'score'> {
  readonly size: number;
}

/** Candidates per statement, and characters of text that are read at once. */
const PAGE = 20_000;
const BATCH_CHARACTERS = 1_000_000;

/**
 * Finds all rows that meet a query. The index proposes candidates, and the matcher decides on their text. Memory grows with the number of matches,
 * not with their text.
 */
export async function findMatches(
  thread: QueryThread,
  options: {
    readonly query: TextQuery;
    readonly filters: SearchFilters;
    readonly onScan: (() => void) | undefined;
  },
): Promise<{ readonly matches: Match[]; readonly scanned: boolean }> {
  const { query, filters, onScan } = options;
  const index = indexQuery(query);
  if (index === null) onScan?.();
  const matches: Match[] = [];
  for (const kind of HIT_KINDS)
    for await (const candidates of candidatesOf(thread, kind, { ...filters, index }))
      for (const batch of batchesOf(candidates))
        matches.push(...(await matchesIn(thread, kind, { batch, query })));
  return { matches, scanned: index === null };
}

async function* candidatesOf(
  thread: QueryThread,
  kind: HitKind,
  { index, ...filters }: SearchFilters & { readonly index: string | null },
): AsyncGenerator<readonly Candidate[], void, undefined> {
  const proposed =
    index === null
      ? `searched_${kind}s AS found WHERE true`
      : `${kind}s_index JOIN searched_${kind}s AS found ON found.index_row = ${kind}s_index.rowid WHERE ${kind}s_index MATCH :index`;
  const sql = `SELECT found.row, found.id, found.digest, coalesce(found.created_at, '') AS created_at, length(found.text) AS size
    FROM ${proposed} AND found.row > :after AND ${stoppable('found.row')}
    AND (:from IS NULL OR found.created_at >= :from) AND (:to IS NULL OR found.created_at < :to)
    AND (:users IS NULL OR found.user_id IN (SELECT value FROM json_each(:users)))
    AND (:projects IS NULL OR found.chat_id IN (
      SELECT id FROM chat_revisions WHERE current = 1 AND project_id IN (SELECT value FROM json_each(:projects))
    ))
    ORDER BY found.row LIMIT ${PAGE}`;
  let after = -1;
  for (;;) {
    const page = await thread.all<Candidate>(sql, {
      ...filters,
      after,
      ...(index === null ? {} : { index }),
    });
    if (page.length > 0) yield page;
    after = page.at(-1)?.row ?? after;
    if (page.length < PAGE) return;
  }
}

/** Groups candidates so that not much text is in memory at once. */
function* batchesOf(candidates: readonly Candidate[]): Generator<readonly Candidate[], void, undefined> {
  let batch: Candidate[] = [];
  let size = 0;
  for (const candidate of candidates) {
    if (batch.length > 0 && size + candidate.size > BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(candidate);
    size += candidate.size;
  }
  if (batch.length > 0) yield batch;
}

async function matchesIn(
  thread: QueryThread,
  kind: HitKind,
  { batch, query }: { readonly batch: readonly Candidate[]; readonly query: TextQuery },
): Promise<readonly Match[]> {
  const rows = await thread.all<{ readonly row: number; readonly text: string }>(
    `SELECT row, text FROM searched_${kind}s WHERE row IN (SELECT value FROM json_each(:rows))`,
    { rows: JSON.stringify(batch.map(({ row }) => row)) },
  );
  const texts = new Map(rows.map(({ row, text }) => [row, folded(text)]));
  return batch.flatMap(({ row, id, digest, created_at }) => {
    const text = texts.get(row);
    if (text === undefined || !matchesFolded(query, text)) return [];
    return [{ kind, row, id, digest, created_at, score: scoreOf(query, text) }];
  });
}

const COUNTED = 100;

/** How often the text occurs, for its length. */
function scoreOf(query: TextQuery, text: string): number {
  let occurrences = 0;
  for (const term of query.flatMap(({ isNegated, terms }) => (isNegated ? [] : terms))) {
    let at = occurrenceOf(term, text, 0);
    for (let count = 0; at !== -1 && count < COUNTED; count += 1) {
      occurrences += 1;
      at = occurrenceOf(term, text, at + term.text.length);
    }
  }
  return occurrences / Math.sqrt(text.length + 100);
}

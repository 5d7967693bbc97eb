/** Pages of reports: consecutive time buckets. */
import type { ReportPage, ReportParams } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { hashText } from '../world/random.js';

/** Length of a bucket, and buckets per page if the request does not set a limit. */
interface Width {
  readonly ms: number;
  readonly defaultLimit: number;
}

const DAY: Width = { ms: 86_400_000, defaultLimit: 7 };
const WIDTHS: ReadonlyMap<string, Width> = new Map([
  ['1d', DAY],
  ['1h', { ms: 3_600_000, defaultLimit: 24 }],
  ['1m', { ms: 60_000, defaultLimit: 60 }],
]);

/** Query of a report, reduced to what its pages depend on. */
interface ReportQuery extends ReportParams {
  readonly bucket_width?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Returns a page of a report.
 *
 * @param call - Call with the period, the page and the limit in its query.
 * @param resultsOf - Returns the results of a bucket, from its start to its end in milliseconds.
 * @throws {Refusal} 400 for an empty period, or a cursor of another report.
 */
export function reportPage<Result>(
  call: AnyCall,
  resultsOf: (start: number, end: number) => Result[],
): ReportPage<{ starting_at: string; ending_at: string; results: Result[] }> {
  const query = call.query as ReportQuery;
  const { ms, defaultLimit } = WIDTHS.get(query.bucket_width ?? '1d') ?? DAY;
  const start = floor(Date.parse(query.starting_at), ms);
  const end = query.ending_at === undefined ? call.world.clock.now() + 1 : Date.parse(query.ending_at);
  if (query.ending_at !== undefined && end <= Date.parse(query.starting_at))
    throw badRequest('USE-006', 'ending_at', 'must be after starting_at');
  const stamp = stampOf(call);
  const first = query.page === undefined ? start : readCursor(query.page, stamp);
  const data = [];
  let at = first;
  for (; at < end && data.length < (query.limit ?? defaultLimit); at += ms)
    data.push({
      starting_at: new Date(at).toISOString(),
      ending_at: new Date(at + ms).toISOString(),
      results: resultsOf(at, at + ms),
    });
  const hasMore = at < end;
  return { data, has_more: hasMore, next_page: hasMore ? writeCursor(at, stamp) : null };
}

function floor(time: number, ms: number): number {
  return Math.floor(time / ms) * ms;
}

/** Binds a cursor to its world and report. The page size may change between pages. */
function stampOf({ operation, query, world }: AnyCall): number {
  const { page: _, limit: _limit, ...filters } = query as ReportQuery;
  return hashText(JSON.stringify([world.name, operation.id, filters]));
}

function writeCursor(at: number, stamp: number): string {
  return `page_${Buffer.from(JSON.stringify([at, stamp])).toString('base64url')}`;
}

function readCursor(cursor: string, stamp: number): number {
  try {
    const text = Buffer.from(cursor.slice('page_'.length), 'base64url').toString();
    const [at, written] = JSON.parse(text) as [number, number];
    if (written === stamp && writeCursor(at, stamp) === cursor) return at;
  } catch {
    // Not a cursor of the emulator, rejected below.
  }
  throw badRequest('GEN-009', 'page', 'is not a valid cursor for this report');
}

/**
 * The two paging families. A cursor stands for a place in the order, not for a record, so that a walk goes on
 * correctly while records are added and removed.
 */
import type { CursorPage, IdPage } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { hashText } from '../world/random.js';
import type { Collection, Entry } from '../world/store.js';

/** Which records a list gives, and in which order. */
export interface ListSpec<T, Item> {
  /** The records. */
  readonly from: Pick<Collection<T>, 'entries' | 'place'>;
  /** `desc` (newest first) or `asc`. Default `desc`. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** What to order by. Default: the order of creation. */
  readonly by?: ((record: T) => string | number) | undefined;
  /** Name of what it is ordered by, where the caller chooses: a cursor is good for one order only. */
  readonly byName?: string | undefined;
  /** How records that `by` does not tell apart are ordered. Default `creation`. */
  readonly ties?: 'creation' | 'id' | undefined;
  /** Whether a record is listed. Default: all are. */
  readonly where?: ((record: T) => boolean) | undefined;
  /** What is shown of a record. */
  readonly show: (record: T) => Item;
  /** What the cursors of an id page are: the ids of the items, or opaque text. Default `ids`. */
  readonly cursors?: 'ids' | 'opaque' | undefined;
  /** Page size where the request names none. Default 20. */
  readonly defaultLimit?: number | undefined;
}

/** Where a page stands: what a record was ordered by, and what tells it from others with the same. */
type Place = readonly [by: string | number, tie: string | number];

interface CursorQuery {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

interface IdQuery {
  readonly after_id?: string | undefined;
  readonly before_id?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Answers a list of the cursor family: `page` and `next_page`.
 *
 * @param call - The call; its query has `page` and `limit`.
 * @param spec - See {@link ListSpec}.
 * @throws {Refusal} 400 for a cursor of another list, world or order.
 */
export function cursorPage<T, Item>(call: AnyCall, spec: ListSpec<T, Item>): CursorPage<Item> {
  const query = call.query as CursorQuery;
  const limit = query.limit ?? spec.defaultLimit ?? 20;
  const sorted = sort(spec);
  const stamp = stampOf(call, spec);
  const start = query.page === undefined ? 0 : indexAfter(sorted, readCursor(query.page, stamp), spec);
  const shown = sorted.slice(start, start + limit);
  const last = shown.at(-1);
  const hasMore = last !== undefined && start + limit < sorted.length;
  return {
    data: shown.map((entry) => spec.show(entry.record)),
    next_page: hasMore ? writeCursor(placeOf(last, spec), stamp) : null,
  };
}

/**
 * Answers a list of the id family: `after_id`, `before_id`, `first_id`, `last_id`, `has_more`.
 *
 * @param call - The call; its query has `after_id`, `before_id` and `limit`.
 * @param spec - See {@link ListSpec}.
 * @throws {Refusal} 400 for both ids at once, or one that was never in the list.
 */
export function idPage<T, Item>(call: AnyCall, spec: ListSpec<T, Item>): IdPage<Item> {
  const query = call.query as IdQuery;
  const limit = query.limit ?? spec.defaultLimit ?? 20;
  if (query.after_id !== undefined && query.before_id !== undefined) {
    throw badRequest('GEN-016', 'before_id', 'cannot be given together with after_id');
  }
  const sorted = sort(spec);
  const cursors = cursorsOf(call, spec);
  const [start, end, hasMore] = window(sorted, query, { limit, spec, cursors });
  const shown = sorted.slice(start, end);
  return {
    data: shown.map((entry) => spec.show(entry.record)),
    has_more: hasMore,
    first_id: cursors.write(shown[0]),
    last_id: cursors.write(shown.at(-1)),
  };
}

/** How an id page writes and reads its cursors. */
interface Cursors<T> {
  write(entry: Entry<T> | undefined): string | null;
  read(cursor: string, parameter: string): Place;
}

function cursorsOf<T>(call: AnyCall, spec: AnySpec<T>): Cursors<T> {
  if (spec.cursors !== 'opaque') {
    return { write: (entry) => entry?.id ?? null, read: (id, parameter) => placeOfId(id, parameter, spec) };
  }
  const stamp = stampOf(call, spec);
  return {
    write: (entry) => (entry === undefined ? null : writeCursor(placeOf(entry, spec), stamp)),
    read: (cursor, parameter) => readCursor(cursor, stamp, parameter),
  };
}

function window<T>(
  sorted: readonly Entry<T>[],
  query: IdQuery,
  {
    limit,
    spec,
    cursors,
  }: { readonly limit: number; readonly spec: AnySpec<T>; readonly cursors: Cursors<T> },
): readonly [start: number, end: number, hasMore: boolean] {
  if (query.before_id !== undefined) {
    const end = indexAfter(sorted, cursors.read(query.before_id, 'before_id'), spec, 'at');
    const start = Math.max(0, end - limit);
    return [start, end, start > 0];
  }
  const start =
    query.after_id === undefined ? 0 : indexAfter(sorted, cursors.read(query.after_id, 'after_id'), spec);
  return [start, start + limit, start + limit < sorted.length];
}

type AnySpec<T> = Omit<ListSpec<T, unknown>, 'show' | 'defaultLimit'>;

function sort<T>(spec: AnySpec<T>): readonly Entry<T>[] {
  const { where, by } = spec;
  const entries = spec.from.entries();
  const listed = where === undefined ? entries.slice() : entries.filter((entry) => where(entry.record));
  const ordered = by === undefined ? listed : orderBy(listed, spec);
  return (spec.order ?? 'desc') === 'desc' ? ordered.toReversed() : ordered;
}

/** Most lists are ordered as they are: looking first spares large ones the sorting of every page. */
function orderBy<T>(listed: readonly Entry<T>[], spec: AnySpec<T>): readonly Entry<T>[] {
  if (isOrdered(listed, spec)) return listed;
  const ranked = listed.map((entry) => ({ place: placeOf(entry, spec), entry }));
  return ranked.sort((left, right) => compare(left.place, right.place)).map(({ entry }) => entry);
}

function isOrdered<T>(listed: readonly Entry<T>[], spec: AnySpec<T>): boolean {
  let before: Entry<T> | undefined;
  for (const entry of listed) {
    if (before !== undefined) {
      const [left, right] = [spec.by?.(before.record) ?? 0, spec.by?.(entry.record) ?? 0];
      if (left > right || (left === right && compare(placeOf(before, spec), placeOf(entry, spec)) > 0))
        return false;
    }
    before = entry;
  }
  return true;
}

function placeOf<T>(entry: Entry<T>, spec: AnySpec<T>): Place {
  return [spec.by?.(entry.record) ?? 0, spec.ties === 'id' ? entry.id : entry.sequence];
}

function compare(left: Place, right: Place): number {
  if (left[0] !== right[0]) return left[0] < right[0] ? -1 : 1;
  return left[1] === right[1] ? 0 : left[1] < right[1] ? -1 : 1;
}

/** Index of the first entry behind a place (or, with `at`, of the first that is not before it). */
function indexAfter<T>(sorted: readonly Entry<T>[], place: Place, spec: AnySpec<T>, side?: 'at'): number {
  const direction = (spec.order ?? 'desc') === 'desc' ? -1 : 1;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(placeOf(sorted[middle] as Entry<T>, spec), place) * direction;
    if (order < 0 || (order === 0 && side === undefined)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOfId<T>(id: string, parameter: string, spec: AnySpec<T>): Place {
  const entry = spec.from.place(id);
  if (entry === undefined) throw badRequest('GEN-009', parameter, 'is not a cursor of this list');
  return placeOf(entry, spec);
}

/** Binds a cursor to its list, so that one of another list, world or order is known as foreign. */
function stampOf<T>(call: AnyCall, spec: AnySpec<T>): string {
  const { operation, params, world } = call;
  const bound = [
    world.name,
    operation.id,
    ...Object.values(params),
    spec.order ?? 'desc',
    spec.by === undefined,
    spec.byName ?? '',
  ];
  return hashText(bound.join('\n')).toString(36);
}

function writeCursor(place: Place, stamp: string): string {
  const text = JSON.stringify([...place, stamp]);
  return `page_${Buffer.from(text).toString('base64url')}`;
}

function readCursor(cursor: string, stamp: string, parameter = 'page'): Place {
  try {
    const text = Buffer.from(cursor.slice('page_'.length), 'base64url').toString();
    const [by, tie, written] = JSON.parse(text) as [string | number, string | number, string];
    const place: Place = [by, tie];
    // Written again and compared: a cursor has one spelling only.
    if (written === stamp && writeCursor(place, stamp) === cursor) return place;
  } catch {
    // Not of our making; told below.
  }
  throw badRequest('GEN-009', parameter, 'is not a cursor of this list');
}

/**
 * The two kinds of paging. A cursor encodes a position in the sort order, not a record, so that paging stays correct
 * while records are added and removed.
 *
 * Rules: ADM-004, ADM-006, ADM-007, ADM-008, ADM-009, ADM-078, CMP-007, CMP-025, CMP-026, CMP-034, CMP-054,
 * CMP-055, CMP-056, GEN-010, MAG-014, MAG-015, MEM-021, MEM-023, MEM-024, RES-015, RES-017, VLT-013, VLT-017.
 */
import type { CursorPage, IdPage, SessionPage } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { hashText } from '../world/random.js';
import type { Collection, Entry } from '../world/store.js';

/** Records of a list and their order. */
export interface ListSpec<T, Item> {
  /** Records to list. */
  readonly from: Pick<Collection<T>, 'entries' | 'place'>;
  /** `desc` (newest first) or `asc`. Defaults to `desc`. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Sort key. Defaults to the order of creation. */
  readonly by?: ((record: T) => string | number) | undefined;
  /** Name of the sort key if the caller selects it. Cursors are valid for one sort key only. */
  readonly byName?: string | undefined;
  /** Order of records with equal sort keys. Defaults to `creation`. */
  readonly ties?: 'creation' | 'id' | undefined;
  /** Filter. Defaults to all records. */
  readonly where?: ((record: T) => boolean) | undefined;
  /** Converts a record to a list item. */
  readonly show: (record: T) => Item;
  /** Form of the cursors of an id page: item ids or opaque strings. Defaults to `ids`. */
  readonly cursors?: 'ids' | 'opaque' | undefined;
  /** Page size if the request does not set one. Defaults to 20. */
  readonly defaultLimit?: number | undefined;
}

/**
 * Returns the spec of a list of records that are not stored, in their order.
 *
 * @param records - All records. Their number and order must not change while a client reads the pages.
 */
export function computedList<T>(records: readonly T[]): ListSpec<T, T> {
  const entries = records.map((record, sequence): Entry<T> => ({ id: String(sequence), sequence, record }));
  const from = { entries: () => entries, place: (id: string) => entries[Number(id)] };
  return { from, order: 'asc', show: (record) => record };
}

/** Position in the sort order: sort key and tiebreaker. */
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
 * Returns a page of a list with `page` and `next_page`.
 *
 * @param call - Call with `page` and `limit` in its query.
 * @param spec - Records and order of the list.
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
 * Returns a page of a list with `page`, `next_page` and `prev_page`.
 *
 * @param call - Call with `page` and `limit` in its query.
 * @param spec - Records and order of the list.
 * @throws {Refusal} 400 for a cursor of another list, world or order.
 */
export function twoWayPage<T, Item>(
  call: AnyCall,
  spec: ListSpec<T, Item>,
): CursorPage<Item> & Pick<SessionPage, 'prev_page'> {
  const query = call.query as CursorQuery;
  const limit = query.limit ?? spec.defaultLimit ?? 20;
  const sorted = sort(spec);
  const stamp = stampOf(call, spec);
  const toPrevious = `${stamp}-previous`;
  const before = query.page === undefined ? undefined : placeIn(query.page, toPrevious);
  const asked = { [before === undefined ? 'after_id' : 'before_id']: query.page };
  const read = (cursor: string): Place => before ?? readCursor(cursor, stamp);
  const [start, end] = window(sorted, asked, { limit, spec, cursors: { read } });
  const shown = sorted.slice(start, end);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    data: shown.map((entry) => spec.show(entry.record)),
    next_page: last !== undefined && end < sorted.length ? writeCursor(placeOf(last, spec), stamp) : null,
    prev_page: first !== undefined && start > 0 ? writeCursor(placeOf(first, spec), toPrevious) : null,
  };
}

/**
 * Returns a page of a list with `after_id`, `before_id`, `first_id`, `last_id` and `has_more`.
 *
 * @param call - Call with `after_id`, `before_id` and `limit` in its query.
 * @param spec - Records and order of the list.
 * @throws {Refusal} 400 if both ids are set, or for an id that was never in the list.
 */
export function idPage<T, Item>(call: AnyCall, spec: ListSpec<T, Item>): IdPage<Item> {
  const query = call.query as IdQuery;
  const limit = query.limit ?? spec.defaultLimit ?? 20;
  if (query.after_id !== undefined && query.before_id !== undefined) {
    throw badRequest('GEN-016', 'before_id', 'cannot be combined with after_id');
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

/** Encoding of the cursors of an id page. */
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
  }: { readonly limit: number; readonly spec: AnySpec<T>; readonly cursors: Pick<Cursors<T>, 'read'> },
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

/** Checks the order first: most lists are already sorted, and sorting a large one for every page is slow. */
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

/** Returns the index of the first entry after a position, or with `at` of the first one at or after it. */
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
  if (entry === undefined) throw badRequest('GEN-009', parameter, 'is not a valid cursor for this list');
  return placeOf(entry, spec);
}

/** Returns a stamp that binds a cursor to its world, list and order. */
function stampOf<T>(call: AnyCall, spec: AnySpec<T>): string {
  const { operation, params, world } = call;
  const bound = [
    world.name,
    world.workspaceId,
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
  const place = placeIn(cursor, stamp);
  if (place === undefined) throw badRequest('GEN-009', parameter, 'is not a valid cursor for this list');
  return place;
}

/** Returns the position of a cursor; undefined unless it has the stamp. */
function placeIn(cursor: string, stamp: string): Place | undefined {
  try {
    const text = Buffer.from(cursor.slice('page_'.length), 'base64url').toString();
    const [by, tie, written] = JSON.parse(text) as [string | number, string | number, string];
    const place: Place = [by, tie];
    // Encode again and compare, so that each cursor has exactly one accepted form.
    if (written === stamp && writeCursor(place, stamp) === cursor) return place;
  } catch {
    // Not a cursor of the emulator.
  }
  return undefined;
}

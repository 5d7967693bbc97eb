/** Schemas of the two paging families. */
import { s } from './schema.js';
import type { CursorPage, IdPage } from './paging.js';
import { openObject, type Schema } from './schema.js';

/**
 * Makes the schema of an id page.
 *
 * @param item - Schema of the items.
 */
export function idPage<T>(item: Schema<T>): Schema<IdPage<T>> {
  const page = openObject<IdPage<unknown>>()({
    data: s.array(item as Schema<unknown>),
    has_more: s.boolean(),
    first_id: s.string().nullable(),
    last_id: s.string().nullable(),
  });
  return page as Schema<IdPage<T>>;
}

/**
 * Makes the schema of a cursor page.
 *
 * @param item - Schema of the items.
 */
export function cursorPage<T>(item: Schema<T>): Schema<CursorPage<T>> {
  const page = openObject<CursorPage<unknown>>()({
    data: s.array(item as Schema<unknown>),
    next_page: s.string().nullable(),
  });
  return page as Schema<CursorPage<T>>;
}

/**
 * Makes the schema of a page size.
 *
 * @param max - Largest size allowed.
 */
export function pageLimit(max: number): Schema<number> {
  return s.int().min(1).max(max);
}

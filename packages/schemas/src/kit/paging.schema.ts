/** Schemas of the two paging families. */
import * as z from 'zod';
import { mark } from './contract.js';
import type { CursorPage, IdPage } from './paging.js';
import { type ObjectSchema, openObject, type Schema } from './schema.js';

/**
 * Returns the schema of an id page.
 *
 * @param item - Schema of the items.
 * @param cursor - Schema of the two cursors. Default any string.
 */
export function idPage<T>(item: Schema<T>, cursor: Schema<string> = z.string()): ObjectSchema<IdPage<T>> {
  const page: ObjectSchema<IdPage<unknown>> = openObject({
    data: z.array(item as unknown as Schema<unknown>),
    has_more: z.boolean().nullish(),
    first_id: cursor.nullish(),
    last_id: cursor.nullish(),
  });
  return mark({ page: { of: item, typeName: 'IdPage' } }, page) as unknown as ObjectSchema<IdPage<T>>;
}

/**
 * Returns the schema of a cursor page.
 *
 * @param item - Schema of the items.
 */
export function cursorPage<T>(item: Schema<T>): ObjectSchema<CursorPage<T>> {
  const page: ObjectSchema<CursorPage<unknown>> = openObject({
    data: z.array(item as unknown as Schema<unknown>),
    next_page: z.string().nullish(),
  });
  return mark({ page: { of: item, typeName: 'CursorPage' } }, page) as unknown as ObjectSchema<CursorPage<T>>;
}

/**
 * Returns the schema of a page size.
 *
 * @param max - Maximum page size.
 */
export function pageLimit(max: number): z.ZodNumber {
  return z.int().min(1).max(max);
}

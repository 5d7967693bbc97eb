/** Schemas of prompt cache breakpoints. */
import * as z from 'zod';
import { object, type ObjectSchema, rule, type Schema } from '../kit/schema.js';
import type { Cacheable, CacheControl } from './cache-control.js';

/** Schema of {@link CacheControl}. */
export const CacheControlSchema: ObjectSchema<CacheControl> = object<CacheControl>()({
  type: rule('INF-116', z.literal('ephemeral')),
  ttl: rule('INF-117', z.enum(['5m', '1h'])).optional(),
});

/** Shape of {@link Cacheable}. */
export const cacheable: { readonly cache_control: Schema<Cacheable['cache_control']> } = {
  cache_control: rule({ type: 'INF-116' }, CacheControlSchema).nullish(),
};

/**
 * Adds the field `cache_control` to the schema of a block, for requests.
 *
 * @param schema - Object schema of the block.
 */
export function markable<T extends object>(schema: Schema<T>): Schema<T & Cacheable> {
  return (schema as unknown as z.ZodObject).extend(cacheable) as unknown as Schema<T & Cacheable>;
}

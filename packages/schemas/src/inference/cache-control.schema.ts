/** Schemas of prompt cache breakpoints. */
import { s } from '../kit/schema.js';
import { extended, object, rule, type Schema } from '../kit/schema.js';
import type { Cacheable, CacheControl } from './cache-control.js';

/** Schema of {@link CacheControl}. */
export const CacheControlSchema: Schema<CacheControl> = object<CacheControl>()({
  type: rule('INF-116', s.literal('ephemeral')),
  ttl: rule('INF-117', s.enum(['5m', '1h'])).optional(),
});

/** Shape of {@link Cacheable}. */
export const cacheable: { readonly cache_control: Schema<Cacheable['cache_control']> } = {
  cache_control: rule({ type: 'INF-116' }, CacheControlSchema).nullable().optional(),
};

/**
 * Makes the schema of a block that a request may mark as a cache breakpoint.
 *
 * @param schema - Schema of the block without it, an object schema.
 */
export function markable<T>(schema: Schema<T>): Schema<T & Cacheable> {
  return extended(schema, cacheable);
}

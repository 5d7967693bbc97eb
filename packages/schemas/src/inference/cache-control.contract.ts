/** Prompt cache breakpoints. */
import * as z from 'zod';
import { mark } from '../kit/contract.js';
import { object, type ObjectSchema, rule, type Schema } from '../kit/schema.js';
import type * as types from './cache-control.js';

/**
 * Cache breakpoint: the service caches the request up to and including the marked block.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const CacheControl: ObjectSchema<types.CacheControl> = object({
  type: rule('INF-116', z.literal('ephemeral')),
  /** Lifetime of the cache entry: 5 minutes or 1 hour. Default `5m`. */
  ttl: rule('INF-117', z.enum(['5m', '1h'])).optional(),
});

/** Field of every cacheable block and tool definition. */
export const Cacheable: ObjectSchema<types.Cacheable> = object({
  /** Sets a cache breakpoint after this block. A request can have at most 4. */
  cache_control: rule({ type: 'INF-116' }, CacheControl).nullish(),
});

/**
 * Adds the field `cache_control` to the schema of a block, for requests.
 *
 * @param block - Schema of the block.
 */
export function markable<T extends object>(block: ObjectSchema<T>): Schema<T & types.Cacheable> {
  const extended = (block as z.ZodObject).extend(Cacheable.shape);
  return mark({ typeOf: block, and: 'Cacheable' }, extended) as unknown as Schema<T & types.Cacheable>;
}

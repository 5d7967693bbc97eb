/** Metadata: your own key-value pairs on a record. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { characters, constrain, record } from '../kit/limits.schema.js';
import { rule, type Schema } from '../kit/schema.js';
import type * as types from './metadata.js';

const MAX_PAIRS = 16;

const MAX_KEY_CHARACTERS = 64;

const value: Schema<string> = rule({ type: 'MAG-011', value: 'MAG-010' }, characters({ max: 512 }));

/**
 * Your own key-value pairs on a record, for example its id in your system. At most 16 pairs; keys have at most 64
 * characters, values at most 512.
 *
 * @source managed-agents > Conventions
 */
export const Metadata: Schema<types.Metadata> = limited(record(value), {
  pairs: MAX_PAIRS,
});

/**
 * Changes to the metadata of a record: a string adds or updates a key, null deletes it, omitted keys are kept. The
 * limits of {@link Metadata} apply to the result.
 *
 * @source managed-agents > Sessions
 */
export const MetadataPatch: Schema<types.MetadataPatch> = limited(record(value.nullable()), {
  pairs: Number.POSITIVE_INFINITY,
});

/** Schema of metadata in responses. */
export const StoredMetadata: Schema<types.Metadata> = typed('Metadata', record(z.string()));

/**
 * Adds the limits on pairs and keys, and their rules, to the schema of a map.
 *
 * @param schema - Schema of the map.
 * @param limits - Maximum number of pairs.
 */
export function limited<S extends z.ZodType<object>>(schema: S, limits: { pairs: number }): S {
  const checked = constrain(schema, (map: object, report) => {
    const keys = Object.keys(map);
    if (keys.length > limits.pairs) report('MAG-008', `must have at most ${limits.pairs} pairs`);
    for (const key of keys) {
      if (key.length > MAX_KEY_CHARACTERS && Array.from(key).length > MAX_KEY_CHARACTERS)
        report('MAG-009', `must have keys of at most ${MAX_KEY_CHARACTERS} characters`);
    }
  });
  const described = checked.meta({
    ...(Number.isFinite(limits.pairs) && { maxProperties: limits.pairs }),
    propertyNames: { type: 'string', maxLength: MAX_KEY_CHARACTERS },
  });
  return rule({ type: 'MAG-011' }, described);
}

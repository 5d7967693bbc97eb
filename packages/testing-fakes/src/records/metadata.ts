/** Patches of `metadata`. */
import { badRequest } from '../engine/refusal.js';

/** A patch: a string inserts or updates, null deletes, a key left out is kept. */
export type MetadataPatch = Readonly<Record<string, string | null>>;

/** How a resource reads its patches. */
export interface MetadataRules {
  /** Whether the empty string deletes too. Default false: it is a value. */
  readonly emptyStringDeletes?: boolean | undefined;
  /** Most pairs after the patch. Default 16. */
  readonly maxPairs?: number | undefined;
  /** Rule that a result with more pairs breaks. Default `MAG-012`. */
  readonly rule?: string | undefined;
}

/**
 * Applies a patch.
 *
 * @param current - The stored pairs.
 * @param patch - The patch; undefined or null keeps everything.
 * @param rules - How the resource reads it.
 * @throws {Refusal} 400 when the result has too many pairs.
 */
export function patchMetadata(
  current: Readonly<Record<string, string>>,
  patch: MetadataPatch | null | undefined,
  rules: MetadataRules = {},
): Record<string, string> {
  const { emptyStringDeletes = false, maxPairs = 16, rule = 'MAG-012' } = rules;
  const pairs = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null || (value === '' && emptyStringDeletes)) pairs.delete(key);
    else pairs.set(key, value);
  }
  if (pairs.size > maxPairs) {
    throw badRequest(
      rule,
      'metadata',
      `must have at most ${maxPairs} pairs after the update, it would have ${pairs.size}`,
    );
  }
  // Not by assignment: `__proto__` is a key like any other.
  return Object.fromEntries(pairs);
}

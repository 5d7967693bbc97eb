/**
 * Patches of `metadata`.
 *
 * Rules: MEM-027, UPR-018, UPR-019, VLT-020.
 */
import { badRequest } from '../engine/refusal.js';

/** A patch. A string sets a key, null deletes it, and omitted keys are kept. */
export type MetadataPatch = Readonly<Record<string, string | null>>;

/** Patch semantics of a resource. */
export interface MetadataRules {
  /** Whether an empty string deletes the key as well. Defaults to false. */
  readonly emptyStringDeletes?: boolean | undefined;
  /** Maximum number of pairs after the patch. Defaults to 16. */
  readonly maxPairs?: number | undefined;
  /** Rule that a result with more pairs violates. Defaults to `MAG-012`. */
  readonly rule?: string | undefined;
}

/**
 * Applies a metadata patch.
 *
 * @param current - Stored pairs.
 * @param patch - Patch to apply; undefined or null keeps all pairs.
 * @param rules - Patch semantics of the resource.
 * @throws {Refusal} 400 if the result has too many pairs.
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
      `must have at most ${maxPairs} pairs after the update, but would have ${pairs.size}`,
    );
  }
  // Not by assignment, because `__proto__` is an ordinary key here.
  return Object.fromEntries(pairs);
}

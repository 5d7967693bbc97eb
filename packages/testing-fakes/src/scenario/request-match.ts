/** Conditions on requests, for faults and for the triggers of changes. */
import { nearestKey } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';

/** Selects requests. A request must match every field that is set. */
export interface RequestMatch {
  /** Path without the query. A trailing `*` matches any suffix. */
  readonly path?: string | undefined;
  /** HTTP method: `GET`, `POST` or `DELETE`. */
  readonly method?: string | undefined;
  /** Operation id, for example `messages.create`. */
  readonly operation?: string | undefined;
  /** Text that the body contains. */
  readonly body_contains?: string | undefined;
}

/** Selects requests, or single requests of batches. */
export interface FaultMatch extends RequestMatch {
  /**
   * `custom_id` of a request of a batch; a trailing `*` matches any suffix. The fault then applies to requests of batches when they are
   * processed, whose result becomes `errored`. It requires `status` from 400, and no other effects.
   */
  readonly custom_id?: string | undefined;
}

const text = z.string().min(1);

/**
 * Returns the schemas of the fields of {@link RequestMatch}.
 *
 * @param operationIds - Ids that `operation` may have.
 */
export function requestMatchFields(operationIds: readonly string[]): Fields<RequestMatch> {
  const operation = oneOf(operationIds, { what: 'the id of an operation' });
  return {
    path: text.optional(),
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    operation: operation.optional(),
    body_contains: text.optional(),
  };
}

/**
 * Returns the schema of a name, whose message suggests the nearest one.
 *
 * @param names - Allowed names.
 * @param options - What the names are, for example `the id of an operation`, and a pattern of others that are allowed too.
 */
export function oneOf(
  names: readonly string[],
  { what, pattern }: { readonly what: string; readonly pattern?: RegExp },
): z.ZodString {
  return text.superRefine((name, context) => {
    if (names.includes(name) || pattern?.test(name) === true) return;
    context.addIssue(`must be ${what}${hintFor(name, names)}`);
  });
}

/** Returns the part of a message that suggests the nearest name; empty if none is similar. */
export function hintFor(name: string, names: readonly string[]): string {
  const nearest = nearestKey(name.slice(0, 100), names);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
}

/**
 * Returns the schema of {@link FaultMatch}.
 *
 * @param operationIds - Ids that `operation` may have.
 */
export function faultMatchSchema(operationIds: readonly string[]): z.ZodType<FaultMatch> {
  return z.strictObject({ ...requestMatchFields(operationIds), custom_id: text.optional() });
}

/** Limits that zod does not have: lengths in characters, RFC 3339 times, rules over several fields. */
import * as z from 'zod';
import { isRfc3339 } from './rfc3339.js';
import type { UploadContent } from './upload.js';

/** Smallest and largest length of a string, both inclusive. */
export interface CharacterBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * A string whose length is counted in characters (Unicode code points), not in UTF-16 units.
 *
 * @param bounds - Smallest and largest length; an absent bound is not checked.
 */
export function characters({ min = 0, max = Number.POSITIVE_INFINITY }: CharacterBounds): z.ZodString {
  return z
    .string()
    .check(({ value: input, issues }) => {
      if (!hasMoreCharacters(input, min - 1)) {
        issues.push({
          code: 'too_small',
          origin: 'string',
          minimum: min,
          inclusive: true,
          input,
          continue: true,
        });
      } else if (hasMoreCharacters(input, max)) {
        issues.push({
          code: 'too_big',
          origin: 'string',
          maximum: max,
          inclusive: true,
          input,
          continue: true,
        });
      }
    })
    .meta({ ...(min > 0 && { minLength: min }), ...(Number.isFinite(max) && { maxLength: max }) });
}

/** Counts code points only where the number of UTF-16 units leaves the result open. */
function hasMoreCharacters(value: string, bound: number): boolean {
  if (bound < 0) return true;
  if (value.length <= bound) return false;
  if (value.length > 2 * bound) return true;
  let count = 0;
  for (const _ of value) if (++count > bound) return true;
  return false;
}

/** An RFC 3339 time. Unlike `z.iso.datetime()` it allows lower case and leap seconds, and requires seconds. */
export const timestamp: z.ZodType<string, string> = z.stringFormat('date-time', isRfc3339);

/** The content of an upload. */
export const uploadContent: z.ZodType<UploadContent, UploadContent> = z.custom<UploadContent>(
  (value) =>
    value instanceof Uint8Array ||
    value instanceof Blob ||
    value instanceof ReadableStream ||
    (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
  'must be bytes, a Blob or a stream',
);

/**
 * A record whose keys are data. zod skips an own key `__proto__`, which JSON can contain; here its value is checked too.
 *
 * @param value - Schema of the values.
 */
export function record<T>(value: z.ZodType<T, T>): z.ZodType<Record<string, T>, Record<string, T>> {
  const guarded = z.unknown().check(({ value: input, issues }) => {
    if (typeof input !== 'object' || input === null || !Object.hasOwn(input, PROTO)) return;
    const found = value.safeParse((input as Readonly<Record<string, unknown>>)[PROTO], { reportInput: true });
    for (const { message: _, path, ...issue } of found.error?.issues ?? []) {
      issues.push({ ...issue, path: [PROTO, ...path] } as z.core.$ZodRawIssue);
    }
  });
  return guarded.pipe(z.record(z.string(), value)) as z.ZodType<Record<string, T>, Record<string, T>>;
}

const PROTO = '__proto__';

/**
 * Reports that a value breaks a rule.
 *
 * @param rule - Id of the rule; undefined takes the one named by the schema around it.
 * @param message - What is allowed. It names the limit, never the value.
 * @param path - Path of the field, relative to the value that is refined.
 */
export type Report = (rule: string | undefined, message: string, path?: readonly (string | number)[]) => void;

/**
 * Adds a refinement over several fields. It runs only when every field is valid by itself.
 *
 * @param schema - The schema. A copy is returned.
 * @param refinement - Reports every problem of the value.
 */
export function constrain<S extends z.ZodType>(
  schema: S,
  refinement: (value: S['_zod']['output'], report: Report) => void,
): S {
  return schema.check(({ value, issues }) => {
    if (issues.length > 0) return;
    refinement(value as S['_zod']['output'], (rule, message, path = []) => {
      issues.push({
        code: 'custom',
        rule,
        message,
        path: [...path],
        input: valueAt(value, path),
        continue: true,
      });
    });
  });
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    value,
  );
}

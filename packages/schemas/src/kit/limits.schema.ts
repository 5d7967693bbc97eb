/** Constraints that zod lacks: lengths in characters, RFC 3339 times, rules that involve several fields. */
import * as z from 'zod';
import { isRfc3339 } from './rfc3339.js';
import { object, type ObjectSchema } from './schema.js';
import type { UploadContent, UploadFile } from './upload.js';

/** Minimum and maximum length of a string, inclusive. */
export interface CharacterBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * Returns the schema of a string with a length in characters (Unicode code points) instead of UTF-16 units.
 *
 * @param bounds - Minimum and maximum length. An omitted bound is not checked.
 */
export function characters({ min = 0, max = Number.POSITIVE_INFINITY }: CharacterBounds): z.ZodString {
  return z
    .string()
    .check(({ value: input, issues }) => {
      const bound = { origin: 'string', inclusive: true, input, continue: true } as const;
      if (!hasMoreCharacters(input, min - 1)) issues.push({ code: 'too_small', minimum: min, ...bound });
      else if (hasMoreCharacters(input, max)) issues.push({ code: 'too_big', maximum: max, ...bound });
    })
    .meta({ ...(min > 0 && { minLength: min }), ...(Number.isFinite(max) && { maxLength: max }) });
}

/** Counts code points only if the number of UTF-16 units is not conclusive. */
function hasMoreCharacters(value: string, bound: number): boolean {
  if (bound < 0) return true;
  if (value.length <= bound) return false;
  if (value.length > 2 * bound) return true;
  let count = 0;
  for (const _ of value) if (++count > bound) return true;
  return false;
}

/** An RFC 3339 time. Unlike `z.iso.datetime()`, it allows lower case and leap seconds and requires seconds. */
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

/** A file to upload. */
export const UploadFileSchema: ObjectSchema<UploadFile> = object({
  filename: characters({ min: 1, max: 255 }),
  contentType: z.string().optional(),
  data: uploadContent,
});

/**
 * Returns the schema of a record with arbitrary keys. Unlike zod's own, it also validates the value of a key named
 * `__proto__`, which JSON can contain.
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
 * Reports that a value violates a rule.
 *
 * @param rule - Id of the rule; undefined uses that of the surrounding schema.
 * @param message - What is allowed. Must not contain the value.
 * @param path - Path of the field, relative to the refined value.
 */
export type Report = (rule: string | undefined, message: string, path?: readonly (string | number)[]) => void;

/**
 * Adds a refinement that involves several fields. It runs only if every field is valid on its own.
 *
 * @param schema - The schema. A copy is returned.
 * @param refinement - Reports all issues of the value.
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

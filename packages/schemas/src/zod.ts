/**
 * Entry `@parlance/schemas/zod`: the contract's schemas for programs that are built on zod. It is the one entry that loads
 * zod, an optional peer.
 */
import { z } from 'zod';
import { checkShape } from './kit/check-shape.js';
import type { Schema } from './kit/schema.js';

/**
 * Makes a zod schema that accepts exactly what a schema of the contract accepts, and gives the value back as it is. It
 * can be a part of other zod schemas. Each issue is a custom one, with the contract's message, and in `params` the `rule`,
 * the `kind` of the value found and the `code` of the difference.
 *
 * @typeParam T - Type of the values.
 * @param schema - A schema, for example `schemas['messages.create'].body`.
 */
export function toZod<T>(schema: Schema<T>): z.ZodType<T, T> {
  const checked = z.unknown().check((context) => {
    for (const { keys, message, ...params } of checkShape(schema.shape, context.value)) {
      context.issues.push({ code: 'custom', message, path: [...keys], params, input: context.value });
    }
  });
  return checked as unknown as z.ZodType<T, T>;
}

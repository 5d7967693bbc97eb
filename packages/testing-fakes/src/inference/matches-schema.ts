/** Checks tool inputs against JSON Schema. */
import { Validator, type Schema } from '@cfworker/json-schema';
import { badRequest } from '../engine/refusal.js';
import { withinDeadline } from '../patterns/within-deadline.js';

/**
 * Checks whether a value matches a JSON Schema (draft 2020-12).
 *
 * @param schema - The schema.
 * @param value - The value, JSON.
 * @param path - Path of the schema in the request, for error messages.
 * @throws {Refusal} 400 for a schema that cannot be checked: a `$ref` without target or without end, a `pattern` that is
 * not a regular expression, or anything that takes longer than 100 ms.
 */
export function matchesSchema(schema: object, value: unknown, path: string): boolean {
  try {
    // The validator adds properties to the schema.
    return withinDeadline(
      () => new Validator(structuredClone(schema) as Schema, '2020-12').validate(value).valid,
    );
  } catch (error) {
    throw badRequest('INF-214', path, `cannot be checked: ${describe(error as Error)}`);
  }
}

function describe(error: Error): string {
  if (error instanceof RangeError) return 'it is nested too deeply, or refers to itself without end';
  if (error instanceof TypeError) return 'it is not valid JSON Schema';
  // The library's message about a reference lists every place that it could refer to.
  return error.message.split(/ {2}|\n/, 1)[0] as string;
}

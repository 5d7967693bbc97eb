/** Validation of tool inputs against JSON Schema. */
import { Validator, type Schema } from '@cfworker/json-schema';
import { badRequest } from '../engine/refusal.js';
import { withinDeadline } from '../patterns/within-deadline.js';

/**
 * Returns whether a JSON value matches a JSON Schema (draft 2020-12).
 *
 * @param schema - Schema to match.
 * @param value - JSON value to validate.
 * @param path - Path of the schema in the request, for the error message.
 * @throws {Refusal} 400 for a schema that cannot be evaluated: a `$ref` that is unresolved or infinitely recursive, an
 * invalid `pattern`, or a validation that takes longer than 250 ms.
 */
export function matchesSchema(schema: object, value: unknown, path: string): boolean {
  try {
    // Clone the schema, because the validator adds properties to it.
    return withinDeadline(
      () => new Validator(structuredClone(schema) as Schema, '2020-12').validate(value).valid,
    );
  } catch (error) {
    throw badRequest('INF-214', path, `cannot be evaluated: ${describe(error as Error)}`);
  }
}

function describe(error: Error): string {
  if (error instanceof RangeError) return 'it is nested too deeply or infinitely recursive';
  if (error instanceof TypeError) return 'it is not valid JSON Schema';
  // For an unresolved reference the library appends a list of all known references.
  return error.message.split(/ {2}|\n/, 1)[0] as string;
}

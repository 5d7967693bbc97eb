/** Check of the fields that divergences name. It needs the schemas of the responses, which are loaded when they are used. */
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import { nearestKey } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type { ResponseChange } from './divergence.js';

const ROOTS = ['body', 'change', 'contract', 'events', 'headers', 'response'];

/**
 * Returns what is wrong with the path of a difference, with the nearest name: the emulator sends a field that the contract does not have.
 * Undefined if the contract has the field, or only the deployment sends it.
 *
 * @param change - The difference.
 * @param schemas - Schemas of the operation; undefined for a path that the contract does not know.
 */
export function fieldProblem(
  { path, expected }: ResponseChange,
  schemas: OperationSchemas | undefined,
): string | undefined {
  const [root = '', ...keys] = path.split('.');
  const unknown = ROOTS.includes(root)
    ? expected !== undefined && root === 'body' && schemas?.response !== undefined
      ? unknownKey(schemas.response, keys)
      : undefined
    : { key: root, known: ROOTS };
  if (unknown === undefined) return undefined;
  const nearest = nearestKey(unknown.key, unknown.known);
  return `${path}: ${nearest === undefined ? `"${unknown.key}" is not a field` : `did you mean "${nearest}"?`}`;
}

interface UnknownKey {
  readonly key: string;
  readonly known: readonly string[];
}

/** Returns the first key that a schema does not have. Schemas of other kinds than objects, lists and unions accept any key. */
function unknownKey(schema: z.core.$ZodType, keys: readonly string[]): UnknownKey | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return undefined;
  if (schema instanceof z.ZodArray) return unknownKey(schema.element, rest);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return unknownKey(schema.unwrap(), keys);
  if (schema instanceof z.ZodUnion) {
    const found = schema.options.map((option) => unknownKey(option, keys));
    return found.includes(undefined) ? undefined : found[0];
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const member = (schema.shape as z.core.$ZodShape)[key];
  return member === undefined ? { key, known: Object.keys(schema.shape) } : unknownKey(member, rest);
}

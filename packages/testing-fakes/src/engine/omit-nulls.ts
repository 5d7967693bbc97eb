/** Omits null members from responses, as many services do. */
import * as z from 'zod';
import { isObject } from '../input/json.js';

/** Member of every citation. */
const CITED = 'cited_text';

/**
 * Copies a response or an event without its optional members that are null. Other nulls, such as those in the input of a
 * tool, are data and preserved.
 *
 * @param schema - Schema of the value.
 * @param value - Value that the schema accepts. Not modified.
 */
export function omitNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return omitNulls(def.innerType, value);
    case 'pipe':
      return omitNulls(def.out, value);
    case 'intersection':
      return omitNulls(def.right, omitNulls(def.left, value));
    case 'union':
      return omitInUnion(def.options, value);
    case 'array':
      return Array.isArray(value) ? value.map((item) => omitNulls(def.element, item)) : value;
    case 'record':
      return isObject(value) ? mapMembers(value, (_, member) => omitNulls(def.valueType, member)) : value;
    case 'object':
      return isObject(value) ? omitMembers(def.shape, value) : value;
    default:
      return value;
  }
}

function omitInUnion(options: readonly z.core.$ZodType[], value: unknown): unknown {
  const option = options.find((candidate) => z.safeParse(candidate, value).success);
  return option === undefined ? value : omitNulls(option, value);
}

function omitMembers(shape: z.core.$ZodShape, value: Readonly<Record<string, unknown>>): unknown {
  // Citations are sent back in later requests, where all of their members are required.
  if (Object.hasOwn(shape, CITED)) return value;
  return mapMembers(value, (name, member) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) return member;
    return member === null && schema._zod.optin === 'optional' ? undefined : omitNulls(schema, member);
  });
}

/** Copies an object member by member, omitting members that become undefined. */
function mapMembers(
  value: Readonly<Record<string, unknown>>,
  change: (name: string, member: unknown) => unknown,
): Record<string, unknown> {
  const members = Object.entries(value).map(([name, member]) => [name, change(name, member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

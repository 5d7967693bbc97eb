/** Sample values for JSON Schemas: inputs of forced tool calls and structured output. */
import { isObject, type JsonObject } from '../input/json.js';
import { DeadlineError, withinDeadline } from '../patterns/within-deadline.js';
import { sampleNumber } from './sample-number.js';
import { resolveSchema } from './resolve-schema.js';
import { sampleString } from './sample-string.js';

/** Maximum nesting of a sample. */
const MAX_DEPTH = 24;
/** Maximum nesting of a sample of a schema whose full sample takes too long. */
const SHALLOW_DEPTH = 3;
/** Maximum number of elements of a sampled array. */
const MAX_ELEMENTS = 1000;

/** Position within a sample. */
interface Place {
  /** Outermost schema, which references are resolved in. */
  readonly root: unknown;
  /** Levels that are left. */
  readonly depth: number;
  /** Number of the element in an array of unique elements, from 0. */
  readonly variant: number;
  /** Whether to match patterns. */
  readonly hasPatterns: boolean;
}

/**
 * Creates a small value for a JSON Schema: the required properties, each with its default, first allowed or simplest
 * value. Bounds, formats, patterns and tuples are respected, including bounds that a description lists as
 * `(minimum: 1, pattern: "^a")`, which is how clients send the keywords that the service does not enforce.
 *
 * @param schema - JSON Schema, draft 2020-12.
 */
export function sampleValue(schema: unknown): unknown {
  const place = { root: schema, depth: MAX_DEPTH, variant: 0, hasPatterns: true };
  return (
    inTime(() => sample(schema, place)) ??
    inTime(() => sample(schema, { ...place, depth: SHALLOW_DEPTH, hasPatterns: false })) ??
    null
  );
}

/** Returns undefined for a schema that takes too long: slow patterns, or references that multiply. */
function inTime(run: () => unknown): unknown {
  try {
    return withinDeadline(run);
  } catch (error) {
    if (error instanceof DeadlineError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Creates a small input for the JSON Schema of a tool. Always an object. */
export function sampleInput(schema: unknown): Readonly<Record<string, unknown>> {
  const value = sampleValue(schema);
  return isObject(value) ? value : {};
}

function sample(written: unknown, place: Place): unknown {
  if (!isObject(written) || place.depth <= 0) return null;
  const schema = resolveSchema(written, place.root);
  if ('const' in schema) return schema.const;
  if ('default' in schema && place.variant === 0) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[place.variant % schema.enum.length] as unknown;
  const branches = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list) && list.length > 0);
  if (branches !== undefined) return sampleBranch(schema, branches as readonly unknown[], place);
  switch (typeOf(schema)) {
    case 'string':
      return sampleString(place.hasPatterns ? schema : { ...schema, pattern: undefined }, place.variant);
    case 'integer':
      return sampleNumber(schema, { variant: place.variant, isInteger: true });
    case 'number':
      return sampleNumber(schema, { variant: place.variant, isInteger: false });
    case 'boolean':
      return place.variant % 2 === 0;
    case 'null':
      return null;
    case 'array':
      return sampleArray(schema, place);
    default:
      return sampleObject(schema, place);
  }
}

/** Samples the first branch. Deep in a recursive schema, a branch that ends the recursion is preferred. */
function sampleBranch(schema: JsonObject, branches: readonly unknown[], place: Place): unknown {
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
  const last = branches.find((branch) => isObject(branch) && branch.type === 'null');
  const branch = place.depth < MAX_DEPTH / 2 ? (last ?? branches[0]) : branches[0];
  if (!isObject(branch)) return sample({ ...rest, type: rest.type ?? 'object' }, below(place));
  const siblings = 'type' in branch && branch.type === 'null' ? {} : rest;
  return sample({ allOf: [siblings, branch] }, below(place));
}

function typeOf(schema: JsonObject): unknown {
  if (Array.isArray(schema.type)) return schema.type[0];
  if (schema.type !== undefined) return schema.type;
  const has = (...names: string[]): boolean => names.some((name) => name in schema);
  if (has('properties', 'required', 'additionalProperties')) return 'object';
  if (has('items', 'prefixItems', 'minItems')) return 'array';
  if (has('pattern', 'format', 'minLength', 'maxLength')) return 'string';
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return 'number';
  return 'object';
}

function sampleArray(schema: JsonObject, place: Place): unknown[] {
  const first = [schema.prefixItems, schema.items].find((list) => Array.isArray(list)) ?? [];
  const tuple = first as readonly unknown[];
  const elements = tuple.map((item) => sample(item, below(place)));
  const contains = isObject(schema.contains) ? 1 : 0;
  const wanted = Math.min(Math.max(numberOr(schema.minItems, 0), contains), MAX_ELEMENTS);
  const rest = contains > 0 ? schema.contains : Array.isArray(schema.items) ? {} : (schema.items ?? {});
  while (elements.length < wanted) {
    const variant = schema.uniqueItems === true ? elements.length : 0;
    elements.push(sample(rest, { ...below(place), variant }));
  }
  return elements;
}

function sampleObject(schema: JsonObject, place: Place): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === 'string')
    : [];
  const missing = Math.max(0, Math.min(numberOr(schema.minProperties, 0), MAX_ELEMENTS) - required.length);
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const free = Array.from({ length: Math.max(0, missing - optional.length) }, (_, index) => `key${index}`);
  const names = [...required, ...[...optional, ...free].slice(0, missing)];
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.hasOwn(properties, name)
        ? sample(properties[name], below(place))
        : isObject(schema.additionalProperties)
          ? sample(schema.additionalProperties, below(place))
          : 'text',
    ]),
  );
}

function below(place: Place): Place {
  return { ...place, depth: place.depth - 1 };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

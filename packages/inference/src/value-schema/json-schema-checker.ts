/** Validates values against JSON Schema, with messages that never contain the value. */
import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';
import type { ValueProblem } from './value-problem.js';

type Lookup = ReturnType<typeof dereference>;

/** Keywords whose errors only repeat errors from deeper in the value or the schema. */
const WRAPPERS: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'if',
  'dependentSchemas',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
]);

/** Reported as one problem: the intended alternative is unknown, so the errors of single alternatives are omitted. */
const SUMMARIES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

/** Messages by keyword, from the keyword's value in the schema. */
const REQUIREMENTS: Readonly<Record<string, (expected: unknown) => string>> = {
  type: (types) => `must be of type ${[types].flat().join(' or ')}`,
  const: (allowed) => `must be ${JSON.stringify(allowed)}`,
  enum: (allowed) => `must be one of ${(allowed as unknown[]).map((one) => JSON.stringify(one)).join(', ')}`,
  minimum: (bound) => `must be at least ${bound}`,
  maximum: (bound) => `must be at most ${bound}`,
  exclusiveMinimum: (bound) => `must be greater than ${bound}`,
  exclusiveMaximum: (bound) => `must be less than ${bound}`,
  multipleOf: (divisor) => `must be a multiple of ${divisor}`,
  minLength: (count) => `must have at least ${counted(count, 'character')}`,
  maxLength: (count) => `must have at most ${counted(count, 'character')}`,
  minItems: (count) => `must have at least ${counted(count, 'item')}`,
  maxItems: (count) => `must have at most ${counted(count, 'item')}`,
  uniqueItems: () => 'must not contain duplicate items',
  pattern: (pattern) => `must match the pattern ${pattern}`,
  format: (format) => `must be a valid ${format}`,
  anyOf: () => 'must match one of the alternatives',
  oneOf: () => 'must match exactly one of the alternatives',
};

/**
 * Compiles a JSON Schema (draft 2020-12) into a validator.
 *
 * @param schema - The schema. Validation adds properties to it, so pass a copy.
 * @returns A function that returns how a value differs from the schema; an empty array when it matches.
 * @throws {Error} When a `$ref` cannot be resolved, or a `pattern` is not a regular expression.
 */
export function jsonSchemaChecker(schema: Record<string, unknown>): (value: unknown) => ValueProblem[] {
  const lookup = dereference(schema);
  for (const part of Object.values(lookup)) if (typeof part === 'object') assertUsable(part, lookup);
  return (value) => {
    try {
      const { errors } = validate(value, schema, '2020-12', lookup, false);
      return distinct(leavesOf(errors).flatMap((error) => problemsOf(error, schema, lookup, value)));
    } catch (error) {
      // The value is not JSON (undefined, for example) or overflows the stack. The library's message may contain it.
      const { name } = error as Error;
      return [{ path: '', message: `could not be checked against the schema (${name})` }];
    }
  };
}

/** The library reports these only when a value reaches the part of the schema that has them. */
function assertUsable(
  { $ref, __absolute_ref__: target, pattern, patternProperties }: Schema,
  lookup: Lookup,
): void {
  if ($ref !== undefined && lookup[target ?? $ref] === undefined)
    throw new Error(`the reference ${$ref} cannot be resolved`);
  if (pattern !== undefined) assertPattern(pattern);
  Object.keys(patternProperties ?? {}).forEach(assertPattern);
}

function assertPattern(source: string): RegExp {
  return new RegExp(source, 'u');
}

/** Removes errors that repeat another error. */
function leavesOf(errors: readonly OutputUnit[]): OutputUnit[] {
  const leaves: OutputUnit[] = [];
  let summary: string | undefined;
  let previous = '';
  for (const error of errors) {
    // For a `false` schema the library sets the location in the value. The previous error has the one in the schema.
    const location = error.keyword === 'false' ? previous : error.keywordLocation;
    previous = location;
    if (summary !== undefined && (location === summary || location.startsWith(`${summary}/`))) continue;
    summary = SUMMARIES.has(error.keyword) ? location : undefined;
    if (!WRAPPERS.has(error.keyword)) leaves.push(error);
  }
  return leaves;
}

/** Builds a message of our own, because the library's message may quote the value. */
function problemsOf(
  { keyword, keywordLocation, instanceLocation }: OutputUnit,
  schema: Schema,
  lookup: Lookup,
  value: unknown,
): ValueProblem[] {
  const keys = keysOf(instanceLocation);
  const path = keys.join('.');
  if (keyword === 'false') return [{ path, message: 'is not allowed' }];
  const expected = valueAt(schema, keysOf(keywordLocation), lookup);
  if (keyword === 'required') {
    const found = valueAt(value, keys) as object;
    const missing = (expected as string[]).filter((name) => !Object.hasOwn(found, name));
    return missing.map((name) => ({ path: [...keys, name].join('.'), message: 'is required' }));
  }
  const requirement = expected === undefined ? undefined : REQUIREMENTS[keyword];
  return [{ path, message: requirement?.(expected) ?? `does not satisfy ${keyword}` }];
}

/** Follows keys through a value. With the lookup of a schema, it also follows references. */
function valueAt(root: unknown, keys: readonly string[], lookup: Lookup = {}): unknown {
  let found = root;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    const { __absolute_ref__: target } = found as Schema;
    found = key === '$ref' && target !== undefined ? lookup[target] : (found as Schema)[key];
  }
  return found;
}

/** Splits a JSON Pointer in its URI fragment form. */
function keysOf(pointer: string): string[] {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Every schema that requires a missing property reports it. */
function distinct(problems: readonly ValueProblem[]): ValueProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Turns zod's issues into the contract's: dotted path, broken rule, allowed values, and never the value itself. */
import { z } from 'zod';
import { kindOf, type ContractIssue, type IssueCode } from './issue.js';
import { nameOfKey, showPrototypeKeys } from './prototype-keys.js';
import { isKnownEnum, memberOf, rulesOf, taggedUnionOf } from './schema.js';

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Rule for an unknown body field. */
const UNKNOWN_FIELD = 'GEN-004';
/** Rule for a missing, ill-typed or out-of-range field that no other rule names. */
const BAD_FIELD = 'GEN-005';

/**
 * Checks a value against a schema.
 *
 * @param schema - A schema of the contract.
 * @param value - The value; it is not changed.
 * @returns The differences, in the order of the schema's fields; empty when there are none.
 */
export function check(schema: z.ZodType, value: unknown): readonly ContractIssue[] {
  const seen = showPrototypeKeys(value);
  const result = schema.safeParse(seen);
  return result.success ? [] : readIssues(result.error.issues, { root: schema, value: seen, prefix: [] });
}

interface Place {
  readonly root: z.ZodType;
  readonly value: unknown;
  readonly prefix: Path;
}

function readIssues(issues: readonly ZodIssue[], place: Place): ContractIssue[] {
  return issues.flatMap((issue) => {
    const path = [...place.prefix, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownField([...path, key], place));
    if (issue.code === 'invalid_union') return readUnion(issue, path, place);
    return [readIssue(issue, path, place)];
  });
}

const isNamed = (rule: string | undefined): rule is string => rule !== undefined;

function unknownField(path: Path, place: Place): ContractIssue {
  return {
    path: dotted(path),
    rule:
      schemasAt(place, path.slice(0, -1))
        .map((schema) => rulesOf(schema)?.unknown)
        .findLast(isNamed) ?? UNKNOWN_FIELD,
    message: 'Extra inputs are not permitted',
    kind: kindOf(valueAt(place.value, path)),
    code: 'unknown_field',
  };
}

/** Follows the one branch whose outer type fits; the others say nothing about what the caller meant. */
function readUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, place: Place): ContractIssue[] {
  const fitting = issue.errors.filter((branch) => branch.every((inner) => !isOuterMismatch(inner)));
  const branch = fitting[0];
  if (branch !== undefined && branch.length > 0) return readIssues(branch, { ...place, prefix: path });
  const expected = issue.errors
    .flatMap((inner) => inner.map(expectation))
    .filter((text) => text !== undefined);
  return [readIssue({ ...issue, expected: [...new Set(expected)].join(' or ') } as never, path, place)];
}

function isOuterMismatch(issue: ZodIssue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function expectation(issue: ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ');
  return undefined;
}

function readIssue(issue: ZodIssue, path: Path, place: Place): ContractIssue {
  const found = valueAt(place.value, path);
  const code = codeOf(issue, path, place);
  return {
    path: dotted(path),
    rule: ownRule(issue) ?? ruleFor(path, code, place),
    message: messageOf(issue, code),
    kind: kindOf(found),
    code,
  };
}

function codeOf(issue: ZodIssue, path: Path, place: Place): IssueCode {
  const found = valueAt(place.value, path);
  const key = path.at(-1);
  const isTag =
    issue.code === 'invalid_value' &&
    schemasAt(place, path.slice(0, -1)).some((s) => taggedUnionOf(s)?.key === key);
  if (isTag && typeof found === 'string') return 'unknown_type';
  if (found === undefined) return 'missing';
  if (typeof found === 'string' && schemasAt(place, path).some(isKnownEnum)) return 'unknown_value';
  if (issue.code === 'invalid_value' && typeof found === kindOfValues(issue.values)) return 'value';
  if (issue.code === 'invalid_type' && issue.expected === 'int' && typeof found === 'number') return 'value';
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union'
    ? 'type'
    : 'value';
}

function kindOfValues(values: readonly unknown[]): string {
  return typeof values[0];
}

/** The rule that a check over several fields names by itself. */
function ownRule(issue: ZodIssue): string | undefined {
  const named: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
  return typeof named === 'string' ? named : undefined;
}

function messageOf(issue: ZodIssue, code: IssueCode): string {
  if (issue.code === 'custom') return issue.message;
  if (code === 'missing') return 'Field required';
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be an integer' : `must be of type ${issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return `must be ${(issue as unknown as { expected: string }).expected}`;
    case 'too_small':
      return `must ${bound(issue.origin)} at least ${String(issue.minimum)}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${bound(issue.origin)} at most ${String(issue.maximum)}${unit(issue.origin)}`;
    case 'invalid_format':
      return formatMessage(issue);
    default:
      return issue.message;
  }
}

/** Says what a text must look like: in the schema's own words where it has some, and never by a format's name alone. */
function formatMessage(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.message.startsWith('must ')) return issue.message;
  if ('prefix' in issue) return `must start with ${String(issue.prefix)}`;
  switch (issue.format) {
    case 'datetime':
      return 'must be an RFC 3339 date-time such as 2026-01-31T09:30:00Z';
    case 'regex':
      return `must match ${String(issue.pattern)}`;
    default:
      return `must be a valid ${issue.format}`;
  }
}

function bound(origin: string): string {
  return origin === 'string' ||
    origin === 'array' ||
    origin === 'map' ||
    origin === 'set' ||
    origin === 'object'
    ? 'have'
    : 'be';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  if (origin === 'array' || origin === 'set') return ' entries';
  return origin === 'object' || origin === 'map' ? ' keys' : '';
}

/** The rule of the deepest schema on the path that names one for this way of breaking it. */
function ruleFor(path: Path, code: IssueCode, place: Place): string {
  const way = code === 'missing' ? 'missing' : code === 'type' ? 'type' : 'value';
  for (let depth = path.length; depth >= 0; depth--) {
    for (const schema of schemasAt(place, path.slice(0, depth))) {
      const named = rulesOf(schema)?.[way];
      if (named !== undefined && (way !== 'missing' || saysWhatIsMissing(schema, path, depth))) return named;
    }
  }
  return BAD_FIELD;
}

/** An outer field's rule about absence says nothing about an inner field, unless that field tells its kind. */
function saysWhatIsMissing(schema: z.ZodType, path: Path, depth: number): boolean {
  return depth === path.length || (depth === path.length - 1 && taggedUnionOf(schema)?.key === path.at(-1));
}

/** Every schema that applies at a path, wrappers and the fitting branches of unions included. */
function schemasAt(place: Place, path: Path): z.ZodType[] {
  let found = layers(place.root, place.value);
  for (let depth = 0; depth < path.length; depth++) {
    const key = path[depth];
    const inner = valueAt(place.value, path.slice(0, depth + 1));
    found = found.flatMap((schema) => children(schema, key)).flatMap((schema) => layers(schema, inner));
  }
  return found;
}

function layers(schema: z.ZodType, value: unknown): z.ZodType[] {
  const tagged = taggedUnionOf(schema);
  if (tagged !== undefined) {
    const member = typeof value === 'object' && value !== null ? memberOf(tagged, value) : undefined;
    return member === undefined ? [schema] : [schema, ...layers(member, value)];
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return [schema, ...layers(schema.unwrap() as z.ZodType, value)];
  }
  if (schema instanceof z.ZodLazy) return [schema, ...layers(schema.unwrap() as z.ZodType, value)];
  if (schema instanceof z.ZodUnion) {
    return [schema, ...schema.options.flatMap((option) => layers(option as z.ZodType, value))];
  }
  return [schema];
}

function children(schema: z.ZodType, key: PropertyKey | undefined): z.ZodType[] {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<PropertyKey, z.ZodType>;
    return key !== undefined && Object.hasOwn(shape, key) ? [shape[key] as z.ZodType] : [];
  }
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  return [];
}

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}

function dotted(path: Path): string {
  return path.map(nameOfKey).join('.');
}

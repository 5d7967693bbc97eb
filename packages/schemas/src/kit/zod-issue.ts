/** Converts zod's issues to issues of the contract. */
import { kindOf, shownPath, type ContractIssue, type IssueCode } from './issue.js';

/** Rule for an unknown field. */
const UNKNOWN_FIELD = 'GEN-004';
/** Rule for a missing or invalid field without a rule of its own. */
const BAD_FIELD = 'GEN-005';

/** The properties of zod's issues that are used here, across all issue codes. */
export interface ZodIssue {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message?: string | undefined;
  readonly expected?: unknown;
  readonly format?: string | undefined;
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly prefix?: string;
  readonly pattern?: string | undefined;
  readonly discriminator?: string | undefined;
  /** Issues of each branch of a union. */
  readonly errors?: readonly (readonly ZodIssue[])[];
  /** Set by `nameRules()` for an enumeration that later versions of the service may extend. */
  isOpen?: true;
  /** Id of the violated rule, set by a refinement or by `nameRules()`. */
  rule?: string | undefined;
}

/** Returns the issue code. */
export function mistakeOf(issue: ZodIssue): IssueCode {
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const found = faultyValue(issue);
  if (found === undefined) return 'missing';
  if (issue.discriminator !== undefined) return typeof found === 'string' ? 'unknown_type' : 'type';
  if (issue.code === 'invalid_value') {
    if (typeof found !== typeof issue.values?.[0]) return 'type';
    return issue.isOpen === true ? 'unknown_value' : 'value';
  }
  const isType = issue.code === 'invalid_type' || issue.code === 'invalid_union';
  return isType && !isFraction(issue) ? 'type' : 'value';
}

/**
 * Describes an issue. The message contains the limit, never the value.
 *
 * @returns The message; undefined uses zod's.
 */
export function describeIssue(issue: ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      if (issue.discriminator !== undefined && faultyValue(issue) !== undefined) return oneOf(issue.options);
      return describeType(issue);
    case 'invalid_value':
      return issue.input === undefined ? 'Field required' : oneOf(issue.values);
    case 'unrecognized_keys':
      return 'Extra inputs are not permitted';
    case 'too_small':
      return bound(issue, 'at least', issue.minimum);
    case 'too_big':
      return bound(issue, 'at most', issue.maximum);
    case 'invalid_format':
      return describeFormat(issue);
    default:
      return undefined;
  }
}

/**
 * Converts an issue of zod to issues of the contract: one per unknown key, and for a union those of the intended
 * branch.
 *
 * @param issue - The issue, as `safeParse` with `reportInput` returns it.
 * @param at - Path of the value that was parsed.
 */
export function contractIssues(issue: ZodIssue, at: readonly PropertyKey[] = []): ContractIssue[] {
  const path = [...at, ...(issue.path ?? [])];
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({
      path: shownPath([...path, key]),
      rule: issue.rule ?? UNKNOWN_FIELD,
      message: issue.message ?? '',
      kind: kindOf((issue.input as Readonly<Record<string, unknown>>)[key]),
      code: 'unknown_field',
    }));
  }
  const branch = meantBranch(issue.errors ?? []);
  if (branch !== undefined) return branch.flatMap((inner) => contractIssues(inner, path));
  return [
    {
      path: shownPath(path),
      rule: issue.rule ?? BAD_FIELD,
      message: issue.message ?? '',
      kind: kindOf(faultyValue(issue)),
      code: mistakeOf(issue),
    },
  ];
}

/** Finds the union branch that a value was meant for: the one with the same type and discriminator. */
function meantBranch(errors: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] | undefined {
  const branches = errors.filter((issues) => !isOtherType(issues));
  const key = branches.find(([first]) => first?.path?.length === 1 && first.discriminator)?.[0]
    ?.discriminator;
  const isOtherKind = (issue?: ZodIssue) =>
    issue?.path?.length === 1 && ((key !== undefined && issue.path[0] === key) || isOtherLiteral(issue));
  return branches.find(([first]) => !isOtherKind(first)) ?? branches[0];
}

/** Returns whether a branch without a declared discriminator expects another `type`. */
function isOtherLiteral({ code, path, input }: ZodIssue): boolean {
  return code === 'invalid_value' && path?.[0] === 'type' && input !== undefined;
}

/** Returns whether a union branch expects another type, which makes its issues irrelevant. */
function isOtherType(issues: readonly ZodIssue[]): boolean {
  const [first] = issues;
  if (first === undefined || (first.path ?? []).length > 0) return false;
  if (first.code === 'invalid_union') return first.errors?.every(isOtherType) ?? true;
  return (first.code === 'invalid_type' && !isFraction(first)) || first.code === 'invalid_value';
}

/** Returns the invalid value: the discriminator if no branch of a union matches it, else the input. */
function faultyValue({ discriminator, input }: ZodIssue): unknown {
  if (discriminator === undefined) return input;
  return (input as Readonly<Record<string, unknown>> | undefined)?.[discriminator];
}

function isFraction(issue: ZodIssue): boolean {
  return issue.expected === 'int' && typeof issue.input === 'number';
}

function describeType(issue: ZodIssue): string {
  if (faultyValue(issue) === undefined) return 'Field required';
  if (isFraction(issue)) return 'must be an integer';
  if (issue.expected === 'never') return 'must be omitted';
  const types = [...new Set(expectedTypes(issue))];
  return types.length === 1 ? `must be of type ${types[0]}` : `must be ${types.join(' or ')}`;
}

function expectedTypes(issue: ZodIssue): string[] {
  if (issue.errors !== undefined) return issue.errors.flatMap((branch) => branch.flatMap(expectedTypes));
  if (issue.code === 'invalid_value') return (issue.values ?? []).map(String);
  switch (issue.expected) {
    case 'int':
      return ['number'];
    case 'record':
    case undefined:
      return ['object'];
    case 'Uint8Array':
      return ['bytes'];
    default:
      return [String(issue.expected)];
  }
}

function oneOf(values: readonly unknown[] = []): string {
  const known = values.filter((value) => value !== undefined && value !== null).map(String);
  return known.length === 1 ? `must be ${known[0]}` : `must be one of ${known.join(', ')}`;
}

function bound({ origin }: ZodIssue, side: string, limit: number | bigint | undefined): string {
  switch (origin) {
    case 'string':
      return `must have ${side} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
    case 'array':
      return `must have ${side} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
    default:
      return `must be ${side} ${limit}`;
  }
}

function describeFormat({ format, prefix, pattern }: ZodIssue): string {
  switch (format) {
    case 'starts_with':
      return `must start with ${prefix}`;
    case 'regex':
      return `must match ${pattern}`;
    case 'date-time':
      return 'must be an RFC 3339 date-time such as 2026-01-31T09:30:00Z';
    default:
      return `must be a valid ${format}`;
  }
}

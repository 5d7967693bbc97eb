/** Validates input from people, such as options, configuration files and command lines, against a zod schema. */
import type * as z from 'zod';
import { shownPath } from './issue.js';
import { nearestKey } from './nearest-key.js';

/** One issue of an input. It never contains the value, which may be a secret. */
export interface InputIssue {
  /** Path of the issue, for example `faults.0.status` or `--port`; empty for the whole input. */
  readonly path: string;
  /** What is allowed at this path. */
  readonly message: string;
}

/** An input does not match its schema. The message lists all issues, one per line, as `path: message`. */
export class InputError extends TypeError {
  /** Class name. */
  override readonly name: string = 'InputError';
  /** All issues, in the order of the schema's keys. */
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super(linesOf(issues).join('\n'));
    this.issues = issues;
  }
}

/** Options for {@link parseInput}. */
export interface ParseInputOptions {
  /** Name of the input, for example `options`, as a prefix of every path. Default: no prefix. */
  readonly source?: string | undefined;
  /**
   * Whether the input comes from `parseArgs` in `node:util` without `strict`. Keys are then reported with dashes, and
   * `true` instead of a string as a missing value. Default false.
   */
  readonly isCommandLine?: boolean | undefined;
}

/**
 * Validates input and returns the parsed value, with messages written for people.
 *
 * @param schema - The schema. Its own messages replace the default ones.
 * @param input - The input, for example parsed JSON.
 * @returns The output of the schema.
 * @throws {InputError} When the input is invalid. The message lists all issues and suggests the nearest known key for
 * an unknown one.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, options: ParseInputOptions = {}): T {
  const { source, isCommandLine = false } = options;
  const result = schema.safeParse(input, {
    error: (issue) => (isCommandLine ? optionMessage(issue) : undefined) ?? messageOf(issue),
    // Compiled checks need `eval`, which content security policies can forbid, and bring no benefit for a single
    // check.
    jitless: true,
  });
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(innermost).map(({ path, message }) => {
    const [first, ...rest] = path.map(String);
    const keys = first === undefined ? [] : [isCommandLine ? `--${first}` : first, ...rest];
    return { path: shownPath([...(source === undefined ? [] : [source]), ...keys]), message };
  });
  throw new InputError(issues);
}

/** Maximum number of issues in a message. */
const MAX_LINES = 20;
/** Maximum number of unknown keys that are named. */
const MAX_KEYS = 10;

function linesOf(issues: readonly InputIssue[]): string[] {
  const lines = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `(${rest} more problems)`] : lines;
}

/**
 * Replaces the issue of a union with those of the branch that matches the type of the value, for example an invalid
 * element where an array or a string is allowed.
 */
function innermost(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isInside = ({ path, code }: z.core.$ZodIssue): boolean =>
    path.length > 0 || code === 'unrecognized_keys';
  const [branch, ...others] = issue.errors.filter((errors) => errors.every(isInside));
  if (branch === undefined || others.length > 0) return [issue];
  return branch.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Returns the message for a command-line option; undefined if it is the same as for any other value. */
function optionMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === true) return 'needs a value';
      return issue.expected === 'boolean' ? 'takes no value' : undefined;
    case 'too_small':
      return issue.input === '' ? 'needs a value' : undefined;
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, knownKeys(issue.inst), 'option');
    default:
      return undefined;
  }
}

/** Returns the message for an issue; undefined leaves it to zod. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  const isMissing = issue.input === undefined;
  if (issue.code === 'invalid_value') {
    const allowed = `must be ${anyOf(issue.values.map(String))}`;
    return isMissing ? `is required and ${allowed}` : allowed;
  }
  if (isMissing) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeName(issue.expected, issue.inst)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return bounded(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bounded(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, knownKeys(issue.inst), 'key');
    default:
      return undefined;
  }
}

function typeName(expected: string, inst: unknown): string {
  switch (expected) {
    case 'boolean':
      return 'true or false';
    case 'object': {
      const keys = knownKeys(inst);
      return keys.length === 0 ? 'an object' : `an object with ${keys.join(', ')}`;
    }
    case 'record':
      return 'an object';
    case 'array':
      return 'an array';
    case 'int':
      return 'a whole number';
    default:
      return `a ${expected}`;
  }
}

function bounded(origin: string, comparison: string, bound: number | bigint): string {
  switch (origin) {
    case 'string':
      return `must have ${comparison} ${bound} characters`;
    case 'array':
      return `must have ${comparison} ${bound} entries`;
    default:
      return `must be ${comparison} ${bound}`;
  }
}

function unknownKeys(keys: readonly string[], known: readonly string[], kind: 'key' | 'option'): string {
  const dashes = kind === 'option' ? '--' : '';
  const named = keys.slice(0, MAX_KEYS).map((key) => {
    const start = key.slice(0, 100);
    const nearest = nearestKey(start, known);
    const shown = JSON.stringify(dashes + start);
    return nearest === undefined ? shown : `${shown} (did you mean "${dashes}${nearest}"?)`;
  });
  const allowed = known.map((key) => dashes + key).join(', ');
  const more = keys.length > MAX_KEYS ? ` and ${keys.length - MAX_KEYS} more` : '';
  return `unknown ${kind}${keys.length > 1 ? 's' : ''} ${named.join(', ')}${more}; allowed: ${allowed}`;
}

/** Returns the keys of an object schema, or of a record schema with enumerated keys. */
function knownKeys(inst: unknown): readonly string[] {
  const def = (inst as z.core.$ZodType | undefined)?._zod.def as
    { readonly shape?: object; readonly keyType?: z.core.$ZodType } | undefined;
  if (def?.shape !== undefined) return Object.keys(def.shape);
  return [...(def?.keyType?._zod.values ?? [])].map(String);
}

function anyOf(values: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(values);
}

/** Checks what people write, such as options, configuration files and command lines, against a zod schema. */
import type * as z from 'zod';
import { nearestKey } from './nearest-key.js';

/** One problem of an input. It never contains the value, which may be a secret. */
export interface InputIssue {
  /** Where the problem is, for example `faults.0.status` or `--port`; empty for the whole input. */
  readonly path: string;
  /** What is allowed there. */
  readonly message: string;
}

/** An input does not match its schema. The message lists every problem, one per line, as `path: message`. */
export class InputError extends TypeError {
  override readonly name: string = 'InputError';
  /** All problems, in the order of the schema's keys. */
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super(linesOf(issues).join('\n'));
    this.issues = issues;
  }
}

/** How {@link parseInput} names places in an input. */
export interface ParseInputOptions {
  /** What the input is called, for example `options`; every path starts with it. Default: paths start with a key. */
  readonly source?: string | undefined;
  /**
   * True for the values that `parseArgs` of `node:util` returns without `strict`: keys are reported with dashes, `true` in
   * place of a string as a missing value. Default false.
   */
  readonly isCommandLine?: boolean | undefined;
}

/**
 * Checks a value that a person wrote.
 *
 * @param schema - What is allowed. Messages of its own replace the default ones.
 * @param input - The value, for example parsed JSON.
 * @returns What the schema makes of the value.
 * @throws {InputError} Listing all problems; an unknown key comes with the known key nearest to it.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, options: ParseInputOptions = {}): T {
  const { source, isCommandLine = false } = options;
  const result = schema.safeParse(input, {
    error: (issue) => (isCommandLine ? optionMessage(issue) : undefined) ?? messageOf(issue),
    // Compiled checks need `eval`, which content security policies forbid; an input is checked once, so they gain nothing.
    jitless: true,
  });
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(innermost).map(({ path, message }) => {
    const [first, ...rest] = path.map(String);
    const keys = first === undefined ? [] : [isCommandLine ? `--${first}` : first, ...rest];
    return { path: [...(source === undefined ? [] : [source]), ...keys].join('.'), message };
  });
  throw new InputError(issues);
}

/** Most problems that a message lists. */
const MAX_LINES = 20;

function linesOf(issues: readonly InputIssue[]): string[] {
  const lines = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `(${rest} more problems)`] : lines;
}

/**
 * Replaces the problem of a union by those of the one branch whose type the value has, such as the wrong element of an
 * array where an array or a string is allowed.
 */
function innermost(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isInside = ({ path, code }: z.core.$ZodIssue): boolean =>
    path.length > 0 || code === 'unrecognized_keys';
  const [branch, ...others] = issue.errors.filter((errors) => errors.every(isInside));
  if (branch === undefined || others.length > 0) return [issue];
  return branch.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Undefined where an option of a command line is described like any other value. */
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

/** Undefined leaves the message to zod. */
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
  const named = keys.map((key) => {
    const nearest = nearestKey(key, known);
    const shown = JSON.stringify(dashes + key.slice(0, 100));
    return nearest === undefined ? shown : `${shown} (did you mean "${dashes}${nearest}"?)`;
  });
  const allowed = known.map((key) => dashes + key).join(', ');
  return `unknown ${kind}${keys.length > 1 ? 's' : ''} ${named.join(', ')}; allowed: ${allowed}`;
}

/** Keys of an object schema, or of a record schema with enumerated keys. */
function knownKeys(inst: unknown): readonly string[] {
  const def = (inst as z.core.$ZodType | undefined)?._zod.def as
    { readonly shape?: object; readonly keyType?: z.core.$ZodType } | undefined;
  if (def?.shape !== undefined) return Object.keys(def.shape);
  return [...(def?.keyType?._zod.values ?? [])].map(String);
}

function anyOf(values: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(values);
}

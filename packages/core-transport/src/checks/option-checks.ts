/** Checks of option values. */
import { nearestKey } from '@parlance/schemas/kit';
import { ConfigError } from '../errors/request-errors.js';

/** Checks one value. Returns the rule that it breaks, or undefined. */
export type Check = (value: unknown) => string | undefined;

/** Checks by option name; a nested record checks a nested object. */
export interface Checks {
  readonly [option: string]: Check | Checks;
}

/**
 * Checks an options object. Unknown names are rejected; undefined counts as absent.
 *
 * @param path - Name of the option that contains the object; empty at the top level.
 * @throws {ConfigError} When an option is invalid. It names the first one; the message lists all of them.
 */
export function checkRecord(path: string, value: unknown, checks: Checks): void {
  const problems = problemsOf(path, value, checks);
  const [first] = problems;
  if (first !== undefined)
    throw new ConfigError(
      first.option,
      problems.map(({ option, problem }) => `${option} ${problem}`).join('; '),
    );
}

interface Problem {
  readonly option: string;
  readonly problem: string;
}

function problemsOf(path: string, value: unknown, checks: Checks): Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ option: path || 'options', problem: 'must be an object' }];
  return Object.entries(value).flatMap(([name, member]) => {
    const option = path === '' ? name : `${path}.${name}`;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) return [{ option, problem: `is not an option${suggest(name, checks)}` }];
    if (member === undefined) return [];
    if (typeof check !== 'function') return problemsOf(option, member, check);
    const problem = check(member);
    return problem === undefined ? [] : [{ option, problem }];
  });
}

function suggest(name: string, checks: Checks): string {
  const names = Object.keys(checks);
  const group = names.find((key) => typeof checks[key] === 'object' && Object.hasOwn(checks[key], name));
  // The key of another client has another name.
  const isSimilar = (key: string): boolean => name.endsWith('Key') && key.endsWith('Key');
  const known = group === undefined ? (names.find(isSimilar) ?? nearestKey(name, names)) : `${group}.${name}`;
  return known === undefined ? '' : ` (did you mean ${known}?)`;
}

/** Creates the error for an invalid option. */
export function wrong(option: string, problem: string): ConfigError {
  return new ConfigError(option, `${option} ${problem}`);
}

/** Creates a check from a condition. */
export function must(be: string, isFine: (value: unknown) => boolean): Check {
  return (value) => (isFine(value) ? undefined : `must be ${be}`);
}

const atLeast = (value: unknown, least: number): boolean => typeof value === 'number' && value >= least;

/** A number of milliseconds above zero, or `Infinity`. */
export const duration: Check = must('a number of milliseconds above 0, or Infinity', (value) =>
  atLeast(value, Number.MIN_VALUE),
);

/** A non-negative integer. */
export const integerFromZero: Check = must(
  'a whole number from 0',
  (value) => Number.isSafeInteger(value) && atLeast(value, 0),
);

/** A finite number of milliseconds above zero. A function, because bundles keep constants that are calls, used or not. */
export function finiteDuration(value: unknown): string | undefined {
  return Number.isFinite(value) && atLeast(value, Number.MIN_VALUE)
    ? undefined
    : 'must be a number of milliseconds above 0';
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): Check {
  return must(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && atLeast(value, least) && (value as number) <= most,
  );
}

/** A positive integer, or `Infinity`. */
export const integerFromOne: Check = must(
  'a whole number from 1, or Infinity',
  (value) => value === Infinity || (Number.isSafeInteger(value) && atLeast(value, 1)),
);

/** A non-negative number. */
export const atLeastZero: Check = must('a number from 0', (value) => atLeast(value, 0));

/** A number from 0 to 1. */
export const fraction: Check = must(
  'a number from 0 to 1',
  (value) => atLeast(value, 0) && (value as number) <= 1,
);

/** A signal, possibly from another realm. */
export const abortSignal: Check = must(
  'an AbortSignal',
  (value) => typeof (value as AbortSignal | null)?.addEventListener === 'function',
);

/** A list of names that can be sent in a comma-separated header. */
export const listOfText: Check = must(
  'a list of names without blanks and commas',
  (value) =>
    Array.isArray(value) &&
    value.every((item) => typeof item === 'string' && /^[\x21-\x2b\x2d-\x7e]+$/.test(item)),
);

/** An object or function with the named methods. */
export function withMethods(...names: readonly string[]): Check {
  return must(`an object with ${names.join(', ')}`, (value) =>
    names.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function'),
  );
}

/** A value of one of the `typeof` types; null is rejected. */
export function isA(...types: readonly string[]): Check {
  return must(`a ${types.join(' or ')}`, (value) => value !== null && types.includes(typeof value));
}

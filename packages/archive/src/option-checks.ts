/** Checks of options that several functions have. */
import { must, type Check } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';

/** Creates the error for an option that is missing or invalid: its name, and the problem. */
export function wrong(option: string, problem: string, options?: ErrorOptions): ConfigError {
  return new ConfigError(option, `${option} ${problem}`, options);
}

/** Requires options that have no default. @throws {ConfigError} When one is undefined. */
export function requireOptions<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
  path = '',
): void {
  for (const name of names) if (options[name] === undefined) throw wrong(`${path}${name}`, 'is missing');
}

/** Returns whether a value is a text that people can see. */
export function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Checks a text that people can see. */
export const text: Check = must('a non-empty string', isText);

/** Checks a whole number from 1. */
export const whole: Check = must(
  'a whole number from 1',
  (value) => Number.isSafeInteger(value) && (value as number) >= 1,
);

/** Checks a time span. */
export const milliseconds: Check = must(
  'a number of milliseconds from 1',
  (value) => Number.isFinite(value) && (value as number) >= 1,
);

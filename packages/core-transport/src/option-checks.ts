/** Checks of option values. Each throws a `ConfigError` that names the option. */
import { ConfigError } from './errors/request-errors.js';

/** Checks one value. */
export type Check = (option: string, value: unknown) => void;

/** Checks of a record's members; a nested record checks a nested object. */
export interface Checks {
  readonly [option: string]: Check | Checks;
}

/**
 * Checks an object of options: unknown names are refused, undefined stands for absence.
 *
 * @param path - Name of the option that holds the object; empty at the top.
 */
export function checkRecord(path: string, value: unknown, checks: Checks): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(path || 'options', `${path || 'options'} must be an object`);
  for (const [name, member] of Object.entries(value)) {
    const option = path === '' ? name : `${path}.${name}`;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) throw new ConfigError(option, `${option} is not an option`);
    if (member === undefined) continue;
    if (typeof check === 'function') check(option, member);
    else checkRecord(option, member, check);
  }
}

/** A number of milliseconds above zero, or `Infinity`. */
export const duration: Check = (option, value) => {
  if (typeof value !== 'number' || !(value > 0))
    throw new ConfigError(option, `${option} must be a number of milliseconds above 0, or Infinity`);
};

/** A whole number from 0. */
export const integerFromZero: Check = (option, value) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new ConfigError(option, `${option} must be a whole number from 0`);
};

/** A whole number from 1, or `Infinity`. */
export const integerFromOne: Check = (option, value) => {
  if (value !== Infinity && (!Number.isSafeInteger(value) || (value as number) < 1))
    throw new ConfigError(option, `${option} must be a whole number from 1, or Infinity`);
};

/** A number from 0. */
export const atLeastZero: Check = (option, value) => {
  if (typeof value !== 'number' || !(value >= 0))
    throw new ConfigError(option, `${option} must be a number from 0`);
};

/** A number from 0 to 1. */
export const fraction: Check = (option, value) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new ConfigError(option, `${option} must be a number from 0 to 1`);
};

/** A list of names that can stand in a comma-separated header. */
export const listOfText: Check = (option, value) => {
  if (
    !Array.isArray(value) ||
    value.some((item) => typeof item !== 'string' || !/^[\x21-\x2b\x2d-\x7e]+$/.test(item))
  )
    throw new ConfigError(option, `${option} must be a list of names without blanks and commas`);
};

/** A value of one of the types that `typeof` tells; null is none of them. */
export function isA(...types: readonly string[]): Check {
  return (option, value) => {
    if (value === null || !types.includes(typeof value))
      throw new ConfigError(option, `${option} must be a ${types.join(' or ')}`);
  };
}

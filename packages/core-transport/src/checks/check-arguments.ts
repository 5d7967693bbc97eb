/** Argument checks for callers that do not use TypeScript. */
import { ConfigError } from '../errors/request-errors.js';

/**
 * Checks that an argument is an object other than an array.
 *
 * @param name - Name of the argument.
 * @throws {ConfigError} When it is not. Names the argument.
 */
export function requireObject(name: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(name, `${name} must be an object`);
}

/**
 * Checks that an argument is an array of objects.
 *
 * @param name - Name of the argument.
 * @throws {ConfigError} When it is not. Names the argument, or the first item that is not an object.
 */
export function requireObjects(name: string, value: unknown): asserts value is readonly object[] {
  if (!Array.isArray(value)) throw new ConfigError(name, `${name} must be an array`);
  for (const [index, item] of value.entries()) requireObject(`${name}.${index}`, item);
}

/**
 * Checks that an argument is an iterable or an async iterable. A string, which is an iterable of characters, is rejected.
 *
 * @param name - Name of the argument.
 * @throws {ConfigError} When it is not. Names the argument.
 */
export function requireIterable(name: string, value: unknown): void {
  if (
    Object(value) !== value ||
    !(Symbol.iterator in (value as object) || Symbol.asyncIterator in (value as object))
  )
    throw new ConfigError(name, `${name} must be an iterable or async iterable`);
}

/**
 * Checks that an argument is a non-empty string.
 *
 * @param name - Name of the argument.
 * @throws {ConfigError} When it is not. Names the argument.
 */
export function requireText(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigError(name, `${name} must be a non-empty string`);
}

/**
 * Checks that an argument is a function.
 *
 * @param name - Name of the argument.
 * @throws {ConfigError} When it is not. Names the argument.
 */
export function requireFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw new ConfigError(name, `${name} must be a function`);
}

import { ConfigError } from '@parlance/core-transport';

/**
 * Rejects params that a method sets itself; without the check they would be ignored silently.
 *
 * @throws `ConfigError` Names the first of them.
 */
export function rejectParams(params: object, names: readonly string[], operation: string): void {
  requireObject('params', params);
  const name = names.find((own) => Object.hasOwn(params, own));
  if (name !== undefined) throw new ConfigError(name, `${name} cannot be set, because ${operation} sets it`);
}

/**
 * Checks the argument of a caller that does not use TypeScript.
 *
 * @throws `ConfigError` Names the argument.
 */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new ConfigError(name, `${name} must be an object`);
}

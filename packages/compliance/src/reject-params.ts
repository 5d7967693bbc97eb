import { ConfigError } from '@parlance/core-transport';
import { checkQuery, requireObject } from '@parlance/core-transport/internal';
import type { Operation } from '@parlance/schemas/kit';

/** A method that sends an operation more than once. */
export interface RepeatedMethod {
  /** Name of the method, for error messages. */
  readonly name: string;
  /** The operation. */
  readonly operation: Operation;
  /** Params that the method sets itself. */
  readonly sets: readonly string[];
}

/**
 * Rejects params that a method sets itself and would otherwise ignore silently, and values that cannot be serialized.
 *
 * @throws `ConfigError` Names the first of them; `InvalidParamsError` for a value that cannot be serialized.
 */
export function rejectParams(params: object, { name: method, operation, sets }: RepeatedMethod): void {
  requireObject('params', params);
  checkQuery(operation, params);
  const name = sets.find((own) => Object.hasOwn(params, own));
  if (name !== undefined) throw new ConfigError(name, `${name} cannot be set, because ${method} sets it`);
}

import { ConfigError } from '@parlance/core-transport';
import { checkQuery, requireObject } from '@parlance/core-transport/internal';
import type { Operation } from '@parlance/schemas/kit';

/** A method that sends an operation several times. */
export interface RepeatedMethod {
  /** Its name, for messages. */
  readonly name: string;
  /** The operation. */
  readonly operation: Operation;
  /** Params that it sets itself. */
  readonly sets: readonly string[];
}

/**
 * Rejects params that a method sets itself, which would be ignored silently, and values that cannot be sent.
 *
 * @throws `ConfigError` Names the first of them; `InvalidParamsError` for a value that cannot be sent.
 */
export function rejectParams(params: object, { name: method, operation, sets }: RepeatedMethod): void {
  requireObject('params', params);
  checkQuery(operation, params);
  const name = sets.find((own) => Object.hasOwn(params, own));
  if (name !== undefined) throw new ConfigError(name, `${name} cannot be set, because ${method} sets it`);
}

import { ConfigError } from '@parlance/core-transport';
import { checkQuery, requireObject } from '@parlance/core-transport/internal';
import type { Operation } from '@parlance/schemas/kit';

/**
 * Rejects params that a method sets itself and would otherwise ignore silently, and values that cannot be serialized.
 *
 * @param params - Params of a method that sends an operation more than once.
 * @param method - Name of the method, for error messages.
 * @param operation - The operation.
 * @param sets - Params that the method sets itself.
 * @throws `ConfigError` Names the first of them; `InvalidParamsError` for a value that cannot be serialized.
 */
export function rejectParams(
  params: object,
  method: string,
  operation: Operation,
  sets: readonly string[],
): void {
  requireObject('params', params);
  checkQuery(operation, params);
  const name = sets.find((own) => Object.hasOwn(params, own));
  if (name !== undefined) throw new ConfigError(name, `${name} cannot be set, because ${method} sets it`);
}

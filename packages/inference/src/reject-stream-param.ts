import { ApiPromise, ConfigError } from '@parlance/core-transport';

/**
 * Returns a rejected call when the params ask for a stream, undefined otherwise. The types exclude `stream`, but
 * JavaScript and objects typed more widely can still carry it.
 *
 * @param params - Params of a method that returns the whole response.
 * @param resource - Name of the resource, for the message.
 */
export function rejectStreamParam(params: object, resource: string): ApiPromise<never> | undefined {
  if ((params as { stream?: unknown } | null | undefined)?.stream !== true) return undefined;
  const message = `stream: true is not supported by ${resource}.create(); call ${resource}.stream() instead`;
  return new ApiPromise<never>(Promise.reject(new ConfigError('stream', message)), () => undefined);
}

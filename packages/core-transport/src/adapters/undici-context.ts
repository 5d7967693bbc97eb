import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dispatcher } from 'undici';
import type { ResponseHandler } from './undici-handler.js';

/**
 * Calls a handler in the async context of the present caller. Undici calls it in the context of the connection, which
 * is that of the request that opened it.
 */
export function inCallerContext(handler: ResponseHandler): Dispatcher.DispatchHandler {
  const run = AsyncLocalStorage.snapshot();
  return {
    onRequestStart: (controller) => run(() => handler.onRequestStart(controller)),
    onRequestSent: () => run(() => handler.onRequestSent()),
    onResponseStart: (controller, status, headers) =>
      run(() => handler.onResponseStart(controller, status, headers)),
    onResponseData: (controller, chunk) => run(() => handler.onResponseData(controller, chunk)),
    onResponseEnd: () => run(() => handler.onResponseEnd()),
    onResponseError: (controller, error) => run(() => handler.onResponseError(controller, error)),
  };
}

import { AsyncResource } from 'node:async_hooks';
import type { Dispatcher } from 'undici';
import type { ResponseHandler } from './undici-handler.js';

type Controller = Dispatcher.DispatchController;

/**
 * Calls a handler in the async context in which this object was created. Undici calls it in the context of the
 * connection, which is that of the request that opened it.
 */
export class CallerContextHandler extends AsyncResource implements Dispatcher.DispatchHandler {
  readonly #handler: ResponseHandler;

  constructor(handler: ResponseHandler) {
    super('PARLANCE_REQUEST');
    this.#handler = handler;
  }

  onRequestStart(controller: Controller): void {
    this.runInAsyncScope(this.#handler.onRequestStart, this.#handler, controller);
  }

  onRequestSent(): void {
    this.runInAsyncScope(this.#handler.onRequestSent, this.#handler);
  }

  onResponseStart(controller: Controller, status: number, headers: Record<string, string | string[]>): void {
    this.runInAsyncScope(this.#handler.onResponseStart, this.#handler, controller, status, headers);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.runInAsyncScope(this.#handler.onResponseData, this.#handler, controller, chunk);
  }

  onResponseEnd(): void {
    this.runInAsyncScope(this.#handler.onResponseEnd, this.#handler);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.runInAsyncScope(this.#handler.onResponseError, this.#handler, controller, error);
  }
}

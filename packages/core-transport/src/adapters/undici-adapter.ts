import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { checkRecord, isA, must, withMethods } from '../options/option-checks.js';
import type { Checks } from '../options/option-checks.js';
import { ResponseHandler } from './undici-handler.js';
import { loadDispatcher } from './undici-dispatcher.js';

/** Options of {@link UndiciAdapter}. */
export interface UndiciAdapterOptions {
  /** Most connections at a time. Default unlimited. */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept, in milliseconds. Default 4,000; the server's own word counts too. */
  readonly keepAliveMs?: number | undefined;
  /** Certificates to trust instead of the machine's, in PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY are used. Default true. */
  readonly proxyFromEnvironment?: boolean | undefined;
  /** Longest time for TCP and TLS, in milliseconds, when the request does not say. Default 10,000. */
  readonly connectMs?: number | undefined;
  /** A dispatcher of undici 8 to use instead; the options above then do nothing, and closing is its owner's. */
  readonly dispatcher?: Dispatcher | undefined;
}

const aboveZero = must('a whole number above 0', (value) => Number.isInteger(value) && (value as number) > 0);

const optionChecks: Checks = {
  connections: aboveZero,
  keepAliveMs: aboveZero,
  ca: must(
    'PEM text, or a list of such',
    (value) => [value].flat().length > 0 && [value].flat().every((item) => typeof item === 'string'),
  ),
  proxyFromEnvironment: isA('boolean'),
  connectMs: aboveZero,
  dispatcher: withMethods('dispatch'),
};

/** Sends with undici, on connections of its own. Undici is loaded with the first request. */
export class UndiciAdapter implements HttpAdapter {
  readonly #options: UndiciAdapterOptions;
  #loading: Promise<Dispatcher> | undefined;
  readonly #connecting: Set<Socket> = new Set();
  #running = 0;

  /**
   * @param options - See {@link UndiciAdapterOptions}.
   * @throws {ConfigError} When one is out of range.
   */
  constructor(options: UndiciAdapterOptions = {}) {
    checkRecord('http', options, optionChecks);
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const { dispatcher } = this.#options;
    this.#loading ??=
      dispatcher === undefined
        ? loadDispatcher(this.#options, request, this.#connecting)
        : Promise.resolve(dispatcher);
    return this.#dispatch(await this.#loading, request);
  }

  async close(): Promise<void> {
    if (this.#options.dispatcher !== undefined) return;
    // A dispatcher that could not be made has failed the requests already.
    const dispatcher = await this.#loading?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  #dispatch(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpResponse> {
    // Cancelled while undici was being loaded: no connection is opened.
    if (request.cancellation.cancelled) return Promise.reject(request.cancellation.reason as Error);
    return new Promise((resolve, reject) => {
      const { connections } = this.#options;
      this.#running += 1;
      if (connections !== undefined && this.#running > connections) request.onQueued?.();
      const handler = new ResponseHandler(request, { resolve, reject, done: this.#done });
      dispatcher.dispatch(
        {
          origin: request.origin,
          path: request.path,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers as Record<string, string>,
          body: request.body as Buffer | string | null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    });
  }

  readonly #done = (): void => {
    this.#running -= 1;
    if (this.#running > 0) return;
    // Connections that are still being opened would keep the process alive, and no request waits for them.
    for (const socket of this.#connecting) socket.destroy();
    this.#connecting.clear();
  };
}

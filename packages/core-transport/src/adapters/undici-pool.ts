import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { HttpRequest, HttpResponse } from '../http-adapter.js';
import { largeBytes, observedBody } from './observed-body.js';
import { loadDispatcher, OpenSockets, type UndiciAdapterOptions } from './undici-dispatcher.js';
import { CallerContextHandler, ResponseHandler } from './undici-handler.js';

/** An undici dispatcher and its in-flight requests. Undici is loaded on the first request. */
export class UndiciPool {
  readonly #options: UndiciAdapterOptions;
  readonly #sockets: OpenSockets = new OpenSockets();
  #loading: Promise<Dispatcher> | undefined;
  #dispatcher: Dispatcher | undefined;
  #running = 0;

  constructor(options: UndiciAdapterOptions) {
    this.#options = options;
    this.#dispatcher = options.dispatcher;
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return this.#dispatcher === undefined
      ? this.#loadAndSend(request)
      : this.#dispatch(this.#dispatcher, request);
  }

  /** Closes all connections. A user-supplied dispatcher stays open. */
  async destroy(): Promise<void> {
    if (this.#options.dispatcher !== undefined) return;
    // If the dispatcher could not be created, the requests have already been rejected.
    const dispatcher = await this.#loading?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  async #loadAndSend(request: HttpRequest): Promise<HttpResponse> {
    this.#loading ??= loadDispatcher(this.#options, request, this.#sockets);
    this.#dispatcher = await this.#loading;
    return this.#dispatch(this.#dispatcher, request);
  }

  #dispatch(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpResponse> {
    // Cancelled while undici was loading: don't open a connection.
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
          ...headersAndBody(request),
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        new CallerContextHandler(handler),
      );
    });
  }

  readonly #done = (): void => {
    this.#running -= 1;
    // Connections still being opened would keep the process alive, although no request needs them any more.
    if (this.#running === 0) this.#sockets.abandonOpening();
  };
}

/** Undici hands bytes to the socket as a whole: the progress of a large body shows only when it is sent in pieces. */
function headersAndBody(request: HttpRequest): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> {
  const { headers, body } = request;
  const bytes = largeBytes(request);
  const isStream = body !== null && typeof body !== 'string' && !(body instanceof Uint8Array);
  if (bytes === undefined && !isStream) return { headers, body: body as Buffer | string | null };
  const length = bytes === undefined ? undefined : { 'content-length': String(bytes.byteLength) };
  // Undici takes any async iterable; its types know only streams.
  const stream = observedBody(bytes ?? (body as AsyncIterable<Uint8Array>), request);
  return { headers: { ...headers, ...length }, body: stream as unknown as Readable };
}

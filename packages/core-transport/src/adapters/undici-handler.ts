import { AsyncResource } from 'node:async_hooks';
import type { Dispatcher } from 'undici';
import type { BodySink, HttpBody, HttpRequest, HttpResponse } from '../http-adapter.js';
import { decodedBody } from './decoded-body.js';
import { failureOf } from './undici-failure.js';

type Controller = Dispatcher.DispatchController;

/** Callbacks of a {@link ResponseHandler}. */
export interface HandlerEnds {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: unknown) => void;
  /** Called once when the request is over, successful or not. */
  readonly done: () => void;
}

/** Receives one response from undici and serves as its body. */
export class ResponseHandler implements Dispatcher.DispatchHandler, HttpBody {
  /** Undefined once the response has started, so that an open stream does not keep it in memory. */
  #request: HttpRequest | undefined;
  readonly #ends: HandlerEnds;
  #controller: Controller | null = null;
  #sink: BodySink | null = null;
  #early: Uint8Array[] = [];
  #answered = false;
  #over = false;
  #failure: unknown = undefined;
  #cancelled = false;

  constructor(request: HttpRequest, ends: HandlerEnds) {
    this.#request = request;
    this.#ends = ends;
    request.cancellation.listen(this.#onCancel);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#cancelled) controller.abort(new Error('cancelled'));
    else this.#request?.onConnected?.();
  }

  onRequestSent(): void {
    this.#request?.onSent?.();
  }

  onResponseStart(
    controller: Controller,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#controller = controller;
    this.#request = undefined;
    this.#answered = true;
    const joined = joinRepeated(headers);
    const encoding = joined['content-encoding'];
    if (encoding === undefined) this.#ends.resolve({ status, headers: joined, body: this });
    else this.#ends.resolve(decoded({ status, headers: joined, body: this }, encoding));
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#cancelled) return;
    if (this.#sink === null) this.#early.push(chunk);
    else this.#sink.data(chunk);
  }

  onResponseEnd(): void {
    this.#finish();
    if (!this.#cancelled) this.#sink?.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    const sent = this.#controller !== null;
    this.#finish();
    if (this.#cancelled) return;
    this.#failure = failureOf(error, sent);
    if (!this.#answered) this.#ends.reject(this.#failure);
    else this.#sink?.fail(this.#failure);
  }

  read(sink: BodySink): void {
    for (const chunk of this.#early) if (!this.#cancelled) sink.data(chunk);
    this.#early = [];
    if (this.#cancelled) return;
    this.#sink = sink;
    if (this.#failure !== undefined) sink.fail(this.#failure);
    else if (this.#over) sink.end();
  }

  pause(): void {
    if (!this.#over) this.#controller?.pause();
  }

  resume(): void {
    if (!this.#over) this.#controller?.resume();
  }

  cancel(): void {
    this.#drop();
  }

  readonly #onCancel = (reason: unknown): void => {
    const sink = this.#sink;
    const over = this.#over;
    this.#drop();
    if (!this.#answered) this.#ends.reject(reason);
    else if (!over) sink?.fail(reason);
  };

  #drop(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#early = [];
    if (!this.#over && this.#controller !== null) this.#controller.abort(new Error('cancelled'));
    this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ends.done();
  }
}

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

/** Decompresses the body. An unknown encoding is left in place together with its header. */
function decoded(response: HttpResponse, encoding: string): HttpResponse {
  const body = decodedBody(response.body, encoding);
  if (body === undefined) return response;
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers;
  return { status: response.status, headers, body };
}

function joinRepeated(
  headers: Record<string, string | string[] | undefined>,
): Readonly<Record<string, string>> {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(', ');
  }
  return headers as Record<string, string>;
}

import type { BodySink, HttpAdapter, HttpBody, HttpRequest, HttpResponse } from '../http-adapter.js';
import { addressOf, codeOf, httpFailure } from './http-failure.js';
import { largeBytes, observedBody } from './observed-body.js';
import { checkRecord, isA } from '../checks/option-checks.js';

/** Options for {@link FetchAdapter}. */
export interface FetchAdapterOptions {
  /** The `fetch` function to use, for example one that adds instrumentation. Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Sends requests with `fetch`. The default in browsers, workers, Bun and Deno. `fetch` does not reveal whether a
 * failed request reached the server, so the adapter reports every failed request as sent, and a failed create is
 * never retried.
 */
export class FetchAdapter implements HttpAdapter {
  readonly #fetch: typeof fetch;

  /**
   * @param options - See {@link FetchAdapterOptions}.
   * @throws {ConfigError} When an option is invalid.
   */
  constructor(options: FetchAdapterOptions = {}) {
    checkRecord('http', options, { fetch: isA('function') });
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return fetchSend(request, this.#fetch);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Sends a request with a fetch function. */
async function fetchSend(request: HttpRequest, send: typeof fetch): Promise<HttpResponse> {
  request.onConnected?.();
  let response: Response;
  try {
    response = await send(request.origin + request.path, await initOf(request));
  } catch (error) {
    if (request.cancellation.cancelled) throw request.cancellation.reason;
    const message = error instanceof Error ? error.message : 'fetch failed';
    throw httpFailure(codeOf(error), true, message, { address: addressOf(error) });
  }
  if (response.type === 'opaqueredirect')
    return { status: 302, headers: {}, body: new StreamBody(null, request) };
  return {
    status: response.status,
    headers: headersOf(response.headers),
    body: new StreamBody(response.body, request),
  };
}

/** `fetch` has already decompressed the body, but its headers may still name an encoding. */
function headersOf(headers: Headers): Record<string, string> {
  const { 'content-encoding': encoding, ...rest } = Object.fromEntries(headers);
  if (encoding !== undefined) delete rest['content-length'];
  return rest;
}

/** Detects a browser by its `document`: other runtimes reject browser-only request options. */
const inBrowser = (): boolean => 'document' in globalThis;

async function initOf(request: HttpRequest): Promise<RequestInit> {
  const { body } = request;
  const init: RequestInit = {
    method: request.method,
    headers: request.headers as Record<string, string>,
    redirect: 'manual',
    signal: request.cancellation.signal,
  };
  if (inBrowser()) init.credentials = 'omit';
  if (body === null) return init;
  // Streamed, so that its progress shows; a string would lose its length.
  const isLarge = body instanceof Uint8Array && largeBytes(request) !== undefined && canStream();
  if (!isLarge && (typeof body === 'string' || body instanceof Uint8Array))
    return { ...init, body: body as Uint8Array<ArrayBuffer> };
  return { ...init, ...(await streamedBody(request, body as Uint8Array | AsyncIterable<Uint8Array>)) };
}

// Whether `from` exists depends on the type libraries too, which differ between browsers and Node.
const streams = ReadableStream as { from?: (pieces: AsyncIterable<Uint8Array>) => unknown };

const canStream = (): boolean => !inBrowser() && streams.from !== undefined;

/** Sends a body as a stream, or all at once in runtimes that cannot send streams. */
async function streamedBody(
  request: HttpRequest,
  body: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<RequestInit> {
  const pieces = observedBody(body, request);
  if (canStream())
    return { body: streams.from?.(reportSent(pieces, request)) as Blob, duplex: 'half' } as RequestInit;
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(piece as Uint8Array<ArrayBuffer>);
  request.onSent?.();
  return { body: new Blob(all) };
}

async function* reportSent(
  pieces: AsyncIterable<Uint8Array>,
  { onSent }: HttpRequest,
): AsyncGenerator<Uint8Array, undefined> {
  yield* pieces;
  onSent?.();
}

/** A response body backed by a web stream. */
class StreamBody implements HttpBody {
  readonly #stream: ReadableStream<Uint8Array> | null;
  readonly #request: HttpRequest;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #paused: Promise<void> | undefined;
  #resume: (() => void) | undefined;
  #dropped = false;

  constructor(stream: ReadableStream<Uint8Array> | null, request: HttpRequest) {
    this.#stream = stream;
    this.#request = request;
  }

  read(sink: BodySink): void {
    void this.#pump(sink);
  }

  pause(): void {
    this.#paused ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  resume(): void {
    this.#resume?.();
    this.#paused = undefined;
  }

  cancel(): void {
    if (this.#dropped) return;
    this.#dropped = true;
    this.resume();
    const cancelled = this.#reader === undefined ? this.#stream?.cancel() : this.#reader.cancel();
    // Cancelling a body that has already failed rejects; nothing is left to do then.
    cancelled?.catch(() => undefined);
  }

  async #pump(sink: BodySink): Promise<void> {
    try {
      this.#reader = this.#stream?.getReader();
      while (this.#reader !== undefined && !this.#dropped) {
        if (this.#paused !== undefined) await this.#paused;
        const { done, value } = await this.#reader.read();
        if (done || this.#dropped) break;
        sink.data(value);
      }
    } catch (error) {
      if (this.#dropped) return;
      const { cancellation } = this.#request;
      sink.fail(
        cancellation.cancelled
          ? cancellation.reason
          : httpFailure(codeOf(error), true, 'the connection was lost during the response body'),
      );
      return;
    }
    if (!this.#dropped) sink.end();
  }
}

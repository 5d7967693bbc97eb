/** The emulator as an adapter of the transport: no socket, no web objects. */
import type { Engine } from '../engine/engine.js';
import { isStream, type BodyStream, type FakeResponse } from '../engine/message.js';
import { maxBodyBytes } from '../engine/body.js';

/** Tells that a request is no longer wanted. */
export interface FakeCancellation {
  /** True once the request is no longer wanted. */
  readonly cancelled: boolean;
  /** Why. */
  readonly reason: unknown;
  /** Calls back once, with the reason, when the request is no longer wanted. */
  listen(listener: (reason: unknown) => void): void;
}

/** One HTTP request, as the transport makes it. */
export interface FakeHttpRequest {
  /** HTTP method in capitals. */
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body; null for none. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Fires in any phase, the body of the response included. */
  readonly cancellation: FakeCancellation;
  /** Called once before the request is answered. */
  readonly onConnected?: (() => void) | undefined;
  /** Called once when the whole request has been taken. */
  readonly onSent?: (() => void) | undefined;
}

/** Receives a response body. */
export interface FakeBodySink {
  /** Takes a piece of the body. */
  data(chunk: Uint8Array): void;
  /** The body is complete. */
  end(): void;
  /** The body broke off. */
  fail(error: unknown): void;
}

/** A response body that has not been read yet. */
export interface FakeHttpBody {
  /** Hands over the body. */
  read(sink: FakeBodySink): void;
  /** Asks for no more data. */
  pause(): void;
  /** Asks for data again. */
  resume(): void;
  /** Drops the rest. */
  cancel(): void;
}

/** An HTTP response. */
export interface FakeHttpResponse {
  /** Status code. */
  readonly status: number;
  /** Header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: FakeHttpBody;
}

/** Moves requests into the emulator: structurally the transport's `HttpAdapter`. */
export interface FakeAdapter {
  /** Sends a request. */
  send(request: FakeHttpRequest): Promise<FakeHttpResponse>;
  /** Does nothing: there are no connections. */
  close(): Promise<void>;
}

/**
 * Makes the adapter.
 *
 * @param engine - The engine that answers.
 */
export function createAdapter(engine: Engine): FakeAdapter {
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const { cancellation } = request;
        if (cancellation.cancelled) {
          reject(cancellation.reason as Error);
          return;
        }
        const body = new ResponseBody();
        cancellation.listen((reason) => {
          reject(reason as Error);
          body.fail(reason);
        });
        answer(engine, request, body).then(resolve, reject);
      }),
    close: () => Promise.resolve(),
  };
}

async function answer(
  engine: Engine,
  request: FakeHttpRequest,
  responseBody: ResponseBody,
): Promise<FakeHttpResponse> {
  const { method, path, headers, body, cancellation } = request;
  request.onConnected?.();
  const isWhole = body === null || typeof body === 'string' || body instanceof Uint8Array;
  const whole = isWhole ? body : await collect(engine, request, body);
  request.onSent?.();
  const onGone = (listener: () => void): void => cancellation.listen(listener);
  const response = await engine.handle({ method, target: path, headers, body: whole, onGone });
  responseBody.open(response.body);
  return { status: response.status, headers: response.headers, body: responseBody };
}

/** Reads a body that comes in pieces, up to a little more than the operation takes. */
async function collect(
  engine: Engine,
  request: FakeHttpRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const limit = maxBodyBytes(engine.operationOf(request.method, request.path));
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > limit || request.cancellation.cancelled) break;
  }
  return Buffer.concat(pieces);
}

const encoder = new TextEncoder();

/** A response body on its way: opened by the answer, then read or cancelled by the transport. */
class ResponseBody implements FakeHttpBody {
  #content: FakeResponse['body'] = '';
  #sink: FakeBodySink | undefined;
  #isOver = false;
  #isPaused = false;
  #wake: (() => void) | undefined;

  open(content: FakeResponse['body']): void {
    this.#content = content;
    if (this.#isOver && isStream(content)) content.cancel();
  }

  read(sink: FakeBodySink): void {
    if (this.#isOver) return;
    this.#sink = sink;
    const content = this.#content;
    if (isStream(content)) {
      void this.#pump(content, sink);
      return;
    }
    this.#isOver = true;
    if (content.length > 0) sink.data(typeof content === 'string' ? encoder.encode(content) : content);
    sink.end();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#wake?.();
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (isStream(this.#content)) this.#content.cancel();
    this.#wake?.();
  }

  /** Breaks off. */
  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.cancel();
    this.#sink?.fail(reason);
  }

  async #pump(stream: BodyStream, sink: FakeBodySink): Promise<void> {
    try {
      for await (const chunk of stream) {
        if (this.#isOver) return;
        sink.data(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        if (this.#isPaused) await this.#resumed();
      }
      if (this.#isOver) return;
      this.#isOver = true;
      sink.end();
    } catch (error) {
      if (this.#isOver) return;
      this.#isOver = true;
      sink.fail(error);
    }
  }

  #resumed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        if (!this.#isPaused || this.#isOver) resolve();
      };
      this.#wake();
    });
  }
}

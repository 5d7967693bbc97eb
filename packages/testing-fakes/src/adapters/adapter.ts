/** The emulator as an adapter of the transport: no socket, no web objects. */
import type { Engine } from '../engine/engine.js';
import { isStream, type BodyStream, type FakeResponse } from '../engine/message.js';
import { maxBodyBytes } from '../engine/body.js';

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
  /** Aborts the request in any phase. */
  readonly signal: AbortSignal;
  /** Called once before the request is answered. */
  readonly onConnected?: (() => void) | undefined;
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
    async send(request) {
      const { method, path, headers, signal } = request;
      signal.throwIfAborted();
      request.onConnected?.();
      const { body } = request;
      const held =
        body === null || typeof body === 'string' || body instanceof Uint8Array
          ? body
          : await collect(engine, request, body);
      const response = await engine.handle({ method, target: path, headers, body: held, signal });
      if (signal.aborted) {
        if (isStream(response.body)) response.body.cancel();
        signal.throwIfAborted();
      }
      return { status: response.status, headers: response.headers, body: bodyOf(response, signal) };
    },
    close: () => Promise.resolve(),
  };
}

/** Reads a body that comes in pieces, up to one byte more than the operation takes. */
async function collect(
  engine: Engine,
  request: FakeHttpRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const limit = maxBodyBytes(engine.operationOf(request.method, request.path));
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    request.signal.throwIfAborted();
    pieces.push(piece);
    size += piece.byteLength;
    if (size > limit) break;
  }
  return Buffer.concat(pieces);
}

const encoder = new TextEncoder();

function bodyOf(response: FakeResponse, signal: AbortSignal): FakeHttpBody {
  const { body } = response;
  return isStream(body) ? new StreamedBody(body, signal) : new WholeBody(body, signal);
}

class WholeBody implements FakeHttpBody {
  readonly #data: string | Uint8Array;
  readonly #signal: AbortSignal;
  #isCancelled = false;

  constructor(data: string | Uint8Array, signal: AbortSignal) {
    this.#data = data;
    this.#signal = signal;
  }

  read(sink: FakeBodySink): void {
    if (this.#isCancelled) return;
    if (this.#signal.aborted) {
      sink.fail(this.#signal.reason);
      return;
    }
    if (this.#data.length > 0)
      sink.data(typeof this.#data === 'string' ? encoder.encode(this.#data) : this.#data);
    sink.end();
  }

  // It is handed over in one piece, so there is nothing to hold back.
  pause(): void {}
  resume(): void {}

  cancel(): void {
    this.#isCancelled = true;
  }
}

class StreamedBody implements FakeHttpBody {
  readonly #stream: BodyStream;
  readonly #signal: AbortSignal;
  #isOver = false;
  #isPaused = false;
  #wake: (() => void) | undefined;

  constructor(stream: BodyStream, signal: AbortSignal) {
    this.#stream = stream;
    this.#signal = signal;
  }

  read(sink: FakeBodySink): void {
    const onAbort = (): void => {
      if (this.#isOver) return;
      this.cancel();
      sink.fail(this.#signal.reason);
    };
    if (this.#signal.aborted) {
      onAbort();
      return;
    }
    this.#signal.addEventListener('abort', onAbort, { once: true });
    void this.#pump(sink).finally(() => this.#signal.removeEventListener('abort', onAbort));
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
    this.#stream.cancel();
    this.#wake?.();
  }

  async #pump(sink: FakeBodySink): Promise<void> {
    try {
      for await (const chunk of this.#stream) {
        if (this.#isOver) return;
        sink.data(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        while (this.#isPaused && !this.#isOver) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        if (this.#isOver) return;
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
}

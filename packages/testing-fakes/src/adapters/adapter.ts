/** The emulator as an HTTP adapter for clients, without sockets or web objects. */
import type { Engine } from '../engine/message.js';
import { isStream, type BodyStream, type FakeRequest, type FakeResponse } from '../engine/message.js';

/** Cancellation of a request, signalled by the client. */
export interface FakeCancellation {
  /** Whether the request has been cancelled. */
  readonly cancelled: boolean;
  /** Reason for the cancellation. */
  readonly reason: unknown;
  /** Registers a listener that is called once, with the reason, when the request is cancelled. */
  listen(listener: (reason: unknown) => void): void;
}

/** An HTTP request from a client. */
export interface FakeHttpRequest {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body, or null. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Cancels the request in any phase, including while the response body is read. */
  readonly cancellation: FakeCancellation;
  /** Called once, before the request body is read. */
  readonly onConnected?: (() => void) | undefined;
  /** Called once, when the whole request body has been read. */
  readonly onSent?: (() => void) | undefined;
}

/** Consumer of a response body. */
export interface FakeBodySink {
  /** Receives a chunk of the body. */
  data(chunk: Uint8Array): void;
  /** Called when the body is complete. */
  end(): void;
  /** Called when the body fails before its end. */
  fail(error: unknown): void;
}

/** An unread response body. */
export interface FakeHttpBody {
  /** Starts sending the body to a sink. */
  read(sink: FakeBodySink): void;
  /** Pauses the body until {@link FakeHttpBody.resume}. */
  pause(): void;
  /** Resumes a paused body. */
  resume(): void;
  /** Stops the body and discards the rest. */
  cancel(): void;
}

/** An HTTP response. */
export interface FakeHttpResponse {
  /** Status code. */
  readonly status: number;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The unread body. */
  readonly body: FakeHttpBody;
}

/** Passes client requests to the emulator. Structurally identical to the `HttpAdapter` of the clients. */
export interface FakeAdapter {
  /** Sends a request. */
  send(request: FakeHttpRequest): Promise<FakeHttpResponse>;
  /** Does nothing, because there are no connections to close. */
  close(): Promise<void>;
}

/**
 * Creates the adapter.
 *
 * @param engine - Engine that handles the requests.
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
        handle(engine, request, body).then(resolve, reject);
      }),
    close: () => Promise.resolve(),
  };
}

async function handle(
  engine: Engine,
  request: FakeHttpRequest,
  responseBody: ResponseBody,
): Promise<FakeHttpResponse> {
  const { method, origin, path, headers, cancellation } = request;
  request.onConnected?.();
  const body = new RequestBody(request);
  const onDisconnect = (listener: () => void): void => cancellation.listen(listener);
  const response = await engine.handle({
    method,
    target: path,
    origin,
    headers,
    body: body.content,
    onDisconnect,
  });
  await body.close();
  responseBody.open(response.body);
  return { status: response.status, headers: response.headers, body: responseBody };
}

/** A request body. It counts as sent once the engine has read it, or has rejected the request without reading it. */
class RequestBody {
  readonly content: FakeRequest['body'];
  readonly #request: FakeHttpRequest;
  /** The pieces of a body that is not complete yet. */
  readonly #source: AsyncIterable<Uint8Array> | undefined;
  #isSent = false;

  constructor(request: FakeHttpRequest) {
    this.#request = request;
    const { body } = request;
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      this.content = body;
      this.#sent();
    } else {
      this.#source = body;
      this.content = this.#pieces(body);
    }
  }

  /** Stops a body that has not been read to its end. */
  async close(): Promise<void> {
    if (this.#isSent) return;
    await this.#source?.[Symbol.asyncIterator]().return?.();
    this.#sent();
  }

  async *#pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      if (this.#request.cancellation.cancelled) return;
      yield piece;
    }
    this.#sent();
  }

  #sent(): void {
    this.#isSent = true;
    this.#request.onSent?.();
  }
}

const encoder = new TextEncoder();

/** A response body. `open` sets the content once the engine has responded; the client then reads or cancels it. */
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

  /** Ends the body with an error. */
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

/**
 * What the transport asks of the layer that moves bytes. Adapters exist for undici, `fetch` and the emulator; a user
 * may bring another. The interface pushes bytes, because a chunk handed over costs less than a chunk asked for.
 */

/** Cancels a request. Cheaper than an AbortSignal, which it makes only when asked for one. */
export interface Cancellation {
  /** True once the request has been cancelled. */
  readonly cancelled: boolean;
  /** Why; undefined before. */
  readonly reason: unknown;
  /**
   * Registers a listener that is called once, with the reason, when the request is cancelled; at once when it already
   * is.
   */
  listen(listener: (reason: unknown) => void): void;
  /** The same as an AbortSignal, for code that takes one. */
  readonly signal: AbortSignal;
}

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  /** HTTP method in capitals. */
  readonly method: string;
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body; null for none. A stream is read once. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Fires in any phase, the body of the response included. */
  readonly cancellation: Cancellation;
  /** Longest time for TCP and TLS, in milliseconds, for adapters that open connections themselves. */
  readonly connectMs?: number | undefined;
  /** Called when the request has to wait for a free connection; the deadline for connecting is then lifted. */
  readonly onQueued?: (() => void) | undefined;
  /**
   * Called once when a connection is there and the request is about to be written to it. The deadline for connecting
   * holds until then; an adapter that does not know calls it at once.
   */
  readonly onConnected?: (() => void) | undefined;
  /** Called once when the last byte of the request has been written. */
  readonly onSent?: (() => void) | undefined;
}

/** Receives a response body. Exactly one of `end` and `fail` is called, once, and nothing after it. */
export interface BodySink {
  /** Takes a piece of the body, as it arrived, without content encoding. The bytes are the sink's to keep. */
  data(chunk: Uint8Array): void;
  /** The body is complete. */
  end(): void;
  /** The body broke off, or the request was cancelled. */
  fail(error: unknown): void;
}

/** A response body that has not been read yet. It is either read or cancelled, once. */
export interface HttpBody {
  /** Hands over the body to a sink, beginning with what has arrived already. */
  read(sink: BodySink): void;
  /** Asks for no more data until {@link HttpBody.resume}; data in flight may still arrive. */
  pause(): void;
  /** Asks for data again. */
  resume(): void;
  /** Drops the rest of the body and closes the connection if that is cheaper than reading it. The sink receives nothing more. */
  cancel(): void;
}

/** An HTTP response whose headers have arrived. */
export interface HttpResponse {
  /** Status code. */
  readonly status: number;
  /** Header fields; names in lower case, values of a repeated field joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: HttpBody;
}

/**
 * Moves requests and responses. It follows no redirects, retries nothing and has no deadlines of its own but the one
 * for connecting: the transport does all of that.
 */
export interface HttpAdapter {
  /**
   * Sends a request.
   *
   * @returns The response as soon as its headers have arrived.
   * @throws {HttpFailure} When no response arrives.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Why no response (or no whole body) arrived. Adapters throw it; any other error counts as `code: 'unknown'`, `sent: true`. */
export interface HttpFailure extends Error {
  /** Stable code, for example `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`, `tls`. */
  readonly code: string;
  /** False only when it is certain that no byte of the request reached the server. */
  readonly sent: boolean;
}

/** Passes a request on, towards the adapter. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Wraps the sending of each attempt, for example to sign, record or mock it. The first middleware listed is the
 * outermost. It may change a copy of the request; a response that it does not hand on must be read or cancelled.
 */
export type Middleware = (next: HttpHandler) => HttpHandler;

/**
 * The interface between the transport and an HTTP implementation. Adapters exist for undici, `fetch` and the
 * emulator; users can supply their own. Adapters push bytes because pushing a chunk costs less than pulling it.
 */

/**
 * Signals that a request is cancelled. Cheaper than an `AbortSignal`, which is created only if
 * {@link Cancellation.signal} is read.
 */
export interface Cancellation {
  /** Whether the request has been cancelled. */
  readonly cancelled: boolean;
  /** Reason of the cancellation; undefined until then. */
  readonly reason: unknown;
  /** Calls a listener once with the reason when the request is cancelled, or immediately if it already is. */
  listen(listener: (reason: unknown) => void): void;
  /** The cancellation as an `AbortSignal`, for APIs that take one. */
  readonly signal: AbortSignal;
}

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Request headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body; null if there is none. A stream can be read once. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Cancels the request in any phase, including while the response body is read. */
  readonly cancellation: Cancellation;
  /** Deadline for the TCP and TLS handshakes, in milliseconds, for adapters that open connections themselves. */
  readonly connectMs?: number | undefined;
  /** Called when the request waits for a free connection. Ends the connect deadline and starts that of the queue. */
  readonly onQueued?: (() => void) | undefined;
  /**
   * Called once, when a connection is available and the request is about to be written. The connect deadline applies
   * until then. An adapter that cannot observe this calls it immediately.
   */
  readonly onConnected?: (() => void) | undefined;
  /**
   * Called before the body is sent, and whenever the connection has taken a part of it. An adapter that cannot observe
   * this does not call it; the deadline for response headers then starts when the request is connected.
   */
  readonly onSending?: (() => void) | undefined;
  /** Called once, when the last byte of the request has been written. */
  readonly onSent?: (() => void) | undefined;
}

/** Receives a response body: any number of `data` calls, then exactly one `end` or `fail`. */
export interface BodySink {
  /** Receives a decompressed chunk of the body. The sink owns the bytes. */
  data(chunk: Uint8Array): void;
  /** Called when the body is complete. */
  end(): void;
  /** Called when the body breaks off or the request is cancelled. */
  fail(error: unknown): void;
}

/** A response body that has not been read yet. It must be either read or cancelled, once. */
export interface HttpBody {
  /** Sends the body to a sink, starting with the data that has already arrived. */
  read(sink: BodySink): void;
  /** Pauses the body until {@link HttpBody.resume} is called. Data in flight may still arrive. */
  pause(): void;
  /** Resumes a paused body. */
  resume(): void;
  /**
   * Discards the rest of the body, closing the connection if that is cheaper than reading on. The sink is not called
   * again.
   */
  cancel(): void;
}

/** An HTTP response whose headers have arrived. */
export interface HttpResponse {
  /** Status code. */
  readonly status: number;
  /** Response headers, with lower-case names. Values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: HttpBody;
}

/**
 * Sends HTTP requests. Implement it to use another HTTP library. An adapter does not follow redirects, retry or
 * enforce deadlines other than `connectMs`; the transport does.
 */
export interface HttpAdapter {
  /**
   * Sends a request.
   *
   * @returns The response, as soon as its headers have arrived.
   * @throws {HttpFailure} When the response headers do not arrive.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * The error that adapters throw when a response or its body does not arrive in full. Any other error is treated as
 * `code: 'unknown'`, `sent: true`.
 */
export interface HttpFailure extends Error {
  /** Stable code, for example `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`, `tls`. */
  readonly code: string;
  /** False only if it is certain that no byte of the request reached the server. */
  readonly sent: boolean;
  /** Address that refused the connection or did not respond, or host name that could not be resolved. */
  readonly address?: string | undefined;
  /** Status with which a proxy rejected the connection. */
  readonly proxyStatus?: number | undefined;
}

/** Sends a request: the next middleware or the adapter. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Wraps each attempt of a request, for example to sign, record or mock it. The first middleware in the list is the
 * outermost. To change a request, pass a modified copy to `next`. If you do not return a response, read or cancel its
 * body.
 */
export type Middleware = (next: HttpHandler) => HttpHandler;

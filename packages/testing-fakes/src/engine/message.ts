/** Transport-independent requests and responses. Adapters convert to and from these plain objects. */

/** Request headers, with lower-case names. The values of a repeated header are an array, or joined by `, `. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request. */
export interface FakeRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query as in the request line, percent-encoded. */
  readonly target: string;
  /** Scheme, host and port that the client uses. */
  readonly origin: string;
  readonly headers: RequestHeaders;
  /** Request body: complete, or the pieces as they arrive; null when there is none. Not read when the request is rejected before. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Registers a listener that is called once when the client disconnects. */
  readonly onDisconnect?: ((listener: () => void) => void) | undefined;
}

/** A response body that is produced while it is sent. It can be read only once. */
export interface BodyStream extends AsyncIterable<string | Uint8Array> {
  /** Stops the stream and ends any pending wait of its source. */
  cancel(): void;
}

/** A response. */
export interface FakeResponse {
  /** Status code. */
  readonly status: number;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | BodyStream;
}

/** Handles requests. */
export interface Engine {
  /**
   * Handles a request. Invalid requests result in an error response, never in a rejection.
   *
   * @throws {ConnectionCut} When a fault cuts the connection before the response starts.
   */
  handle(request: FakeRequest): Promise<FakeResponse>;
}

/** Whether a body is a stream rather than complete. */
export function isStream(body: FakeResponse['body']): body is BodyStream {
  return typeof body === 'object' && !(body instanceof Uint8Array);
}

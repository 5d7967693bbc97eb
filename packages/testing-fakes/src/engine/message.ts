/** Requests and responses as the engine sees them: plain records, so that no transport has to pay for another's form. */

/** Header fields of a request; names in lower case. A repeated field is an array, or joined by `, `. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request. */
export interface FakeRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query as in the request line, percent-encoded. */
  readonly target: string;
  /** Header fields. */
  readonly headers: RequestHeaders;
  /** Body; null for none. */
  readonly body: string | Uint8Array | null;
  /** Registers who is called once when the caller is gone before the answer has begun. */
  readonly onGone?: ((listener: () => void) => void) | undefined;
}

/** A body that is produced while it is sent. It is read once, to its end or until it is cancelled. */
export interface BodyStream extends AsyncIterable<string | Uint8Array> {
  /** Ends production; whoever waits in the middle of it is woken. */
  cancel(): void;
}

/** A response. */
export interface FakeResponse {
  /** Status code. */
  readonly status: number;
  /** Header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body. */
  readonly body: string | Uint8Array | BodyStream;
}

/** Tells a body that is produced while it is sent from one that is there. */
export function isStream(body: FakeResponse['body']): body is BodyStream {
  return typeof body === 'object' && !(body instanceof Uint8Array);
}

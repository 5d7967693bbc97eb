/** Recorded exchanges: requests to a service with its responses. */

/** A server-sent event of a recorded response. */
export interface RecordedEvent {
  /** Name of the event. */
  readonly event?: string | undefined;
  /** Data, if it is JSON. */
  readonly json?: unknown;
  /** Data, if it is not JSON. */
  readonly text?: string | undefined;
}

/** A recorded response. At most one of `json`, `events`, `lines`, `text`, `base64` and `bytes` is its body. */
export interface RecordedResponse {
  /** Status code. */
  readonly status: number;
  /** Headers. A recording contains the content type, the request id, retry hints and rate limits. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON body. */
  readonly json?: unknown;
  /** Events of a stream. */
  readonly events?: readonly RecordedEvent[] | undefined;
  /** Lines of JSON. */
  readonly lines?: readonly unknown[] | undefined;
  /** Body as text. */
  readonly text?: string | undefined;
  /** Body in base64. */
  readonly base64?: string | undefined;
  /** Size of a file whose content was not recorded. As many zeros are sent. */
  readonly bytes?: number | undefined;
  /** Whether the connection is reset after the body. Defaults to false. */
  readonly cut?: boolean | undefined;
}

/** A recorded exchange. It replies to one request with the same method, path, query and body. */
export interface Exchange {
  /** Operation id, for error messages. */
  readonly operation?: string | undefined;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Query without the question mark. The order of its parameters does not matter. */
  readonly query?: string | undefined;
  /**
   * JSON body, or `{ multipart }` with the parts of a form: each has a `name`, and a `value` or the `filename`, `content_type`,
   * `size` and `sha256` of a file. In a recording, secrets are `[secret]`, and unless the content was kept, prompts are replaced by their length.
   * A request matches if it is equal after the same replacements. Any body matches when this is omitted.
   */
  readonly body?: unknown;
  /** Response to send. */
  readonly response: RecordedResponse;
}

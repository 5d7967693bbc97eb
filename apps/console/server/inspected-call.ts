/** The calls that the request inspector shows. All times are milliseconds since the start of the call. */

/** A call as the list shows it. */
export interface CallSummary {
  readonly id: number;
  readonly operation: string;
  /** When it started, in milliseconds since 1970. */
  readonly at: number;
  /** Null while it is in flight. */
  readonly durationMs: number | null;
  /** Status of the last response. */
  readonly status: number | null;
  /** Error code. Null if the call has not failed. */
  readonly code: string | null;
  /** Whether it failed. A call of a page that was left did not. */
  readonly isFailed: boolean;
  readonly attempts: number;
  /** Request IDs of all attempts. */
  readonly requestIds: readonly string[];
  /** Rule that the request violated, as the emulator reports it. */
  readonly rule: string | null;
}

/** An attempt of a call. */
export interface InspectedAttempt {
  readonly startMs: number;
  /** When a connection was available. Null if there was none. */
  connectedMs: number | null;
  /** When the headers of the response arrived. */
  headersMs: number | null;
  /** When the response was complete, or broke off. */
  endMs: number | null;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  responseHeaders: Readonly<Record<string, string>>;
  status: number | null;
  /** Number of bytes of the body that arrived. */
  bytes: number;
  /** Start of the body of a response that is neither JSON nor a stream, or that reports an error. */
  text: string;
  /** Why the attempt failed, and how long the client waited before the next one. Null if there was no next one. */
  retry: { readonly code: string; readonly waitMs: number } | null;
}

/** A stream event as it arrived. */
export interface InspectedEvent {
  readonly atMs: number;
  readonly type: string;
  readonly data: string;
}

/** A call with everything that is known about it. */
export interface InspectedCall extends CallSummary {
  readonly tries: readonly InspectedAttempt[];
  /** Waits for rate limits. */
  readonly waits: readonly { readonly limit: string; readonly waitedMs: number }[];
  /** When the first content of a stream arrived. */
  readonly firstContentMs: number | null;
  /** Bodies as JSON. Null if there are none. */
  readonly request: string | null;
  readonly response: string | null;
  readonly message: string | null;
  readonly events: readonly InspectedEvent[];
  /** Number of events that arrived, which can be more than are kept. */
  readonly eventCount: number;
  /** The call as a command line and as a program. Null if its body is too large to be shown in full. */
  readonly curl: string | null;
  readonly program: string | null;
}

import type { Operation } from '@parlance/schemas/kit';

/** What a telemetry implementation receives when a call begins. */
export interface TelemetryCall {
  /** The operation. */
  readonly operation: Operation;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The body, before serialization; undefined without one. */
  readonly body: unknown;
  /** True when the response is a stream. */
  readonly streaming: boolean;
}

/** What a telemetry implementation receives when a call ends. */
export interface TelemetryResult {
  /** Status of the last response, null when there was none. */
  readonly status: number | null;
  /** Request id of the last response. */
  readonly requestId: string | null;
  /** The response, or what a stream accumulated; undefined without one. */
  readonly response: unknown;
  /** The error; undefined when the call succeeded. */
  readonly error: Error | undefined;
  /** Attempts made. */
  readonly attempts: number;
}

/** One call under observation. */
export interface TelemetrySpan {
  /** Headers to add to the request, for example `traceparent`. */
  headers(): Readonly<Record<string, string>> | undefined;
  /** An attempt has failed and will be repeated. */
  retry(facts: { readonly attempt: number; readonly code: string; readonly waitMs: number }): void;
  /** The first content event of a stream has arrived. */
  firstContent(): void;
  /** The call has ended. */
  end(result: TelemetryResult): void;
}

/** Observes calls; `openTelemetry()` of `@parlance/core-transport/telemetry` makes one. */
export interface Telemetry {
  /** Called when a call begins. */
  start(call: TelemetryCall): TelemetrySpan;
}

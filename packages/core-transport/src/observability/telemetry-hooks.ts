import type { Operation } from '@parlance/schemas/kit';

/** Facts about a call that starts, passed to {@link Telemetry.start}. */
export interface TelemetryCall {
  /** The operation. */
  readonly operation: Operation;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Request body before serialization; undefined if there is none. */
  readonly body: unknown;
  /** Whether the response is a stream. */
  readonly streaming: boolean;
  /** Returns the name that the deployment uses for a model, which differs with the option `naming`. */
  readonly modelName: (model: string) => string;
}

/** Facts about a run of an agent, passed to {@link Telemetry.startRun}. */
export interface TelemetryRun {
  /** Model, by the name that the deployment uses. */
  readonly model: string;
}

/** Facts about a run that has ended, passed to {@link TelemetryRunSpan.end}. */
export interface TelemetryRunResult {
  /** Summed usage of the replies; undefined if there was none. */
  readonly usage: object | undefined;
  /** Why the last reply ended; undefined if there was none. */
  readonly stopReason: string | undefined;
  /** The error; undefined if the run did not fail. */
  readonly error: unknown;
}

/** A call of a tool, passed to {@link TelemetryRunSpan.startTool}. */
export interface TelemetryToolCall {
  /** Id of the call. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** Its input. */
  readonly input: unknown;
}

/** Records code whose own calls and runs belong to it. */
export interface TelemetryScope {
  /** Runs code, and returns its result. */
  within<T>(code: () => T): T;
}

/** Records a call of a tool. */
export interface TelemetryToolSpan extends TelemetryScope {
  /** Called when the tool has ended; `failure` is undefined if it succeeded. */
  end(result: { readonly output: unknown; readonly failure: string | undefined }): void;
}

/** Records one run; returned by {@link Telemetry.startRun}. */
export interface TelemetryRunSpan extends TelemetryScope {
  /** Called when a tool starts. */
  startTool(call: TelemetryToolCall): TelemetryToolSpan;
  /** Called when the run has ended. */
  end(result: TelemetryRunResult): void;
}

/** Facts about a call that has ended, passed to {@link TelemetrySpan.end}. */
export interface TelemetryResult {
  /** Status of the last response; null if there was none. */
  readonly status: number | null;
  /** Request id of the last response; null if it did not include one. */
  readonly requestId: string | null;
  /** The response, or what a stream accumulated; undefined if there is neither. */
  readonly response: unknown;
  /** The error; undefined if the call succeeded. */
  readonly error: Error | undefined;
  /** Number of attempts. */
  readonly attempts: number;
}

/** Records one call; returned by {@link Telemetry.start}. */
export interface TelemetrySpan {
  /** Returns headers to add to the request, for example `traceparent`. */
  headers(): Readonly<Record<string, string>> | undefined;
  /** Called when an attempt has failed and will be retried. */
  retry(facts: { readonly attempt: number; readonly code: string; readonly waitMs: number }): void;
  /** Called when an attempt was rejected with 429. `limit` is the name of the limit, for example `messages/assistant-opus-4-7`. */
  rateLimited?(facts: { readonly limit: string }): void;
  /** Called when an attempt starts to wait for a rate limit. */
  waitStarted?(facts: { readonly limit: string }): void;
  /** Called when an attempt has finished waiting for a rate limit. */
  waitEnded?(facts: { readonly limit: string; readonly waitedMs: number }): void;
  /** Called when the first content event of a stream has arrived. */
  firstContent(): void;
  /** Called when the call has ended. */
  end(result: TelemetryResult): void;
}

/**
 * Traces and measures calls. Use `openTelemetry()` from `@parlance/core-transport/telemetry`, or implement it for
 * another system.
 */
export interface Telemetry {
  /** Called when a call starts. */
  start(call: TelemetryCall): TelemetrySpan;
  /** Called when a run of an agent starts. Its requests and tools belong to it. */
  startRun?(run: TelemetryRun): TelemetryRunSpan;
  /** Called when a tool starts that belongs to no run of this process, such as that of a session. */
  startTool?(call: TelemetryToolCall): TelemetryToolSpan;
}

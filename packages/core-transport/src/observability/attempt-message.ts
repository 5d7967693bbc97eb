/**
 * Message that `node:diagnostics_channel` subscribers receive when an attempt starts (`parlance:attempt:start`) and
 * when it ends (`parlance:attempt:end`).
 */
export interface AttemptMessage {
  /** Id of the operation. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path template, without parameter values. */
  readonly path: string;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** HTTP status; null at the start, or if no response arrived. */
  readonly status: number | null;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
  /** Duration of the attempt in milliseconds; null at the start. */
  readonly durationMs: number | null;
  /** Error code; null if the attempt did not fail. */
  readonly code: string | null;
  /** Wait before the next attempt, in milliseconds; null if there is none. */
  readonly waitMs: number | null;
  /** Retries left in the client's retry budget. */
  readonly retriesLeft: number;
}

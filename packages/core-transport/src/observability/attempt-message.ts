/** What is published when an attempt begins (`parlance:attempt:start`) and ends (`parlance:attempt:end`). */
export interface AttemptMessage {
  /** Id of the operation. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path template, without the values of its parameters. */
  readonly path: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Status, null when no response arrived or, at the start, yet. */
  readonly status: number | null;
  /** Request id; null when the response had none. */
  readonly requestId: string | null;
  /** How long it took, in milliseconds; null at the start. */
  readonly durationMs: number | null;
  /** Code of the error; null without one. */
  readonly code: string | null;
  /** Wait before the next attempt, in milliseconds; null when no attempt follows. */
  readonly waitMs: number | null;
  /** Retries left in the client's budget. */
  readonly retriesLeft: number;
}

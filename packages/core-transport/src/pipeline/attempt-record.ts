/** One attempt of a call, as listed in the `attempts` of an error. */
export interface AttemptRecord {
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** Code of the attempt's error. */
  readonly code: string;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
  /** Duration of the attempt, in milliseconds. */
  readonly durationMs: number;
  /** Wait before the next attempt, in milliseconds; null for the last one. */
  readonly waitMs: number | null;
}

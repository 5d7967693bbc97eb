/** One attempt of a call, as errors list it. */
export interface AttemptRecord {
  /** Number, from 1. */
  readonly attempt: number;
  /** Status, null when no response arrived. */
  readonly status: number | null;
  /** Code of its error. */
  readonly code: string;
  /** Request id, null when there is none. */
  readonly requestId: string | null;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** How long was waited after it, in milliseconds; null when it was the last one. */
  readonly waitMs: number | null;
}

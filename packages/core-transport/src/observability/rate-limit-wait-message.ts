/**
 * Message that `node:diagnostics_channel` subscribers receive when an attempt starts to wait for a rate limit
 * (`parlance:rate-limit-wait:start`) and when the wait is over (`parlance:rate-limit-wait:end`).
 */
export interface RateLimitWaitMessage {
  /** Id of the operation. */
  readonly operation: string;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Name of the limit, for example `messages/assistant-opus-4-7`. */
  readonly limit: string;
  /** Calls waiting for the same limit, including this one; null at the end. */
  readonly queued: number | null;
  /** Duration of the wait in milliseconds; null at the start. */
  readonly waitedMs: number | null;
}

import type { Clock } from '../clock.js';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { ObservedAttempt, Observer } from './observer.js';

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

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface NodeProcess {
  getBuiltinModule?(name: string): { channel(name: string): Channel } | undefined;
}

/** Publishes attempts and waits for rate limits on `node:diagnostics_channel`; undefined where it is not available. */
export function diagnosticsObserver({
  clock,
  retryBudget,
}: {
  readonly clock: Clock;
  readonly retryBudget: { readonly left: number };
}): Observer | undefined {
  const node = (globalThis as { process?: NodeProcess }).process;
  const diagnostics = node?.getBuiltinModule?.('node:diagnostics_channel');
  if (diagnostics === undefined) return undefined;
  const started = diagnostics.channel('parlance:attempt:start');
  const ended = diagnostics.channel('parlance:attempt:end');
  const waitStarted = diagnostics.channel('parlance:rate-limit-wait:start');
  const waitEnded = diagnostics.channel('parlance:rate-limit-wait:end');
  const publishEnd = (attempt: ObservedAttempt, error: ParlanceError | null, waitMs: number | null): void => {
    if (!ended.hasSubscribers) return;
    const durationMs = clock.now() - attempt.startedAt;
    const retriesLeft = retryBudget.left;
    ended.publish({ ...messageOf(attempt), durationMs, code: error?.code ?? null, waitMs, retriesLeft });
  };
  const observer = {
    attemptStarted(attempt: ObservedAttempt): void {
      if (started.hasSubscribers) started.publish({ ...messageOf(attempt), retriesLeft: retryBudget.left });
    },
    attemptSucceeded: (attempt: ObservedAttempt): void => publishEnd(attempt, null, null),
    attemptFailed: publishEnd,
    waitStarted(
      { operation, number }: ObservedAttempt,
      { limit, queued }: { limit: string; queued: number },
    ): void {
      if (!waitStarted.hasSubscribers) return;
      waitStarted.publish({ operation: operation.id, attempt: number, limit, queued, waitedMs: null });
    },
    waitEnded(
      { operation, number }: ObservedAttempt,
      { limit, waitedMs }: { limit: string; waitedMs: number },
    ): void {
      if (!waitEnded.hasSubscribers) return;
      waitEnded.publish({ operation: operation.id, attempt: number, limit, queued: null, waitedMs });
    },
  };
  return () => observer;
}

/** The message for an attempt that has just started, without client-wide figures. */
function messageOf(attempt: ObservedAttempt): Omit<AttemptMessage, 'retriesLeft'> {
  const { number, status, requestId, operation } = attempt;
  const { id, method, path } = operation;
  return {
    operation: id,
    method,
    path,
    attempt: number,
    status,
    requestId,
    durationMs: null,
    code: null,
    waitMs: null,
  };
}

import type { Clock } from '../clock.js';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { RetryBudget } from '../pipeline/retry-budget.js';
import type { AttemptMessage } from './attempt-message.js';
import type { Observer } from './observer.js';

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface NodeProcess {
  getBuiltinModule?(name: string): { channel(name: string): Channel } | undefined;
}

/** The parts of a client that the messages need. */
export interface DiagnosticsSource {
  readonly clock: Clock;
  readonly retryBudget: RetryBudget;
}

/** Publishes attempts and waits for rate limits on `node:diagnostics_channel`; undefined where it is not available. */
export function diagnosticsObserver({ clock, retryBudget }: DiagnosticsSource): Observer | undefined {
  const node = (globalThis as { process?: NodeProcess }).process;
  const diagnostics = node?.getBuiltinModule?.('node:diagnostics_channel');
  if (diagnostics === undefined) return undefined;
  const started = diagnostics.channel('parlance:attempt:start');
  const ended = diagnostics.channel('parlance:attempt:end');
  const waitStarted = diagnostics.channel('parlance:rate-limit-wait:start');
  const waitEnded = diagnostics.channel('parlance:rate-limit-wait:end');
  const publishEnd = (attempt: Attempt, error: ParlanceError | null, waitMs: number | null): void => {
    if (!ended.hasSubscribers) return;
    const durationMs = clock.now() - attempt.startedAt;
    const retriesLeft = retryBudget.left;
    ended.publish({ ...messageOf(attempt), durationMs, code: error?.code ?? null, waitMs, retriesLeft });
  };
  const observer = {
    attemptStarted(attempt: Attempt): void {
      if (started.hasSubscribers) started.publish({ ...messageOf(attempt), retriesLeft: retryBudget.left });
    },
    attemptSucceeded: (attempt: Attempt): void => publishEnd(attempt, null, null),
    attemptFailed: publishEnd,
    waitStarted({ operation, number }: Attempt, { limit, queued }: { limit: string; queued: number }): void {
      if (!waitStarted.hasSubscribers) return;
      waitStarted.publish({ operation: operation.id, attempt: number, limit, queued, waitedMs: null });
    },
    waitEnded(
      { operation, number }: Attempt,
      { limit, waitedMs }: { limit: string; waitedMs: number },
    ): void {
      if (!waitEnded.hasSubscribers) return;
      waitEnded.publish({ operation: operation.id, attempt: number, limit, queued: null, waitedMs });
    },
  };
  return () => observer;
}

/** The message for an attempt that has just started, without client-wide figures. */
function messageOf(attempt: Attempt): Omit<AttemptMessage, 'retriesLeft'> {
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

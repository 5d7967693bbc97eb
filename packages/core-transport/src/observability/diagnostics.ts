import type { ParlanceError } from '../errors/parlance-error.js';
import type { Call } from '../pipeline/call.js';
import type { AttemptMessage } from './attempt-message.js';
import type { Observer } from './observer.js';

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface NodeProcess {
  getBuiltinModule?(name: string): { channel(name: string): Channel } | undefined;
}

/** Publishes each attempt on `node:diagnostics_channel`, where there is one. */
export function diagnosticsObservers(): Observer[] {
  const node = (globalThis as { process?: NodeProcess }).process;
  const diagnostics = node?.getBuiltinModule?.('node:diagnostics_channel');
  if (diagnostics === undefined) return [];
  const start = diagnostics.channel('parlance:attempt:start');
  const end = diagnostics.channel('parlance:attempt:end');
  return [
    {
      attemptStarted(call) {
        if (start.hasSubscribers) start.publish(message(call, null, { durationMs: null, waitMs: null }));
      },
      attemptSucceeded(call) {
        if (end.hasSubscribers)
          end.publish(message(call, null, { durationMs: sinceStart(call), waitMs: null }));
      },
      attemptFailed(call, error, waitMs) {
        if (end.hasSubscribers) end.publish(message(call, error, { durationMs: sinceStart(call), waitMs }));
      },
    },
  ];
}

function sinceStart(call: Call): number {
  return call.core.clock.now() - call.attemptStartedAt;
}

function message(
  call: Call,
  error: ParlanceError | null,
  times: Pick<AttemptMessage, 'durationMs' | 'waitMs'>,
): AttemptMessage {
  const { operation, status, requestId, attempts } = call;
  const { id, method, path } = operation;
  // A failed attempt is in the list already.
  const attempt = attempts.length + (error === null ? 1 : 0);
  const retriesLeft = call.core.budget.left;
  const code = error?.code ?? null;
  return { operation: id, method, path, attempt, status, requestId, code, retriesLeft, ...times };
}

import { limitName } from '../rate-limits/call-estimate.js';
import { guarded } from './guarded.js';
import type { Observer } from './observer.js';
import type { Telemetry } from './telemetry-hooks.js';

const TOO_MANY_REQUESTS = 429;

/** Reports calls to a telemetry implementation, whose failures never fail a call. */
export function telemetryObserver(telemetry: Telemetry, origin: string): Observer {
  return ({ operation, input, kind }) => {
    const facts = { operation, origin, body: input.body, streaming: kind === 'stream' };
    const span = guarded(() => telemetry.start(facts));
    return {
      headers: () => guarded(() => span?.headers()),
      attemptFailed({ number, status }, { code }, waitMs) {
        if (status === TOO_MANY_REQUESTS)
          guarded(() => span?.rateLimited?.({ limit: limitName(operation, input.body) }));
        if (waitMs !== null) guarded(() => span?.retry({ attempt: number, code, waitMs }));
      },
      waitStarted: (_attempt, { limit }) => guarded(() => span?.waitStarted?.({ limit })),
      waitEnded: (_attempt, wait) => guarded(() => span?.waitEnded?.(wait)),
      firstContent: () => guarded(() => span?.firstContent()),
      ended: (end) => guarded(() => span?.end(end)),
    };
  };
}

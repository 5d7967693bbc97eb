import { guarded } from './guarded.js';
import type { Observer } from './observer.js';
import type { Telemetry } from './telemetry-hooks.js';

/** Reports calls to a telemetry implementation, whose failures never fail a call. */
export function telemetryObserver(telemetry: Telemetry, origin: string): Observer {
  return ({ operation, input, kind }) => {
    const facts = { operation, origin, body: input.body, streaming: kind === 'stream' };
    const span = guarded(() => telemetry.start(facts));
    return {
      headers: () => guarded(() => span?.headers()),
      attemptFailed({ number }, { code }, waitMs) {
        if (waitMs !== null) guarded(() => span?.retry({ attempt: number, code, waitMs }));
      },
      firstContent: () => guarded(() => span?.firstContent()),
      ended: (end) => guarded(() => span?.end(end)),
    };
  };
}

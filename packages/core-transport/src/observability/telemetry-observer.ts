import { limitName } from '../rate-limits/call-estimate.js';
import type { Operation } from '@parlance/schemas/kit';
import type { Codec } from '../naming/naming-codec.js';
import { guarded } from './guarded.js';
import type { Observer } from './observer.js';
import type { Telemetry } from './telemetry-hooks.js';

const TOO_MANY_REQUESTS = 429;

/** Reports calls to a telemetry implementation, whose failures never fail a call. */
export function telemetryObserver(
  telemetry: Telemetry,
  { origin, codec }: { readonly origin: string; readonly codec?: Codec | undefined },
): Observer {
  return ({ operation, input, kind }) => {
    const span = guarded(() =>
      telemetry.start({
        operation,
        origin,
        body: input.body,
        streaming: kind === 'stream',
        modelName: (model) => realName(codec, operation, model),
      }),
    );
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

/** Returns the deployment's name of a model that an operation sends or returns. */
export function realName(codec: Codec | undefined, operation: Operation, model: string): string {
  // A codec changes names only.
  return codec === undefined ? model : (codec.encodeBody(operation, { model }) as { model: string }).model;
}

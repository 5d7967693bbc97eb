/** Spans of a run, if the client records telemetry. */
import type { TelemetryRunSpan, TelemetryScope } from '@parlance/core-transport';
import { createMessage } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';

/** Starts the span of a run. Objects that only look like a client have no transport, and no spans. */
export function startRunSpan(
  client: Pick<InferenceClient, 'messages'>,
  model: string,
): TelemetryRunSpan | undefined {
  return (client as Partial<InferenceClient>).transport?.startRun?.(createMessage, model);
}

/** Runs code within a span, if there is one. */
export function within<T>(scope: TelemetryScope | undefined, code: () => T): T {
  return scope === undefined ? code() : scope.within(code);
}

/** Runs each step of a generator within a span: a generator has the context of its consumer. */
export async function* generatorWithin<T, R>(
  scope: TelemetryScope | undefined,
  generator: AsyncGenerator<T, R, undefined>,
): AsyncGenerator<T, R, undefined> {
  try {
    for (;;) {
      const step = await within(scope, () => generator.next());
      if (step.done === true) return step.value;
      yield step.value;
    }
  } finally {
    // Does nothing unless the consumer has left.
    await generator.return(undefined as R);
  }
}

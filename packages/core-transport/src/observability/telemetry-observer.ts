import type { Call } from '../pipeline/call.js';
import type { ParlanceError } from '../errors/parlance-error.js';
import type { Observer } from './observer.js';
import type { Telemetry, TelemetrySpan } from './telemetry-hooks.js';

/** Tells a telemetry implementation what happens to calls. One that fails never fails a call. */
export class TelemetryObserver implements Observer {
  readonly #telemetry: Telemetry;
  readonly #spans: WeakMap<Call, TelemetrySpan> = new WeakMap();

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  callStarted(call: Call): void {
    const { operation, input, kind, core } = call;
    guarded(() => {
      const facts = { operation, origin: core.target.origin, body: input.body, streaming: kind === 'stream' };
      this.#spans.set(call, this.#telemetry.start(facts));
    });
  }

  headers(call: Call): Readonly<Record<string, string>> | undefined {
    return guarded(() => this.#spans.get(call)?.headers());
  }

  attemptFailed(call: Call, error: ParlanceError, waitMs: number | null): void {
    if (waitMs !== null)
      guarded(() =>
        this.#spans.get(call)?.retry({ attempt: call.attempts.length, code: error.code, waitMs }),
      );
  }

  firstContent(call: Call): void {
    guarded(() => this.#spans.get(call)?.firstContent());
  }

  callEnded(call: Call, error: Error | undefined, response: unknown): void {
    const { status, requestId } = call;
    const attempts = error === undefined ? call.attempts.length + 1 : call.attempts.length;
    guarded(() => this.#spans.get(call)?.end({ status, requestId, response, error, attempts }));
  }
}

function guarded<T>(tell: () => T): T | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}

/** Records the calls of the SDK's clients, for the request inspector. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware, Telemetry } from '@parlance/core-transport';
import type { CallSummary, InspectedCall } from './inspected-call.js';
import type { ProgramCall } from './program.js';
import { CALL_HEADER, RecordedCall } from './recorded-call.js';

/** Calls that are kept of the latest request to a route of this server. */
const MAX_PER_ROUTE = 20;
/** Routes whose calls are kept, including each operation with the IDs it was called for. */
const MAX_ROUTES = 300;
/** Number of calls that are kept. */
const MAX_CALLS = 300;

/** Keeps the most recent calls in memory. Keys, and what operations mark as secret, are removed before. */
export class Inspector {
  readonly #keys: readonly string[];
  readonly #calls = new Map<number, RecordedCall>();
  readonly #route = new AsyncLocalStorage<RouteCalls>();
  readonly #latest = new Map<string, readonly RecordedCall[]>();
  #started = 0;
  #changes = 0;

  /** @param keys - API keys of the clients, which are hidden wherever they occur. */
  constructor(keys: readonly (string | undefined)[]) {
    this.#keys = keys.filter((key) => key !== undefined);
  }

  /** Changes whenever a call starts, receives a response, or ends. */
  get version(): number {
    return this.#changes;
  }

  /** Records calls. An option of the clients. */
  get telemetry(): Telemetry {
    return {
      start: (facts) => {
        this.#started += 1;
        const call = new RecordedCall(this.#started, facts, {
          keys: this.#keys,
          onChange: () => (this.#changes += 1),
        });
        // A probe is repeated until the service is back, and nobody waits for its result.
        if (this.#route.getStore()?.route !== '/service/probe') this.#calls.set(call.id, call);
        this.#calls.delete(call.id - MAX_CALLS);
        this.#assign(call);
        return call;
      },
    };
  }

  /** Records the attempts of the calls. An option of the clients, in addition to {@link telemetry}. */
  get middleware(): Middleware {
    return (next) => async (request) => {
      const { [CALL_HEADER]: id, ...headers } = request.headers;
      const call = this.#calls.get(Number(id));
      if (call === undefined) return next({ ...request, headers });
      const attempt = call.attempt({ ...request, headers });
      const onConnected = (): void => {
        attempt.connectedMs = call.elapsed();
        request.onConnected?.();
      };
      try {
        const response = await next({ ...request, headers, onConnected });
        return { ...response, body: call.respond(attempt, response) };
      } catch (error) {
        attempt.endMs = call.elapsed();
        throw error;
      }
    };
  }

  /** Handles a request to a route of this server. The calls that it makes are those of the route. */
  runRoute<T>(route: string, handle: () => T): T {
    return this.#route.run({ route, calls: [] }, handle);
  }

  /**
   * Returns the calls that the latest requests to these routes made, without repetitions, for a program. The name
   * of an operation without IDs selects its calls for all of them.
   */
  callsOf(routes: readonly string[]): ProgramCall[] {
    const calls = new Map<string, ProgramCall>();
    const latest = [...this.#latest];
    const found = routes.flatMap((name) =>
      latest.filter(([route]) => route === name || route.startsWith(`${name} `)),
    );
    for (const recorded of found.flatMap(([, made]) => made)) {
      const call = recorded.programCall();
      if (call !== undefined) calls.set(JSON.stringify(call), call);
    }
    return [...calls.values()];
  }

  #assign(call: RecordedCall): void {
    const current = this.#route.getStore();
    if (current === undefined || current.calls.length === MAX_PER_ROUTE) return;
    current.calls.push(call);
    // The latest one comes last.
    this.#latest.delete(current.route);
    this.#latest.set(current.route, current.calls);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MAX_ROUTES && oldest !== undefined) this.#latest.delete(oldest);
  }

  /** Returns the calls, newest first. */
  calls(): CallSummary[] {
    return [...this.#calls.values()].map((call) => call.summary()).toReversed();
  }

  /** Returns a call, or undefined if it is no longer kept. */
  call(id: number): InspectedCall | undefined {
    return this.#calls.get(id)?.detail();
  }
}

interface RouteCalls {
  readonly route: string;
  readonly calls: RecordedCall[];
}

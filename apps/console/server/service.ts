import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '@parlance/core-transport';
import type { About, Backend } from './backend.js';
import { FaultPanel, type FaultPanelState } from './fault-panel.js';
import type { CallContext } from './rpc.js';
import type { Traffic, TrafficSnapshot } from './traffic.js';

/** Figures of the service page. */
export interface ServiceFigures extends TrafficSnapshot {
  /** Number of injections of each fault preset since the faults were last changed, by preset ID. */
  readonly injections: Readonly<Record<string, number>>;
}

/** Calls for the service page and the connection status. */
export function serviceCalls(backend: Backend, traffic: Traffic) {
  const { parlance, about } = backend;
  const panel = new FaultPanel(backend);
  return {
    'service.about': async (): Promise<About> => about,

    /** Resolves if the service is reachable, and otherwise fails with a connection problem. */
    'service.probe': async (_: null, { signal }: CallContext): Promise<true> => {
      await probe(parlance, signal);
      return true;
    },

    'service.traffic': (_: null, { signal }: CallContext) =>
      everySecond(
        async (): Promise<ServiceFigures> => ({
          ...traffic.snapshot(),
          injections: await panel.injections(),
        }),
        signal,
      ),

    /** Yields the error code each time that any request cannot reach the service. */
    'service.unreachable': (_: null, { signal }: CallContext) => unreachable(traffic, signal),

    /** Returns null when the service is not an emulator, so that faults cannot be injected. */
    'faults.panel': async (): Promise<FaultPanelState | null> => panel.state(),

    'faults.set': async ({ ids }: { ids: readonly string[] }): Promise<FaultPanelState | null> => {
      await panel.set(ids);
      return panel.state();
    },

    'faults.power': async ({ on }: { on: boolean }): Promise<FaultPanelState | null> => {
      await panel.power(on);
      return panel.state();
    },
  };
}

/** Sends a small request to the first slice that has a key. */
async function probe(parlance: Backend['parlance'], signal: AbortSignal): Promise<void> {
  const quick = { signal, retry: { maxRetries: 0 }, timeouts: { connectMs: 2_000, headersMs: 5_000 } };
  const requests = [
    () => parlance.inference.models.list({ limit: 1 }, quick),
    () => parlance.admin.organization.retrieve(quick),
    // Last, because the service logs each compliance request as an activity.
    () => parlance.compliance.organizations.list({}, quick),
  ];
  for (const request of requests) {
    try {
      await request();
      return;
    } catch (error) {
      if (!ConfigError.is(error)) throw error;
    }
  }
}

async function* everySecond<T>(read: () => Promise<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  while (!signal.aborted) {
    yield await read();
    await wait(1_000, undefined, { signal }).catch(() => {});
  }
}

async function* unreachable(traffic: Traffic, signal: AbortSignal): AsyncGenerator<string, void> {
  let next = Promise.withResolvers<string | undefined>();
  const stop = traffic.onUnreachable((code) => next.resolve(code));
  signal.addEventListener('abort', () => next.resolve(undefined));
  try {
    for (let code = await next.promise; code !== undefined; code = await next.promise) {
      next = Promise.withResolvers();
      yield code;
      if (signal.aborted) return;
    }
  } finally {
    stop();
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { About, Backend } from './backend.js';
import { FAULT_PRESETS } from './faults.js';
import type { CallContext } from './rpc.js';
import type { Traffic, TrafficSnapshot } from './traffic.js';

/** What the fault panel shows. */
export interface FaultPanelState {
  readonly presets: readonly { readonly id: string; readonly label: string; readonly effect: string }[];
  /** Presets that are on. */
  readonly on: readonly string[];
  /** Whether the emulator listens. */
  readonly running: boolean;
}

/** The calls about the connection itself. */
export function serviceCalls(backend: Backend, traffic: Traffic) {
  const { parlance, about, emulator } = backend;
  let on: readonly string[] = [];
  let running = true;
  const panel = (): FaultPanelState | null =>
    emulator === undefined
      ? null
      : { presets: FAULT_PRESETS.map(({ id, label, effect }) => ({ id, label, effect })), on, running };
  return {
    'service.about': async (): Promise<About> => about,

    /** Answers as soon as the service does; fails with a connection problem while it does not. */
    'service.probe': async (_: null, { signal }: CallContext): Promise<true> => {
      const quick = { signal, retry: { maxRetries: 0 }, timeouts: { connectMs: 2_000, headersMs: 5_000 } };
      await parlance.inference.models.list({ limit: 1 }, quick);
      return true;
    },

    'service.traffic': (_: null, { signal }: CallContext) => everySecond(traffic, signal),

    /** Tells, by a code, each time that the service cannot be reached, whoever asked it. */
    'service.unreachable': (_: null, { signal }: CallContext) => unreachable(traffic, signal),

    /** Null when the console is connected to a service: there is nothing to break then. */
    'faults.panel': async (): Promise<FaultPanelState | null> => panel(),

    'faults.set': async ({ ids }: { ids: readonly string[] }): Promise<FaultPanelState | null> => {
      const chosen = FAULT_PRESETS.filter(({ id }) => ids.includes(id));
      emulator?.fake.setFaults(chosen.map(({ fault }) => fault));
      on = chosen.map(({ id }) => id);
      return panel();
    },

    'faults.power': async ({ on: wanted }: { on: boolean }): Promise<FaultPanelState | null> => {
      if (emulator !== undefined && wanted !== running) {
        await (wanted ? emulator.start() : emulator.stop());
        running = wanted;
      }
      return panel();
    },
  };
}

async function* everySecond(traffic: Traffic, signal: AbortSignal): AsyncGenerator<TrafficSnapshot, void> {
  while (!signal.aborted) {
    yield traffic.snapshot();
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

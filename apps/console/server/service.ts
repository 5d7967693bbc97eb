import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '@parlance/core-transport';
import type { About, Backend } from './backend.js';
import { FaultPanel, type FaultPanelState } from './fault-panel.js';
import type { CallContext } from './rpc.js';
import type { Traffic, TrafficSnapshot } from './traffic.js';

/** What the service page shows: what the SDK tells, and what the emulator did to it. */
export interface ServiceFigures extends TrafficSnapshot {
  /** How often each preset has struck since the faults were last changed, by its id. */
  readonly struck: Readonly<Record<string, number>>;
}

/** The calls about the connection itself. */
export function serviceCalls(backend: Backend, traffic: Traffic) {
  const { parlance, about, emulator } = backend;
  const panel = new FaultPanel(emulator);
  return {
    'service.about': async (): Promise<About> => about,

    /** Answers as soon as the service does; fails with a connection problem while it does not. */
    'service.probe': async (_: null, { signal }: CallContext): Promise<true> => {
      await probe(parlance, signal);
      return true;
    },

    'service.traffic': (_: null, { signal }: CallContext) =>
      everySecond((): ServiceFigures => ({ ...traffic.snapshot(), struck: panel.struck }), signal),

    /** Tells, by a code, each time that the service cannot be reached, whoever asked it. */
    'service.unreachable': (_: null, { signal }: CallContext) => unreachable(traffic, signal),

    /** Null when the console is connected to a service: there is nothing to break then. */
    'faults.panel': async (): Promise<FaultPanelState | null> => panel.state,

    'faults.set': async ({ ids }: { ids: readonly string[] }): Promise<FaultPanelState | null> => {
      panel.set(ids);
      return panel.state;
    },

    'faults.power': async ({ on }: { on: boolean }): Promise<FaultPanelState | null> => {
      await panel.power(on);
      return panel.state;
    },
  };
}

/** Asks for little, of the first slice that has a key. */
async function probe(parlance: Backend['parlance'], signal: AbortSignal): Promise<void> {
  const quick = { signal, retry: { maxRetries: 0 }, timeouts: { connectMs: 2_000, headersMs: 5_000 } };
  const questions = [
    () => parlance.inference.models.list({ limit: 1 }, quick),
    () => parlance.admin.organization.retrieve(quick),
    // Last, because the service keeps an activity of each.
    () => parlance.compliance.organizations.list({}, quick),
  ];
  for (const ask of questions) {
    try {
      await ask();
      return;
    } catch (error) {
      if (!ConfigError.is(error)) throw error;
    }
  }
}

async function* everySecond<T>(look: () => T, signal: AbortSignal): AsyncGenerator<T, void> {
  while (!signal.aborted) {
    yield look();
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

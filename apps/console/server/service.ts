import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '@parlance/core-transport';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';
import type { FaultPanel } from './fault-panel.js';
import { FAULT_PRESETS } from './faults.js';
import type { Traffic, TrafficSnapshot } from './traffic.js';

/** Figures of the service page. */
export interface ServiceFigures extends TrafficSnapshot {
  /** Number of injections of each fault preset since the faults were last changed, by preset ID. */
  readonly injections: Readonly<Record<string, number>>;
}

/** Routes for the service page and the connection status. */
export function serviceRoutes({ parlance, about, now }: Backend, traffic: Traffic, panel: FaultPanel) {
  return (
    new Hono()
      /** Returns the connection, and the service's time in milliseconds since 1970. */
      .post('/about', (c) => c.json({ ...about, now: now() }))
      /** Succeeds if the service is reachable, and otherwise fails with a connection problem. */
      .post('/probe', async (c) => {
        await probe(parlance, c.req.raw.signal);
        return c.body(null, 204);
      })
      .post('/traffic', (c) => {
        const figures = async (): Promise<ServiceFigures> => ({
          ...traffic.snapshot(),
          injections: await panel.injections(),
        });
        return sendEvents(c, everySecond(figures, c.req.raw.signal));
      })
      /** Yields the error code each time that any request cannot reach the service. */
      .post('/unreachable', (c) => sendEvents(c, unreachable(traffic, c.req.raw.signal)))
  );
}

/** Routes for fault injection. They return null when the service is not an emulator. */
export function faultRoutes(panel: FaultPanel) {
  return new Hono()
    .post('/panel', async (c) => c.json(await panel.state()))
    .post(
      '/set',
      body(z.strictObject({ ids: z.array(z.enum(FAULT_PRESETS.map((preset) => preset.id))) })),
      async (c) => {
        await panel.set(c.req.valid('json').ids);
        return c.json(await panel.state());
      },
    )
    .post('/power', body(z.strictObject({ on: z.boolean() })), async (c) => {
      await panel.power(c.req.valid('json').on);
      return c.json(await panel.state());
    });
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

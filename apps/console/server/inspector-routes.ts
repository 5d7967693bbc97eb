import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import type { Backend, Emulator } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';
import type { CallSummary } from './inspected-call.js';
import type { Inspector } from './inspector.js';
import { programOf, telemetryProgram } from './program.js';

/** The routes that a page has called. */
const pageRoutes = z.strictObject({ page: z.string(), routes: z.array(z.string()) });

/** Delay between two lists of calls. */
const INTERVAL_MS = 500;

/** Routes of the request inspector, and of the programs that the pages show. */
export function inspectorRoutes({ inspector, about, emulator }: Backend) {
  return (
    new Hono()
      /** Streams the list of calls, newest first, each time that it has changed. */
      .post('/calls', (c) => sendEvents(c, changesOf(inspector, c.req.raw.signal)))
      .post('/call', body(z.strictObject({ id: z.int() })), (c) => {
        const call = inspector.call(c.req.valid('json').id);
        if (call === undefined) throw new HTTPException(404, { message: 'This call is no longer kept.' });
        return c.json(call);
      })
      /** Returns the calls behind a page as a program with the command that runs it, or null if it has made none. */
      .post('/program', body(pageRoutes), (c) => {
        const { page, routes } = c.req.valid('json');
        const calls = inspector.callsOf(routes);
        const isTelemetry = /^\/(service|requests)/.test(page);
        if (!isTelemetry && calls.length === 0) return c.json(null);
        const program = isTelemetry ? telemetryProgram(about.baseUrl) : programOf(calls, about.baseUrl);
        return c.json({ program, command: commandOf(program, emulator) });
      })
  );
}

/** Returns the command that runs a program. It sets the keys of the console's own emulator, which are not secret. */
function commandOf(program: string, emulator: Emulator | undefined): string {
  const { api, admin, compliance } = emulator?.fake.keys ?? {};
  const keys = { PARLANCE_API_KEY: api, PARLANCE_ADMIN_KEY: admin, PARLANCE_COMPLIANCE_KEY: compliance };
  const used = Object.entries(keys).filter(([name, key]) => key !== undefined && program.includes(name));
  return [...used.map(([name, key]) => `${name}=${key}`), 'node program.mjs'].join(' ');
}

async function* changesOf(inspector: Inspector, signal: AbortSignal): AsyncGenerator<CallSummary[], void> {
  let sent: number | undefined;
  while (!signal.aborted) {
    if (inspector.version !== sent) {
      sent = inspector.version;
      yield inspector.calls();
    }
    await wait(INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Backend } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';
import type { CallSummary } from './inspected-call.js';
import type { Inspector } from './inspector.js';
import { programOf, type ProgramCall } from './program.js';

/** Delay between two lists of calls. */
const INTERVAL_MS = 500;

/** Routes of the request inspector, and of the programs that the pages show. */
export function inspectorRoutes({ inspector, about }: Backend) {
  return (
    new Hono()
      /** Streams the list of calls, newest first, each time that it has changed. */
      .post('/calls', (c) => sendEvents(c, changesOf(inspector, c.req.raw.signal)))
      .post('/call', body<{ readonly id: number }>(), (c) => {
        const call = inspector.call(c.req.valid('json').id);
        if (call === undefined) throw new HTTPException(404, { message: 'This call is no longer kept.' });
        return c.json(call);
      })
      .post('/program', body<{ readonly calls: readonly ProgramCall[] }>(), (c) =>
        c.json({ program: programOf(c.req.valid('json').calls, about.baseUrl) }),
      )
  );
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

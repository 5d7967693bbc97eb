/** RPC between the page and this server: `POST /rpc/<name>` with a JSON body. Responds with JSON or server-sent events. */
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { streamSSE } from 'hono/streaming';
import { problemOf } from './problem.js';

/** Context of a call. */
export interface CallContext {
  /** Aborts when the page disconnects or cancels the call. */
  readonly signal: AbortSignal;
}

/** A call. It returns a promise for a single result, or an async iterable for a stream. */
export type Handler = (input: never, context: CallContext) => Promise<unknown> | AsyncIterable<unknown>;

/** Creates the app that serves the calls. Async iterables are sent as server-sent events. */
export function rpc(calls: Readonly<Record<string, Handler>>): Hono {
  const app = new Hono();
  app.post('/:name', async (context) => {
    const name = context.req.param('name');
    const handler = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (handler === undefined) throw new HTTPException(404, { message: `Unknown call: ${name}` });
    const input = await readInput(context);
    if (input === undefined) throw new HTTPException(400, { message: 'The request body must be JSON.' });
    const { signal } = context.req.raw;
    const result = handler(input as never, { signal });
    if (result instanceof Promise) return context.json((await result) ?? null);
    return sendEvents(context, result, signal);
  });
  return app;
}

/** Parses the body. Returns undefined instead of the parser's error, which quotes the text and may expose a secret. */
async function readInput(context: Context): Promise<unknown> {
  return context.req.json().catch(() => undefined);
}

/** Sends each item as an event. A final event marks the end, so that a dropped connection is never mistaken for it. */
function sendEvents(context: Context, items: AsyncIterable<unknown>, signal: AbortSignal): Response {
  return streamSSE(context, async (stream) => {
    const heartbeat = setInterval(() => void stream.write(': heartbeat\n\n'), 15_000);
    try {
      for await (const item of items) {
        if (signal.aborted || stream.aborted) return;
        await stream.writeSSE({ data: JSON.stringify(item) });
      }
      await stream.writeSSE({ event: 'end', data: '' });
    } catch (error) {
      await stream.writeSSE({ event: 'problem', data: JSON.stringify(problemOf(error)) });
    } finally {
      clearInterval(heartbeat);
    }
  });
}

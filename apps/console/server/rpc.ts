/** Calls between the page and this server: `POST /rpc/<name>` with a JSON body, answered by JSON or by events. */
import { Hono, type Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { problemOf } from './problem.js';

/** What a call gets besides its input. */
export interface CallContext {
  /** Aborted when the page goes away or cancels. */
  readonly signal: AbortSignal;
}

/** A call that answers once, with a promise, or many times, with an async iterable. */
export type Handler = (input: never, context: CallContext) => Promise<unknown> | AsyncIterable<unknown>;

/** Serves the calls by name. Each answer that is an async iterable becomes a stream of server-sent events. */
export function rpc(calls: Readonly<Record<string, Handler>>): Hono {
  const app = new Hono();
  app.post('/:name', async (context) => {
    const name = context.req.param('name');
    const handler = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (handler === undefined) return context.json({ code: 'unknown_call', message: 'No such call.' }, 404);
    const input = await readInput(context);
    if (input === undefined)
      return context.json({ code: 'bad_input', message: 'The input is no JSON.' }, 400);
    const { signal } = context.req.raw;
    try {
      const answer = handler(input as never, { signal });
      if (answer instanceof Promise) return context.json((await answer) ?? null);
      return sendEvents(context, answer, signal);
    } catch (error) {
      return context.json(problemOf(error), 502);
    }
  });
  return app;
}

/** The body as data; undefined when it is no JSON. What the parser says repeats the text, which may hold a secret. */
async function readInput(context: Context): Promise<unknown> {
  return context.req.json().catch(() => undefined);
}

/** Sends each item as an event; the last event says how the stream ended, so that a cut is never taken for an end. */
function sendEvents(context: Context, items: AsyncIterable<unknown>, signal: AbortSignal): Response {
  return streamSSE(context, async (stream) => {
    const beat = setInterval(() => void stream.write(': here\n\n'), 15_000);
    try {
      for await (const item of items) {
        if (signal.aborted || stream.aborted) return;
        await stream.writeSSE({ data: JSON.stringify(item) });
      }
      await stream.writeSSE({ event: 'end', data: '' });
    } catch (error) {
      await stream.writeSSE({ event: 'problem', data: JSON.stringify(problemOf(error)) });
    } finally {
      clearInterval(beat);
    }
  });
}

import type { Context, TypedResponse } from 'hono';
import { streamSSE } from 'hono/streaming';
import { problemOf } from './problem.js';

/** Response that streams items of type `T` as server-sent events. */
export type EventResponse<T> = Response & TypedResponse<T, 200, 'events'>;

/** Sends each item as an event. A final event marks the end, so that a dropped connection is never mistaken for it. */
export function sendEvents<T>(context: Context, items: AsyncIterable<T>): EventResponse<T> {
  const { signal } = context.req.raw;
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
  }) as EventResponse<T>;
}

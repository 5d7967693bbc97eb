import type { FeedCheckpoint } from '@parlance/managed-agents';
import type { SessionEvent } from '@parlance/schemas';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, id } from './body.js';
import { sendEvents } from './events.js';

type Client = Backend['parlance']['managedAgents'];

/** Selects the feed of a session, or of one of its threads. */
const followed = z.strictObject({
  id,
  /** ID of the thread, or null for the whole session. */
  threadId: id.nullable(),
  /** Checkpoint to resume from, which the SDK validates. Null starts with the history. */
  resumeFrom: z.custom<FeedCheckpoint>(isObject, 'must be an object').nullable(),
});

/** An event, and the checkpoint after it. */
export interface FollowedEvent {
  readonly event: SessionEvent;
  readonly checkpoint: FeedCheckpoint;
}

/** Routes for sessions. */
export function sessionRoutes({ parlance }: Backend) {
  return new Hono().post('/follow', body(followed), (c) =>
    sendEvents(c, follow(parlance.managedAgents, c.req.valid('json'), c.req.raw.signal)),
  );
}

/** Yields the history, then live events. The feed reconnects to the service as needed. */
async function* follow(
  { sessions }: Client,
  { id, threadId, resumeFrom }: z.infer<typeof followed>,
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const options = { signal, resumeFrom: resumeFrom ?? undefined };
  const feed =
    threadId === null ? sessions.events.follow(id, options) : sessions.threads.follow(id, threadId, options);
  for await (const event of feed) yield { event, checkpoint: feed.checkpoint };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

import type { FeedCheckpoint } from '@parlance/managed-agents';
import type { Session, SessionEvent } from '@parlance/schemas';
import { SessionCreateParamsSchema, UserEventParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';
import { sendEvents } from './events.js';
import { listing } from './listing.js';

type Client = Backend['parlance']['managedAgents'];

const sessionListing = listing.extend({
  /** Only sessions with this status. Null for all. */
  status: z.enum(['rescheduling', 'running', 'idle', 'terminated']).nullable(),
  /** Number of pages to load, newest first. */
  pages: z.int().min(1),
});

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

/** Parameters of a new session. The environment defaults to the first one. */
const newSession = SessionCreateParamsSchema.extend({ environment_id: id.optional() });
export type NewSession = z.infer<typeof newSession>;

/** Name of the environment that the console creates if the organization has no environments. */
const ENVIRONMENT = 'Parlance console';

const PER_PAGE = 50;

/** Routes for sessions. */
export function sessionRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const client = () => parlance.managedAgents;
  return new Hono()
    .post('/list', body(sessionListing), async (c) =>
      c.json(await newestOf(client(), c.req.valid('json'), c.req.raw.signal)),
    )
    .post('/retrieve', body(byId), async (c) => {
      const { signal } = c.req.raw;
      return c.json(await client().sessions.retrieve(c.req.valid('json').id, { signal }));
    })
    .post('/environments', async (c) => {
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(client().environments.list({ limit: 100 }, { signal })));
    })
    .post('/create', body(newSession), async (c) => {
      const params = c.req.valid('json');
      const environment_id = params.environment_id ?? (await environmentOf(client()));
      return c.json(await client().sessions.create({ ...params, environment_id }));
    })
    .post('/send', body(z.strictObject({ id, event: UserEventParamsSchema })), async (c) => {
      const { id, event } = c.req.valid('json');
      await client().sessions.events.send(id, { events: [event] });
      return c.body(null, 204);
    })
    .post('/queued', body(byId), async (c) =>
      c.json(await queuedOf(client(), c.req.valid('json').id, c.req.raw.signal)),
    )
    .post('/follow', body(followed), (c) =>
      sendEvents(c, follow(client(), c.req.valid('json'), c.req.raw.signal)),
    )
    .post('/archiveThread', body(z.strictObject({ id, threadId: id })), async (c) => {
      const { id, threadId } = c.req.valid('json');
      await client().sessions.threads.archive(id, threadId);
      return c.body(null, 204);
    })
    .post('/archive', body(byId), async (c) =>
      c.json(await client().sessions.archive(c.req.valid('json').id)),
    )
    .post('/delete', body(byId), async (c) => {
      await client().sessions.delete(c.req.valid('json').id);
      return c.body(null, 204);
    });
}

async function newestOf(
  client: Client,
  { archived, status, pages }: z.infer<typeof sessionListing>,
  signal: AbortSignal,
) {
  const sessions: Session[] = [];
  const params = { include_archived: archived, ...(status === null ? {} : { statuses: [status] }) };
  let remaining = pages;
  for await (const page of client.sessions.list({ limit: PER_PAGE, ...params }, { signal }).pages()) {
    sessions.push(...page.data);
    remaining -= 1;
    if (remaining === 0) return { sessions, more: page.checkpoint !== null };
  }
  return { sessions, more: false };
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

/** Lists queued events. The feed only emits an event once it is processed, so queued ones need their own request. */
async function queuedOf({ sessions }: Client, id: string, signal: AbortSignal): Promise<SessionEvent[]> {
  const types = ['user.message', 'user.define_outcome'];
  const { data } = await sessions.events.list(id, { types, order: 'desc', limit: 100 }, { signal });
  return data.filter((event) => (event as { processed_at?: unknown }).processed_at == null).toReversed();
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

async function environmentOf({ environments }: Client): Promise<string> {
  const first = (await environments.list({ limit: 1 })).data[0];
  return (first ?? (await environments.create({ name: ENVIRONMENT }))).id;
}

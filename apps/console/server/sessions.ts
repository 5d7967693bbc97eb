import type { FeedCheckpoint } from '@parlance/managed-agents';
import type {
  Session,
  SessionCreateParams,
  SessionEvent,
  SessionStatus,
  UserEventParams,
} from '@parlance/schemas';
import { Hono } from 'hono';
import type { Listing } from './agents.js';
import type { Backend } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';

type Client = Backend['parlance']['managedAgents'];

/** Filters of a list of sessions. */
export interface SessionListing extends Listing {
  /** Only sessions with this status. Null for all. */
  readonly status: SessionStatus | null;
  /** Number of pages to load, newest first. */
  readonly pages: number;
}

/** Identifies a session. */
interface SessionId {
  readonly id: string;
}

/** Selects the feed of a session, or of one of its threads. */
export interface Followed {
  readonly id: string;
  /** ID of the thread, or null for the whole session. */
  readonly threadId: string | null;
  /** Checkpoint to resume from. Null starts with the history. */
  readonly resumeFrom: FeedCheckpoint | null;
}

/** An event, and the checkpoint after it. */
export interface FollowedEvent {
  readonly event: SessionEvent;
  readonly checkpoint: FeedCheckpoint;
}

/** Parameters of a new session. The environment defaults to the first one. */
export type NewSession = Omit<SessionCreateParams, 'environment_id'> & { readonly environment_id?: string };

/** Name of the environment that the console creates if the organization has no environments. */
const ENVIRONMENT = 'Parlance console';

const PER_PAGE = 50;

/** Routes for sessions. */
export function sessionRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body<SessionListing>(), async (c) =>
      c.json(await newestOf(parlance.managedAgents, c.req.valid('json'), c.req.raw.signal)),
    )
    .post('/retrieve', body<SessionId>(), async (c) => {
      const { signal } = c.req.raw;
      return c.json(await parlance.managedAgents.sessions.retrieve(c.req.valid('json').id, { signal }));
    })
    .post('/environments', async (c) => {
      const { signal } = c.req.raw;
      return c.json(
        await Array.fromAsync(parlance.managedAgents.environments.list({ limit: 100 }, { signal })),
      );
    })
    .post('/create', body<NewSession>(), async (c) => {
      const params = c.req.valid('json');
      const environment_id = params.environment_id ?? (await environmentOf(parlance.managedAgents));
      return c.json(await parlance.managedAgents.sessions.create({ ...params, environment_id }));
    })
    .post('/send', body<SessionId & { readonly event: UserEventParams }>(), async (c) => {
      const { id, event } = c.req.valid('json');
      await parlance.managedAgents.sessions.events.send(id, { events: [event] });
      return c.body(null, 204);
    })
    .post('/queued', body<SessionId>(), async (c) =>
      c.json(await queuedOf(parlance.managedAgents, c.req.valid('json').id, c.req.raw.signal)),
    )
    .post('/follow', body<Followed>(), (c) =>
      sendEvents(c, follow(parlance.managedAgents, c.req.valid('json'), c.req.raw.signal)),
    )
    .post('/archiveThread', body<SessionId & { readonly threadId: string }>(), async (c) => {
      const { id, threadId } = c.req.valid('json');
      await parlance.managedAgents.sessions.threads.archive(id, threadId);
      return c.body(null, 204);
    })
    .post('/archive', body<SessionId>(), async (c) =>
      c.json(await parlance.managedAgents.sessions.archive(c.req.valid('json').id)),
    )
    .post('/delete', body<SessionId>(), async (c) => {
      await parlance.managedAgents.sessions.delete(c.req.valid('json').id);
      return c.body(null, 204);
    });
}

async function newestOf(client: Client, { archived, status, pages }: SessionListing, signal: AbortSignal) {
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
  { id, threadId, resumeFrom }: Followed,
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

async function environmentOf({ environments }: Client): Promise<string> {
  const first = (await environments.list({ limit: 1 })).data[0];
  return (first ?? (await environments.create({ name: ENVIRONMENT }))).id;
}

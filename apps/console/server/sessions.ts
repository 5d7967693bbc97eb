import type {
  Environment,
  Session,
  SessionCreateParams,
  SessionEvent,
  SessionStatus,
  UserEventParams,
} from '@parlance/schemas';
import type { FeedCheckpoint } from '@parlance/managed-agents';
import type { Listing } from './agents.js';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

type Client = Backend['parlance']['managedAgents'];

/** Filters of a list of sessions. */
export interface SessionListing extends Listing {
  /** Only sessions with this status. Null for all. */
  readonly status: SessionStatus | null;
  /** Number of pages to load, newest first. */
  readonly pages: number;
}

/** The newest sessions. */
export interface NewestSessions {
  readonly sessions: Session[];
  /** Whether there are older ones. */
  readonly more: boolean;
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

/** Calls for sessions. */
export function sessionCalls({ parlance }: Backend) {
  return {
    'sessions.list': async (listing: SessionListing, { signal }: CallContext): Promise<NewestSessions> =>
      newestOf(parlance.managedAgents, listing, signal),

    'sessions.retrieve': async ({ id }: { id: string }, { signal }: CallContext): Promise<Session> =>
      parlance.managedAgents.sessions.retrieve(id, { signal }),

    'sessions.environments': async (_: null, { signal }: CallContext): Promise<Environment[]> =>
      Array.fromAsync(parlance.managedAgents.environments.list({ limit: 100 }, { signal })),

    'sessions.create': async (params: NewSession): Promise<Session> =>
      parlance.managedAgents.sessions.create({
        ...params,
        environment_id: params.environment_id ?? (await environmentOf(parlance.managedAgents)),
      }),

    'sessions.send': async ({ id, event }: { id: string; event: UserEventParams }): Promise<SessionEvent[]> =>
      ((await parlance.managedAgents.sessions.events.send(id, { events: [event] })).data ??
        []) as SessionEvent[],

    'sessions.queued': async ({ id }: { id: string }, { signal }: CallContext): Promise<SessionEvent[]> =>
      queuedOf(parlance.managedAgents, id, signal),

    'sessions.follow': (followed: Followed, { signal }: CallContext): AsyncIterable<FollowedEvent> =>
      follow(parlance.managedAgents, followed, signal),

    'sessions.archiveThread': async ({ id, threadId }: { id: string; threadId: string }): Promise<void> => {
      await parlance.managedAgents.sessions.threads.archive(id, threadId);
    },

    'sessions.archive': async ({ id }: { id: string }): Promise<Session> =>
      parlance.managedAgents.sessions.archive(id),

    'sessions.delete': async ({ id }: { id: string }): Promise<void> => {
      await parlance.managedAgents.sessions.delete(id);
    },
  };
}

async function newestOf(
  client: Client,
  { archived, status, pages }: SessionListing,
  signal: AbortSignal,
): Promise<NewestSessions> {
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

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

/** Which sessions are wanted. */
export interface SessionListing extends Listing {
  /** Only those in this state; null for all. */
  readonly status: SessionStatus | null;
  /** How many pages of them, from the newest on. */
  readonly pages: number;
}

/** The newest sessions. */
export interface NewestSessions {
  readonly sessions: Session[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** A feed: of a whole session, or of one of its threads. */
export interface Followed {
  readonly id: string;
  /** The thread; null for the whole session. */
  readonly threadId: string | null;
  /** Where to go on; null begins with the history. */
  readonly from: FeedCheckpoint | null;
}

/** An event, and where to go on behind it. */
export interface FollowedEvent {
  readonly event: SessionEvent;
  readonly checkpoint: FeedCheckpoint;
}

/** What a new session is made of; without an environment it gets the first there is. */
export type NewSession = Omit<SessionCreateParams, 'environment_id'> & { readonly environment_id?: string };

/** Environment that the console makes for its sessions when there is none. */
const ENVIRONMENT = 'Parlance console';

const PER_PAGE = 50;

/** The calls about sessions. */
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
  let left = pages;
  for await (const page of client.sessions.list({ limit: PER_PAGE, ...params }, { signal }).pages()) {
    sessions.push(...page.data);
    left -= 1;
    if (left === 0) return { sessions, more: page.checkpoint !== null };
  }
  return { sessions, more: false };
}

/** History, then live, over any number of connections to the service. */
async function* follow(
  { sessions }: Client,
  { id, threadId, from }: Followed,
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const options = { signal, resumeFrom: from ?? undefined };
  const feed =
    threadId === null ? sessions.events.follow(id, options) : sessions.threads.follow(id, threadId, options);
  for await (const event of feed) yield { event, checkpoint: feed.checkpoint };
}

/** What waits for its turn. The feed gives an event when its turn has come, so it is asked for by itself. */
async function queuedOf({ sessions }: Client, id: string, signal: AbortSignal): Promise<SessionEvent[]> {
  const types = ['user.message', 'user.define_outcome'];
  const { data } = await sessions.events.list(id, { types, order: 'desc', limit: 100 }, { signal });
  return data.filter((event) => (event as { processed_at?: unknown }).processed_at == null).toReversed();
}

async function environmentOf({ environments }: Client): Promise<string> {
  const first = (await environments.list({ limit: 1 })).data[0];
  return (first ?? (await environments.create({ name: ENVIRONMENT }))).id;
}

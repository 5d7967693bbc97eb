/** Handlers for session threads. */
import type { SessionEvent, SessionThread, sessionThreadOperations } from '@parlance/schemas';
import type { EventResult } from '../engine/handler-result.js';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { cursorPage } from '../records/pages.js';
import type { Collection, Entry } from '../world/store.js';
import type { World } from '../world/world.js';
import { sessionEvents } from './collections.js';
import { findSession } from './find-session.js';
import { agentOf, load, save, setThreadStatus, type RunContext } from './run/run-context.js';
import type { ThreadState } from './run/session.js';
import { isAtWork, type StoredSession } from './run/session-state.js';
import { openStream } from './session-events.js';

const MAX_EVENTS = 1000;

/** Handlers for the session thread operations. */
export const sessionThreadHandlers: HandlersFor<typeof sessionThreadOperations> = {
  'sessions.threads.list': (call) => {
    const session = sessionOf(call, call.params.session_id);
    const entries = session.run.threads.map((record, sequence): Entry<ThreadState> => ({
      id: record.id,
      sequence,
      record,
    }));
    const from: Pick<Collection<ThreadState>, 'entries' | 'place'> = {
      entries: () => entries,
      place: (id) => entries.find((entry) => entry.id === id),
    };
    return cursorPage(call, {
      from: from as Collection<ThreadState>,
      order: 'asc',
      where: ({ status }) => call.query.statuses?.includes(status) !== false,
      show: (thread) => showThread(call.world, session, thread),
    });
  },
  'sessions.threads.retrieve': (call) => {
    const session = sessionOf(call, call.params.session_id);
    return showThread(call.world, session, threadOf(session, call.params.thread_id));
  },
  'sessions.threads.archive': (call) => {
    const { world, params, now } = call;
    sessionOf(call, params.session_id);
    const context = load(world, params.session_id) as RunContext;
    const thread = threadOf(context.session, params.thread_id);
    if (thread.archivedAt !== null) return showThread(world, context.session, thread);
    if (thread.parentId === null) throw badRequest('GEN-018', '', 'The primary thread cannot be archived.');
    if (isAtWork(thread))
      throw badRequest(
        'GEN-018',
        '',
        'The thread is busy and cannot be archived. Wait until it is idle or interrupt it first.',
      );
    thread.archivedAt = now;
    setThreadStatus(context, thread, 'terminated');
    return showThread(world, save(context), thread);
  },
  'sessions.threads.listEvents': (call) => {
    const session = sessionOf(call, call.params.session_id);
    const { id } = threadOf(session, call.params.thread_id);
    return cursorPage(call, {
      from: call.world.store.of(sessionEvents, session.id),
      order: 'asc',
      defaultLimit: MAX_EVENTS,
      show: ({ event }) => event,
      where: ({ threadId }) => threadId === id,
    });
  },
  'sessions.threads.stream': (call) => {
    const session = sessionOf(call, call.params.session_id);
    const { id } = threadOf(session, call.params.thread_id);
    // Streams of threads have no previews.
    return openStream(call.world, session.id, {
      passes: (stored) => stored.threadId === id,
    }) as EventResult<SessionEvent>;
  },
};

function sessionOf({ world }: AnyCall, id: string): StoredSession {
  return findSession(world, id);
}

function threadOf(session: StoredSession, id: string): ThreadState {
  const thread = session.run.threads.find((other) => other.id === id);
  if (thread === undefined) throw notFound('thread', id);
  return thread;
}

function showThread(world: World, session: StoredSession, thread: ThreadState): SessionThread {
  const now = world.clock.now();
  const created = Date.parse(thread.createdAt);
  return {
    id: thread.id,
    agent: withoutRoster(agentOf({ world, session }, thread)),
    archived_at: thread.archivedAt,
    created_at: thread.createdAt,
    parent_thread_id: thread.parentId,
    session_id: session.id,
    stats: {
      active_seconds:
        (thread.activeMs + (thread.runningSince === null ? 0 : now - thread.runningSince)) / 1000,
      duration_seconds: (now - created) / 1000,
      startup_seconds: thread.firstRunAt === null ? 0 : (thread.firstRunAt - created) / 1000,
    },
    status: thread.status,
    type: 'session_thread',
    updated_at: thread.updatedAt,
    usage: thread.usage,
  };
}

function withoutRoster(agent: SessionThread['agent']): SessionThread['agent'] {
  const { multiagent: _, ...definition } = agent as SessionThread['agent'] & { multiagent?: unknown };
  return definition;
}

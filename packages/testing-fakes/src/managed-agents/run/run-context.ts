/** Working copies of sessions: load, modify, save. */
import type { SessionStatus, SessionStopReason, SessionThreadAgent } from '@parlance/schemas';
import { touch } from '../../records/find.js';
import type { World } from '../../world/world.js';
import { sessions } from '../collections.js';
import { emit, type NewEvent } from './session-log.js';
import type { ThreadState } from './session.js';
import type { StoredSession } from './session-state.js';

/** Working copy of a session. Changes become visible with {@link save}. */
export interface RunContext {
  readonly world: World;
  readonly session: StoredSession;
}

/** Loads a working copy of a session, or undefined if the session was deleted. */
export function load(world: World, sessionId: string): RunContext | undefined {
  const stored = world.store.of(sessions).get(sessionId);
  return stored === undefined ? undefined : { world, session: structuredClone(stored) };
}

/** Stores a working copy. */
export function save({ world, session }: RunContext): StoredSession {
  return world.store.of(sessions).put(session.id, touch(world.clock, session));
}

/** Returns the primary thread. */
export function primary({ session }: RunContext): ThreadState {
  return session.run.threads[0] as ThreadState;
}

/** Returns a thread, or undefined. */
export function threadOf({ session }: RunContext, id: string): ThreadState | undefined {
  return session.run.threads.find((thread) => thread.id === id);
}

/** Returns the definition of the agent that runs in a thread. */
export function agentOf({ session }: RunContext, thread: ThreadState): SessionThreadAgent {
  if (thread.rosterIndex === null) return session.agent;
  return session.agent.multiagent?.agents[thread.rosterIndex] as SessionThreadAgent;
}

/** Emits a session event and returns its id. */
export function emitEvent(context: RunContext, event: NewEvent): string {
  const { world, session } = context;
  return emit({ world, sessionId: session.id, threadId: primary(context).id }, event);
}

/** Emits a thread event and returns its id. Events of the primary thread also appear in the session's list. */
export function emitThreadEvent(
  context: RunContext,
  thread: ThreadState,
  event: NewEvent,
  onSession = false,
): string {
  const { world, session } = context;
  const shown = onSession || thread.parentId === null;
  return emit({ world, sessionId: session.id, threadId: thread.id, onSession: shown }, event);
}

/** Changes the status of a thread. Threads other than the primary one emit an event. */
export function setThreadStatus(
  context: RunContext,
  thread: ThreadState,
  status: SessionStatus,
  stopReason: SessionStopReason = { type: 'end_turn' },
): void {
  const { world } = context;
  if (thread.status === status) return;
  count(thread, world.clock.now(), status === 'running');
  thread.firstRunAt ??= status === 'running' ? world.clock.now() : null;
  thread.status = status;
  thread.updatedAt = world.clock.iso();
  if (thread.parentId === null) return;
  const about = { session_thread_id: thread.id, agent_name: agentOf(context, thread).name };
  const event: NewEvent =
    status === 'idle'
      ? { type: 'session.thread_status_idle', ...about, stop_reason: stopReason }
      : { type: threadEvent(status), ...about };
  emitThreadEvent(context, thread, event, true);
}

function threadEvent(status: 'running' | 'rescheduling' | 'terminated') {
  return status === 'running'
    ? ('session.thread_status_running' as const)
    : status === 'rescheduling'
      ? ('session.thread_status_rescheduled' as const)
      : ('session.thread_status_terminated' as const);
}

/** Starts or stops the measurement of active time. */
export function count(
  counted: { activeMs: number; runningSince: number | null },
  now: number,
  runs: boolean,
): void {
  if (runs) counted.runningSince ??= now;
  else if (counted.runningSince !== null) {
    counted.activeMs += now - counted.runningSince;
    counted.runningSince = null;
  }
}

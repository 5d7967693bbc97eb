/** Working copies of sessions: load, modify, save. */
import type { SessionStatus, SessionStopReason, SessionThreadAgent } from '@parlance/schemas';
import { touch } from '../../records/find.js';
import type { World } from '../../world/world.js';
import { sessions } from '../collections.js';
import { endSessionWork, queueSession } from '../work-queue.js';
import { emit, type NewEvent } from './session-log.js';
import { isAtWork, type StoredSession, type ThreadState } from './session-state.js';

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

/** Changes the session to `running`. */
export function setRunning(context: RunContext): void {
  const { session, world } = context;
  if (session.status === 'running') return;
  session.status = 'running';
  queueSession(world, session);
  count(session.run, world.clock.now(), true);
  emitEvent(context, { type: 'session.status_running' });
  for (const thread of session.run.threads)
    if (thread.status === 'rescheduling' || (thread.parentId === null && isAtWork(thread)))
      setThreadStatus(context, thread, 'running');
}

/** Changes the session to `idle` and emits the stop reason, even if it is idle already. */
export function setIdle(context: RunContext, stopReason: SessionStopReason): void {
  const { session, world } = context;
  session.status = 'idle';
  count(session.run, world.clock.now(), false);
  setThreadStatus(context, primary(context), 'idle');
  emitEvent(context, { type: 'session.status_idle', stop_reason: stopReason });
}

/** Terminates the session. */
export function setTerminated(context: RunContext): void {
  const { session, world } = context;
  if (session.status === 'terminated') return;
  const now = world.clock.now();
  session.status = 'terminated';
  session.run.queue = [];
  session.run.endedAt = now;
  count(session.run, now, false);
  for (const thread of session.run.threads) {
    thread.phase = 'waiting';
    thread.pending = [];
    setThreadStatus(context, thread, 'terminated');
  }
  emitEvent(context, { type: 'session.status_terminated' });
  endSessionWork(world, session);
}

/** Changes the session, and the thread whose request is retried, to `rescheduling`. */
export function setRescheduling(context: RunContext, thread: ThreadState): void {
  const { session, world } = context;
  session.status = 'rescheduling';
  count(session.run, world.clock.now(), false);
  setThreadStatus(context, thread, 'rescheduling');
  emitEvent(context, { type: 'session.status_rescheduled' });
}

/** Starts or stops the measurement of active time. */
function count(counted: { activeMs: number; runningSince: number | null }, now: number, runs: boolean): void {
  if (runs) counted.runningSince ??= now;
  else if (counted.runningSince !== null) {
    counted.activeMs += now - counted.runningSince;
    counted.runningSince = null;
  }
}

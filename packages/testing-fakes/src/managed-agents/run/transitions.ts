/** The statuses of a session and the transitions between them, in one table. */
import type { SessionStatus, SessionStopReason } from '@parlance/schemas';
import { endSessionWork, queueSession } from '../work-queue.js';
import { count, emitEvent, primary, setThreadStatus, type RunContext } from './run-context.js';
import { wholeUsage } from './session-cost.js';
import type { SessionRefusal } from './session-scenario.js';
import type { ThreadState } from './session.js';
import { isAtWork, type StoredSession } from './session-state.js';

/** A change of the status. */
export interface Transition {
  /** Statuses in which it can happen. */
  readonly from: readonly StoredSession['status'][];
  /** Status afterwards. */
  readonly to: SessionStatus;
  /** Type of the stop reason of `session.status_idle`. */
  readonly stops?: SessionStopReason['type'];
}

/** Transitions by trigger. A session that is idle reports its stop reason again; other statuses are entered once. */
export const TRANSITIONS = {
  /** A message or an outcome is processed. */
  work: { from: ['idle', 'running'], to: 'running' },
  /** The client has resolved all pending calls of a thread. */
  resolved: { from: ['idle', 'running'], to: 'running' },
  /** One thread was interrupted, and others continue. */
  released: { from: ['idle', 'running', 'rescheduling'], to: 'running' },
  /** The delay after a retryable fault is over. */
  retry: { from: ['rescheduling'], to: 'running' },
  /** No thread has work left. */
  finished: { from: ['running'], to: 'idle', stops: 'end_turn' },
  /** Calls wait for the client. */
  blocked: { from: ['running', 'idle'], to: 'idle', stops: 'requires_action' },
  interrupted: { from: ['running', 'rescheduling', 'idle'], to: 'idle', stops: 'end_turn' },
  retryable_fault: { from: ['running'], to: 'rescheduling' },
  exhausted: { from: ['running'], to: 'idle', stops: 'retries_exhausted' },
  /** The cost has reached the budget. */
  budget_reached: { from: ['running'], to: 'idle', stops: 'budget_reached' },
  /** The model refused to continue. */
  refused: { from: ['running'], to: 'idle', stops: 'refusal' },
  fatal_fault: { from: ['idle', 'running', 'rescheduling', 'terminated'], to: 'terminated' },
  archived: { from: ['idle', 'terminated'], to: 'terminated' },
} as const;

/** An occurrence that changes the status of a session. */
export type Trigger = keyof typeof TRANSITIONS;

/** Details of a transition. */
export interface TransitionDetails {
  /** Events that the client must resolve. Required for `blocked`. */
  readonly eventIds?: readonly string[];
  /** Details of `refused`. */
  readonly refusal?: SessionRefusal;
  /** Thread whose request is retried. Required for `retryable_fault`. */
  readonly thread?: ThreadState;
}

/**
 * Changes the status of a session and emits the events of the transition.
 *
 * @throws {Error} When the status does not allow the transition, which is a bug of the emulator.
 */
export function transition(context: RunContext, trigger: Trigger, details: TransitionDetails = {}): void {
  const { session } = context;
  const { from, to, stops }: Transition = TRANSITIONS[trigger];
  if (!from.includes(session.status))
    throw new Error(`a session that is ${session.status} has no transition for ${trigger}`);
  if (session.status === to && to !== 'idle') return;
  session.status = to;
  count(session.run, context.world.clock.now(), to === 'running');
  ENTER[to](context, { ...details, stops });
}

type Enter = (
  context: RunContext,
  entered: TransitionDetails & { readonly stops: Transition['stops'] },
) => void;

/** Effects of entering a status. */
const ENTER: Readonly<Record<SessionStatus, Enter>> = {
  running(context) {
    queueSession(context.world, context.session);
    emitEvent(context, { type: 'session.status_running' });
    for (const thread of context.session.run.threads)
      if (thread.status === 'rescheduling' || (thread.parentId === null && isAtWork(thread)))
        setThreadStatus(context, thread, 'running');
  },

  idle(context, { stops = 'end_turn', eventIds = [], refusal }) {
    const stopReason =
      stops === 'requires_action' ? { type: stops, event_ids: [...eventIds] } : { type: stops };
    setThreadStatus(context, primary(context), 'idle');
    const { session, world } = context;
    if (session.budget != null)
      emitEvent(context, {
        type: 'session.usage',
        usage: wholeUsage(world, session),
        budget: session.budget,
      });
    emitEvent(context, {
      type: 'session.status_idle',
      stop_reason: stopReason as SessionStopReason,
      ...(refusal !== undefined && { stop_details: { type: 'refusal', ...refusal } }),
    });
  },

  rescheduling(context, { thread = primary(context) }) {
    setThreadStatus(context, thread, 'rescheduling');
    emitEvent(context, { type: 'session.status_rescheduled' });
  },

  terminated(context) {
    const { run } = context.session;
    run.queue = [];
    run.endedAt = context.world.clock.now();
    for (const thread of run.threads) {
      thread.phase = 'waiting';
      thread.pending = [];
      setThreadStatus(context, thread, 'terminated');
    }
    emitEvent(context, { type: 'session.status_terminated' });
    endSessionWork(context.world, context.session);
  },
};

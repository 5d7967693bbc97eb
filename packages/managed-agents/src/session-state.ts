/** Derives the state of a session from its events. */
import { ConfigError } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
} from '@parlance/schemas/managed-agents';
import { noteOutcome, type OutcomeProgress } from './outcome-progress.js';

/** A tool call that a session is waiting for. */
export interface PendingToolUse {
  /** The call. */
  readonly use: AgentToolUseEvent | AgentMcpToolUseEvent | AgentCustomToolUseEvent;
  /**
   * What the call needs: `permission` is a `user.tool_confirmation`; `result` is the result of a custom tool, or of a
   * built-in tool in a self-hosted environment.
   */
  readonly awaits: 'permission' | 'result';
}

/** A thread that a coordinator has started. */
export interface StartedThread {
  /** Identifier, `sthr_...`. */
  readonly id: string;
  /** Name of the agent that runs in it. */
  readonly agentName: string;
  /** Status of the thread. */
  readonly status: 'running' | 'idle' | 'rescheduling' | 'terminated';
}

/** State of a session, derived from its events. */
export interface SessionState {
  /** Status of the session. An idle session may still be waiting for you: see {@link SessionState.pending}. */
  readonly status: 'idle' | 'running' | 'rescheduling' | 'terminated' | 'deleted';
  /** Tool calls that the session is waiting for, oldest first. Empty when it is not waiting. */
  readonly pending: readonly PendingToolUse[];
  /** Outcomes of the session, oldest first. */
  readonly outcomes: readonly OutcomeProgress[];
  /** Threads that its coordinator started, oldest first. */
  readonly threads: readonly StartedThread[];
}

/**
 * Derives the state of a session from its events: its status, the tool calls it is waiting for, its outcomes and its
 * threads. Makes no requests; use it to render a session or to decide what to send next.
 *
 * @param events - All events from the start of the session, in the order of `sessions.events.follow` or
 * `sessions.events.list`. Unknown event types are ignored.
 * @throws {ConfigError} When `events` is not an iterable of objects.
 */
export function sessionStateOf(events: Iterable<SessionEvent>): SessionState {
  if (typeof (events as Partial<Iterable<SessionEvent>> | null)?.[Symbol.iterator] !== 'function')
    throw new ConfigError('events', 'events must be an iterable of events, e.g. an array');
  const notes: Notes = {
    uses: new Map(),
    allowed: new Set(),
    outcomes: new Map(),
    threads: new Map(),
    status: 'idle',
    waiting: [],
  };
  for (const event of events) {
    requireObject('events', event);
    noteStatus(event, notes);
    noteCalls(event, notes);
    noteThread(event, notes);
    noteOutcome(event, notes.outcomes);
  }
  const { status, outcomes, threads } = notes;
  return {
    status,
    pending: pendingOf(notes),
    outcomes: [...outcomes.values()],
    threads: [...threads.values()],
  };
}

type ToolUse = PendingToolUse['use'];

interface Notes {
  readonly uses: Map<string, ToolUse>;
  /** Confirmed calls. If the session waits for one again, it waits for the result. */
  readonly allowed: Set<string>;
  readonly outcomes: Map<string, OutcomeProgress>;
  readonly threads: Map<string, StartedThread>;
  status: SessionState['status'];
  waiting: readonly string[];
}

function pendingOf({ uses, waiting, allowed }: Notes): PendingToolUse[] {
  return waiting.flatMap((id) => {
    const use = uses.get(id);
    if (use === undefined) return [];
    const asks = use.type !== 'agent.custom_tool_use' && use.evaluated_permission === 'ask';
    return [{ use, awaits: asks && !allowed.has(id) ? ('permission' as const) : ('result' as const) }];
  });
}

function noteStatus(event: SessionEvent, notes: Notes): void {
  switch (event.type) {
    case 'session.status_idle':
      notes.status = 'idle';
      notes.waiting = event.stop_reason.type === 'requires_action' ? event.stop_reason.event_ids : [];
      break;
    case 'session.status_running':
      notes.status = 'running';
      break;
    case 'session.status_rescheduled':
      notes.status = 'rescheduling';
      break;
    case 'session.status_terminated':
    case 'session.deleted':
      notes.status = event.type === 'session.deleted' ? 'deleted' : 'terminated';
      notes.waiting = [];
      break;
    default:
  }
}

function noteCalls(event: SessionEvent, notes: Notes): void {
  switch (event.type) {
    case 'agent.tool_use':
    case 'agent.mcp_tool_use':
    case 'agent.custom_tool_use':
      notes.uses.set(event.id, event);
      break;
    case 'user.tool_confirmation':
      notes.allowed.add(event.tool_use_id);
      notes.waiting = notes.waiting.filter((id) => id !== event.tool_use_id);
      break;
    case 'user.tool_result':
      notes.waiting = notes.waiting.filter((id) => id !== event.tool_use_id);
      break;
    case 'user.custom_tool_result':
      notes.waiting = notes.waiting.filter((id) => id !== event.custom_tool_use_id);
      break;
    case 'user.interrupt': {
      const { session_thread_id: thread } = event;
      const isStopped = (id: string): boolean =>
        thread == null || notes.uses.get(id)?.session_thread_id === thread;
      notes.waiting = notes.waiting.filter((id) => !isStopped(id));
      break;
    }
    default:
  }
}

function noteThread(event: SessionEvent, { threads }: Notes): void {
  switch (event.type) {
    case 'session.thread_created':
    case 'session.thread_status_running':
    case 'session.thread_status_idle':
    case 'session.thread_status_rescheduled':
    case 'session.thread_status_terminated': {
      const { session_thread_id: id, agent_name: agentName } = event;
      threads.set(id, { id, agentName, status: THREAD_STATUSES[event.type] });
      break;
    }
    default:
  }
}

const THREAD_STATUSES = {
  'session.thread_created': 'running',
  'session.thread_status_running': 'running',
  'session.thread_status_idle': 'idle',
  'session.thread_status_rescheduled': 'rescheduling',
  'session.thread_status_terminated': 'terminated',
} as const;

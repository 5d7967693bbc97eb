/** What the events of a session add up to. */
import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
} from '@parlance/schemas/managed-agents';
import { noteOutcome, type OutcomeProgress } from './outcome-progress.js';

/** A tool call that a session waits for. */
export interface PendingToolUse {
  /** The call. */
  readonly use: AgentToolUseEvent | AgentMcpToolUseEvent | AgentCustomToolUseEvent;
  /**
   * What it waits for: `permission`, a `user.tool_confirmation`; `result`, the result of a custom tool, or of a built-in
   * one in an environment of the caller's own.
   */
  readonly awaits: 'permission' | 'result';
}

/** A thread that a coordinator has started. */
export interface StartedThread {
  /** Identifier, `sthr_...`. */
  readonly id: string;
  /** Name of the agent that runs in it. */
  readonly agentName: string;
  /** State. */
  readonly status: 'running' | 'idle' | 'rescheduling' | 'terminated';
}

/** What the events of a session add up to. */
export interface SessionState {
  /** State. Idle is not finished: see {@link SessionState.pending}. */
  readonly status: 'idle' | 'running' | 'rescheduling' | 'terminated' | 'deleted';
  /** What the session waits for; the next answer is due for the first. Empty when it waits for nothing. */
  readonly pending: readonly PendingToolUse[];
  /** Its outcomes, oldest first. */
  readonly outcomes: readonly OutcomeProgress[];
  /** Threads that its coordinator has started, oldest first. */
  readonly threads: readonly StartedThread[];
}

/**
 * Tells what the events of a session add up to: its state, what it waits for, its outcomes and threads. It reads and
 * sends nothing.
 *
 * @param events - The events from the begin of the session, in the order in which `sessions.events.follow` or
 * `sessions.events.list` gives them. Kinds that it does not know change nothing.
 */
export function sessionStateOf(events: Iterable<SessionEvent>): SessionState {
  const notes: Notes = {
    uses: new Map(),
    allowed: new Set(),
    outcomes: new Map(),
    threads: new Map(),
    status: 'idle',
    waiting: [],
  };
  for (const event of events) {
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
  /** Calls that were confirmed: one that waits again waits for its result. */
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

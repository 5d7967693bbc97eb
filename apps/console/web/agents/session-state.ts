import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
} from '@parlance/schemas';
import { readOutcome, type OutcomeProgress } from './outcome-progress.js';

type ToolUse = AgentToolUseEvent | AgentMcpToolUseEvent | AgentCustomToolUseEvent;

/** A tool call that the session waits for. */
export interface PendingCall {
  readonly use: ToolUse;
  /** What it waits for: whether the tool may run, or the result of a tool that runs here. */
  readonly awaits: 'permission' | 'result';
}

/** A thread that a coordinator has started. */
export interface ThreadState {
  readonly id: string;
  /** Name of the agent that runs in it. */
  readonly agent: string;
  readonly status: string;
}

/** What the events of a session add up to. */
export interface SessionStateView {
  readonly status: 'idle' | 'running' | 'rescheduling' | 'terminated' | 'gone';
  readonly pending: readonly PendingCall[];
  readonly outcomes: readonly OutcomeProgress[];
  readonly threads: readonly ThreadState[];
}

/** Reads the feed of a session. Idle is not finished: what it waits for stands in the last stop reason. */
export function stateOf(events: readonly SessionEvent[]): SessionStateView {
  const uses = new Map<string, ToolUse>();
  const allowed = new Set<string>();
  const outcomes = new Map<string, OutcomeProgress>();
  const threads = new Map<string, ThreadState>();
  let status: SessionStateView['status'] = 'idle';
  let waiting: readonly string[] = [];
  for (const event of events) {
    status = STATUSES[event.type] ?? status;
    waiting = waitingAfter(event, waiting);
    readOutcome(event, outcomes);
    readThread(event, threads);
    if (isToolUse(event)) uses.set(event.id, event);
    if (event.type === 'user.tool_confirmation') allowed.add(event.tool_use_id);
  }
  const pending = waiting.flatMap((id): PendingCall[] => {
    const use = uses.get(id);
    return use === undefined
      ? []
      : [{ use, awaits: asksFirst(use) && !allowed.has(id) ? 'permission' : 'result' }];
  });
  return { status, pending, outcomes: [...outcomes.values()], threads: [...threads.values()] };
}

const STATUSES: Readonly<Record<string, SessionStateView['status']>> = {
  'session.status_idle': 'idle',
  'session.status_running': 'running',
  'session.status_rescheduled': 'rescheduling',
  'session.status_terminated': 'terminated',
  'session.deleted': 'gone',
};

function isToolUse(event: SessionEvent): event is ToolUse {
  return /^agent\.(custom_|mcp_)?tool_use$/.test(event.type);
}

/** A custom tool never asks; a built-in one that need not ask and still waits is run by the caller's own environment. */
function asksFirst(use: ToolUse): boolean {
  return use.type !== 'agent.custom_tool_use' && use.evaluated_permission === 'ask';
}

function waitingAfter(event: SessionEvent, waiting: readonly string[]): readonly string[] {
  switch (event.type) {
    case 'session.status_idle':
      return event.stop_reason.type === 'requires_action' ? event.stop_reason.event_ids : [];
    case 'user.tool_confirmation':
    case 'user.tool_result':
      return waiting.filter((id) => id !== event.tool_use_id);
    case 'user.custom_tool_result':
      return waiting.filter((id) => id !== event.custom_tool_use_id);
    case 'user.interrupt':
    case 'session.status_terminated':
      return [];
    default:
      return waiting;
  }
}

const THREAD_STATUS = /^session\.thread_(?:status_(idle|running|rescheduled|terminated)|created)$/;

function readThread(event: SessionEvent, threads: Map<string, ThreadState>): void {
  const found = THREAD_STATUS.exec(event.type);
  if (found === null || !('session_thread_id' in event)) return;
  const { session_thread_id: id, agent_name: agent } = event as {
    session_thread_id: string;
    agent_name: string;
  };
  threads.set(id, { id, agent, status: found[1] ?? 'running' });
}

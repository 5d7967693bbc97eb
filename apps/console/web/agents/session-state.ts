import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
} from '@parlance/schemas';

/** A tool call that the session waits for. */
export type PendingCall = AgentToolUseEvent | AgentMcpToolUseEvent | AgentCustomToolUseEvent;

/** How an outcome stands, as its events tell. */
export interface OutcomeProgress {
  readonly id: string;
  readonly description: string;
  readonly most: number;
  readonly rounds: readonly { readonly result: string; readonly explanation: string }[];
  readonly isEvaluating: boolean;
}

/** What the events of a session add up to. */
export interface SessionStateView {
  readonly status: 'idle' | 'running' | 'rescheduling' | 'terminated' | 'gone';
  readonly pending: readonly PendingCall[];
  readonly outcomes: readonly OutcomeProgress[];
}

/** Reads the feed of a session. Idle is not finished: what it waits for stands in the last stop reason. */
export function stateOf(events: readonly SessionEvent[]): SessionStateView {
  const calls = new Map<string, PendingCall>();
  const outcomes = new Map<string, OutcomeProgress>();
  let status: SessionStateView['status'] = 'idle';
  let waiting: readonly string[] = [];
  for (const event of events) {
    status = statusAfter(event) ?? status;
    readOutcome(event, outcomes);
    switch (event.type) {
      case 'agent.tool_use':
      case 'agent.mcp_tool_use':
      case 'agent.custom_tool_use':
        calls.set(event.id, event);
        break;
      case 'session.status_idle':
        waiting = event.stop_reason.type === 'requires_action' ? event.stop_reason.event_ids : [];
        break;
      case 'user.tool_confirmation':
        waiting = waiting.filter((id) => id !== event.tool_use_id);
        break;
      case 'user.custom_tool_result':
        waiting = waiting.filter((id) => id !== event.custom_tool_use_id);
        break;
      case 'user.interrupt':
      case 'session.status_terminated':
        waiting = [];
        break;
      default:
    }
  }
  const pending = waiting.map((id) => calls.get(id)).filter((call) => call !== undefined);
  return { status, pending, outcomes: [...outcomes.values()] };
}

function statusAfter({ type }: SessionEvent): SessionStateView['status'] | undefined {
  switch (type) {
    case 'session.status_idle':
      return 'idle';
    case 'session.status_running':
      return 'running';
    case 'session.status_rescheduled':
      return 'rescheduling';
    case 'session.status_terminated':
      return 'terminated';
    case 'session.deleted':
      return 'gone';
    default:
      return undefined;
  }
}

function readOutcome(event: SessionEvent, outcomes: Map<string, OutcomeProgress>): void {
  if (event.type === 'user.define_outcome') {
    const { outcome_id: id, description, max_iterations } = event;
    outcomes.set(id, { id, description, most: max_iterations ?? 3, rounds: [], isEvaluating: false });
    return;
  }
  if (event.type !== 'span.outcome_evaluation_start' && event.type !== 'span.outcome_evaluation_end') return;
  const known = outcomes.get(event.outcome_id);
  if (known === undefined) return;
  outcomes.set(
    event.outcome_id,
    event.type === 'span.outcome_evaluation_start'
      ? { ...known, isEvaluating: true }
      : {
          ...known,
          isEvaluating: false,
          rounds: [...known.rounds, { result: event.result, explanation: event.explanation }],
        },
  );
}

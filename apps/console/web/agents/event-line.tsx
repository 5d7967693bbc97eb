import { memo, useState, type ReactNode } from 'react';
import type { SessionEvent } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import { statusOf } from '../ui/status.js';
import { timeOf } from './event-timing.js';

interface Props {
  readonly event: SessionEvent;
  /** Whether the session has not processed the event yet. */
  readonly isQueued?: boolean;
  /** How long took what the event ends. */
  readonly durationMs?: number | undefined;
}

/** One event of a session. Technical and unknown events are shown as a short line of text. */
export const EventLine = memo(function EventLine({ event, isQueued = false, durationMs }: Props) {
  const facts = <EventFacts event={event} durationMs={durationMs} />;
  const message = (from: string, text: string, className = ''): ReactNode => (
    <li className={`message ${className}`}>
      <span className="row small muted">
        <strong>{from}</strong>
        {isQueued && <span className="chip">queued</span>}
      </span>
      <p className="said" dir="auto">
        {text}
      </p>
      {facts}
    </li>
  );
  switch (event.type) {
    case 'user.message':
      return message('You', textOf(event.content), 'user');
    case 'agent.message':
      return message('Agent', textOf(event.content));
    case 'agent.thread_message_sent':
      return message(`To ${event.to_agent_name ?? 'another thread'}`, textOf(event.content));
    case 'agent.thread_message_received':
      return message(`From ${event.from_agent_name ?? 'another thread'}`, textOf(event.content));
    case 'agent.tool_result':
    case 'agent.mcp_tool_result':
    case 'user.custom_tool_result':
    case 'user.tool_result':
      return (
        <li className={`answer ${event.is_error === true ? 'failed' : ''}`}>
          <pre>{textOf(event.content ?? []) || '(no output)'}</pre>
          {facts}
        </li>
      );
    case 'session.error':
      return (
        <li className="notice bad">
          <Icon name="warn" size={16} />
          <span>{String(event.error['message'] ?? event.error.type)}</span>
          {facts}
        </li>
      );
    case 'agent.tool_use':
    case 'agent.mcp_tool_use':
    case 'agent.custom_tool_use':
      return <ToolUse event={event} facts={facts} />;
    default:
      return (
        <li className="row spread small muted technical">
          {`${summaryOf(event)}${isQueued ? ', queued' : ''}`} {facts}
        </li>
      );
  }
});

type ToolUseEvent = Extract<SessionEvent, { type: `agent.${string}tool_use`; name: string }>;

function ToolUse({ event, facts }: { readonly event: ToolUseEvent; readonly facts: ReactNode }) {
  const name = event.type === 'agent.mcp_tool_use' ? `${event.mcp_server_name}.${event.name}` : event.name;
  return (
    <li className="card tool">
      <header className="row">
        <Icon name="tool" size={16} />
        <strong className="mono">{name}</strong>
        {event.type === 'agent.custom_tool_use' ? (
          <span className="chip violet">your tool</span>
        ) : (
          event.evaluated_permission === 'ask' && <span className="chip warn">needs approval</span>
        )}
      </header>
      <pre>{JSON.stringify(event.input, null, 2)}</pre>
      {facts}
    </li>
  );
}

/** When an event was processed, how long it took, and its JSON. */
function EventFacts({ event, durationMs }: Pick<Props, 'event' | 'durationMs'>) {
  const [isOpen, setOpen] = useState(false);
  const time = timeOf(event);
  return (
    <details className="event-facts numbers" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {time !== undefined && (
          <time dateTime={new Date(time).toISOString()}>{new Date(time).toLocaleTimeString('en-GB')}</time>
        )}
        {durationMs !== undefined && <span>{(durationMs / 1000).toFixed(2)} s</span>}
        <span>JSON</span>
      </summary>
      {isOpen && <pre tabIndex={0}>{JSON.stringify(event, null, 2)}</pre>}
    </details>
  );
}

/** Describes an event in one line. */
function summaryOf(event: SessionEvent): string {
  switch (event.type) {
    case 'user.tool_confirmation':
      return event.result === 'allow'
        ? 'You allowed the tool call'
        : `You denied the tool call${event.deny_message == null ? '' : `: ${event.deny_message}`}`;
    case 'user.define_outcome':
      return `You set an outcome: ${event.description}`;
    case 'session.status_idle':
      return statusOf('stop', event.stop_reason.type)[0];
    case 'session.status_running':
    case 'session.status_rescheduled':
    case 'session.status_terminated':
      return statusOf('session', event.type.replace('session.status_', ''))[0];
    case 'session.thread_created':
      return `Started a thread for ${event.agent_name}`;
    case 'session.thread_status_running':
    case 'session.thread_status_idle':
    case 'session.thread_status_rescheduled':
    case 'session.thread_status_terminated':
      return `${event.agent_name}: ${statusOf('thread', event.type.replace('session.thread_status_', ''))[0]}`;
    case 'span.model_request_end':
      return `model: ${event.model_usage.input_tokens} tokens in, ${event.model_usage.output_tokens} out`;
    case 'span.outcome_evaluation_end':
      return `graded: ${statusOf('outcome', event.result)[0]}`;
    default:
      return statusOf('event', String(event.type).replace(/^\w+\./, ''))[0];
  }
}

function textOf(content: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return content.map((block) => (block.type === 'text' ? String(block.text) : `(${block.type})`)).join('\n');
}

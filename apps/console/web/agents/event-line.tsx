import { memo, type ReactNode } from 'react';
import type { SessionEvent } from '@parlance/schemas';
import { words } from '../ui/format.js';
import { Icon } from '../ui/icon.js';

/** One event. What is only of technical interest is a small line; kinds that are not known here are shown as data. */
export const EventLine = memo(function EventLine({ event }: { readonly event: SessionEvent }) {
  switch (event.type) {
    case 'user.message':
      return (
        <Said who="You" className="user">
          {textOf(event.content)}
        </Said>
      );
    case 'agent.message':
      return <Said who="Agent">{textOf(event.content)}</Said>;
    case 'agent.tool_use':
    case 'agent.mcp_tool_use':
    case 'agent.custom_tool_use':
      return (
        <li className="tool">
          <header className="row">
            <Icon name="tool" size={16} />
            <strong className="mono">{event.name}</strong>
            {event.type === 'agent.custom_tool_use' && <span className="chip violet">yours to answer</span>}
            {event.type !== 'agent.custom_tool_use' && event.evaluated_permission === 'ask' && (
              <span className="chip warn">asks first</span>
            )}
          </header>
          <pre>{JSON.stringify(event.input, null, 2)}</pre>
        </li>
      );
    case 'agent.tool_result':
    case 'agent.mcp_tool_result':
    case 'user.custom_tool_result':
      return (
        <li className={`answer ${event.is_error === true ? 'failed' : ''}`}>
          <pre>{textOf(event.content ?? []) || 'nothing'}</pre>
        </li>
      );
    case 'user.tool_confirmation':
      return <Small>You {event.result === 'allow' ? 'allowed it' : 'denied it'}</Small>;
    case 'user.define_outcome':
      return <Small>You set the outcome: {event.description}</Small>;
    case 'user.interrupt':
      return <Small>You interrupted</Small>;
    case 'session.error':
      return (
        <li className="notice bad">
          <Icon name="warn" size={16} />
          <span>{String(event.error['message'] ?? event.error.type)}</span>
        </li>
      );
    case 'session.status_idle':
      return (
        <Small>
          {event.stop_reason.type === 'requires_action'
            ? 'waits for you'
            : `idle: ${words(event.stop_reason.type)}`}
        </Small>
      );
    case 'span.model_request_end':
      return (
        <Small>
          model: {event.model_usage.input_tokens} tokens in, {event.model_usage.output_tokens} out
        </Small>
      );
    default:
      return <Small>{words(String(event.type).replace(/^\w+\./, ''))}</Small>;
  }
});

function Small({ children }: { readonly children: ReactNode }) {
  return <li className="small muted technical">{children}</li>;
}

function Said({
  who,
  className = '',
  children,
}: {
  readonly who: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <li className={`message ${className}`}>
      <strong className="small muted">{who}</strong>
      <p className="said">{children}</p>
    </li>
  );
}

function textOf(content: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return content.map((block) => (block.type === 'text' ? String(block.text) : `(${block.type})`)).join('\n');
}

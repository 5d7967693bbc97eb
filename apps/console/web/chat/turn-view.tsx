import { memo } from 'react';
import type { ToolResultBlockParam } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { BlockView } from './block-view.js';
import { conversation } from './conversation.js';
import type { Turn } from './turn.js';

/** Answers of tools, by the call that they answer. */
export type Results = ReadonlyMap<string, ToolResultBlockParam>;

/** One turn. Turns that are done never change, so they are drawn once. */
export const TurnView = memo(function TurnView({
  turn,
  results,
}: {
  readonly turn: Turn;
  readonly results: Results;
}) {
  const blocks = turn.blocks.filter((block) => block.type !== 'tool_result');
  if (turn.role === 'user' && blocks.length === 0) return null;
  const waiting = turn.state === 'writing' && blocks.length === 0;
  return (
    <article
      className={`turn ${turn.role}`}
      aria-label={turn.role === 'user' ? 'You' : 'Reply'}
      aria-busy={turn.state === 'writing'}
    >
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          writing={turn.state === 'writing' && index === blocks.length - 1}
          results={results}
        />
      ))}
      {waiting && <span className="caret" role="status" aria-label="Waiting for the reply" />}
      {turn.stopReason === 'refusal' && (
        <p className="notice">
          <Icon name="warn" />
          The model declined to answer.
        </p>
      )}
      {turn.stopReason === 'max_tokens' && (
        <p className="muted small">The reply reached the limit of tokens.</p>
      )}
      {turn.state === 'stopped' && <p className="muted small">Stopped. What had arrived is kept.</p>}
      {turn.problem !== undefined && <ProblemNotice problem={turn.problem} />}
      {turn.state === 'cut' && (
        <button type="button" className="button tiny" onClick={() => conversation.goOn()}>
          <Icon name="refresh" size={15} />
          {blocks.length === 0 ? 'Try again' : 'Go on'}
        </button>
      )}
      {turn.role === 'assistant' && turn.state === 'done' && <Facts turn={turn} />}
    </article>
  );
});

/** Usage, cache, cost and request id of a reply. */
function Facts({ turn: { usage, cost, requestId, model } }: { readonly turn: Turn }) {
  if (usage === undefined) return null;
  const cached = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  return (
    <footer className="facts-line numbers">
      <span>{model}</span>
      <span>{(usage.input_tokens + cached + written).toLocaleString('en')} in</span>
      <span>{usage.output_tokens.toLocaleString('en')} out</span>
      {cached > 0 && <span>{cached.toLocaleString('en')} from cache</span>}
      {written > 0 && <span>{written.toLocaleString('en')} to cache</span>}
      {cost != null && (
        <span title="By the sample prices in server/prices.ts">${cost.toFixed(cost < 0.01 ? 5 : 3)}</span>
      )}
      {requestId != null && <code>{requestId}</code>}
    </footer>
  );
}

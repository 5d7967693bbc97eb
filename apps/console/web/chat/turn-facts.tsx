import { formatCount } from '../ui/format.js';
import { RequestId } from '../ui/request-id.js';
import type { Turn } from './turn.js';

/** Usage, cache, cost and request ID of a reply. An incomplete reply shows only its input. */
export function TurnFacts({ turn: { usage, cost, requestId, model, state } }: { readonly turn: Turn }) {
  // A reply that was cut is about to be continued.
  if (usage === undefined || state === 'writing' || state === 'cut') return null;
  const cached = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  const isWhole = state === 'done';
  return (
    <footer className="facts-line numbers">
      <span>{model}</span>
      <span>{formatCount(usage.input_tokens + cached + written)} in</span>
      {isWhole && <span>{formatCount(usage.output_tokens)} out</span>}
      {cached > 0 && <span>{formatCount(cached)} from cache</span>}
      {written > 0 && <span>{formatCount(written)} to cache</span>}
      {cost != null && (
        <span title="Estimated from the sample prices in server/prices.ts">
          ${cost.toFixed(cost < 0.01 ? 5 : 3)}
        </span>
      )}
      {requestId != null && <RequestId id={requestId} />}
    </footer>
  );
}

import { useMemo } from 'react';
import type { Session, SessionEvent } from '@parlance/schemas';
import { costOf } from '../../server/prices.js';
import { CsvButton } from '../ui/csv-button.js';
import { Select } from '../ui/select.js';
import { formatCount } from '../ui/format.js';
import { useView } from '../ui/view.js';
import { EventLine } from './event-line.js';
import groups from './event-groups.json' with { type: 'json' };
import { durationsOf, isInGroup, timeOf, type EventGroup } from './event-timing.js';

interface Props {
  readonly label: string;
  readonly events: readonly SessionEvent[];
  /** Events that the service has accepted but the session has not processed. */
  readonly queued?: readonly SessionEvent[];
  readonly session?: Session | undefined;
}

/** The events of a session or thread with their times, a filter, and the session's totals. */
export function EventList({ label, events, queued = [], session }: Props) {
  const [view, setView] = useView({ events: 'all' });
  const group = (Object.hasOwn(groups, view.events) ? view.events : 'all') as EventGroup;
  const durations = useMemo(() => durationsOf(events), [events]);
  const known = new Set(events.map(idOf));
  const shown = events.filter((event) => isInGroup(event, group));
  const waiting = queued.filter((event) => !known.has(idOf(event)) && isInGroup(event, group));
  return (
    <>
      <div className="row spread">
        <div className="row">
          <Select
            label={`Filter ${label.toLowerCase()}`}
            value={group}
            onChange={(next) => setView({ events: next })}
            options={groups}
          />
          <CsvButton
            name="session-events"
            columns={['id', 'type', 'processed_at', 'duration_ms', 'json']}
            rows={() =>
              shown.map((event) => {
                const time = timeOf(event);
                return {
                  id: idOf(event),
                  type: String(event.type),
                  processed_at: time === undefined ? null : new Date(time).toISOString(),
                  duration_ms: durations.get(idOf(event)),
                  json: JSON.stringify(event),
                };
              })
            }
          />
        </div>
        {session !== undefined && <Totals session={session} />}
      </div>
      <ol className="stack tight-stack events" aria-label={label}>
        {shown.map((event) => (
          <EventLine key={idOf(event)} event={event} durationMs={durations.get(idOf(event))} />
        ))}
        {waiting.map((event) => (
          <EventLine key={idOf(event)} event={event} isQueued />
        ))}
      </ol>
    </>
  );
}

/** Tokens and cost of the session: the service's list price, or an estimate at the sample prices. */
function Totals({ session: { usage, agent } }: { readonly session: Session }) {
  const { input_tokens = 0, output_tokens = 0, cache_read_input_tokens: cached = 0 } = usage;
  const counts = { input_tokens, output_tokens, cache_read_input_tokens: cached };
  const model = agent.model.id;
  const estimate = costOf({ model, usage: counts });
  const listed = usage.list_cost;
  return (
    <span className="row small muted numbers" role="group" aria-label="Totals">
      <span>{formatCount(input_tokens)} in</span>
      <span>{formatCount(output_tokens)} out</span>
      {cached > 0 && <span>{formatCount(cached)} from cache</span>}
      {usage.active_seconds !== undefined && <span>{usage.active_seconds.toFixed(1)} s active</span>}
      {listed == null ? (
        estimate !== null && <span title="Estimated from the sample prices">≈ ${estimate.toFixed(4)}</span>
      ) : (
        <span>{`${(Number(listed.amount) / 100).toFixed(2)} ${listed.currency}`}</span>
      )}
    </span>
  );
}

const idOf = (event: SessionEvent): string => String(event['id']);

import { useCallback, useMemo, useState } from 'react';
import { activityTypes, type ActivityListParams } from '@parlance/schemas';
import { Empty } from '../ui/empty.js';
import { formatCount, formatTime, words } from '../ui/format.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { createdWithin, DateRange } from './date-range.js';
import { ExportButton } from './export-button.js';
import { useActivityLog, type ActivityLog } from './activity-log.js';
import { FAMILIES } from './families.js';
import { Timeline, type Span } from './timeline.js';

/** Rows of the table below the timeline. */
const MAX_ROWS = 200;
const ALL_FAMILIES: ReadonlySet<number> = new Set(FAMILIES.keys());

/** The audit log: a timeline, and the records of the stretch that it shows. */
export function ActivitiesTab() {
  const [type, setType] = useState('');
  const [actor, setActor] = useState('');
  const [days, setDays] = useState({ from: '', to: '' });
  const [shown, setShown] = useState(ALL_FAMILIES);
  const [span, setSpan] = useState<Span>();
  const { data: people } = useLoad('compliance.people', null);
  const params: ActivityListParams = {
    ...(type === '' ? {} : { activity_types: [type] }),
    ...(actor === '' ? {} : { actor_ids: [actor] }),
    ...createdWithin(days),
  };
  const { log, loading, problem } = useActivityLog(params);
  const onSpan = useCallback((next: Span) => setSpan(next), []);
  return (
    <div className="stack">
      <div className="filters">
        <select
          className="input"
          aria-label="Type"
          value={type}
          onChange={(event) => setType(event.target.value)}
        >
          <option value="">All types</option>
          {activityTypes.map((name) => (
            <option key={name} value={name}>
              {words(name)}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Actor"
          value={actor}
          onChange={(event) => setActor(event.target.value)}
        >
          <option value="">Everybody</option>
          {people?.map(({ id, full_name }) => (
            <option key={id} value={id}>
              {full_name}
            </option>
          ))}
        </select>
        <DateRange days={days} onChange={setDays} />
        <span className="muted small numbers" role="status">
          {formatCount(log.times.length)} activities{loading ? '…' : ''}
        </span>
        <ExportButton request={{ kind: 'activities', filters: params }} />
      </div>
      <Families shown={shown} counts={useCounts(log)} onChange={setShown} />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="card chart">
        <Timeline log={log} shown={shown} onSpan={onSpan} />
      </div>
      <Rows log={log} shown={shown} span={span} loading={loading} />
    </div>
  );
}

interface FamiliesProps {
  readonly shown: ReadonlySet<number>;
  readonly counts: readonly number[];
  readonly onChange: (shown: ReadonlySet<number>) => void;
}

function Families({ shown, counts, onChange }: FamiliesProps) {
  return (
    <div className="families" role="group" aria-label="Families">
      {FAMILIES.map(({ id, label, hue }, index) => (
        <button
          key={id}
          type="button"
          className="button tiny"
          aria-pressed={shown.has(index)}
          onClick={() => onChange(shown.symmetricDifference(new Set([index])))}
        >
          <span className="swatch" style={{ '--hue': hue } as React.CSSProperties} />
          {label} <span className="muted numbers">{formatCount(counts[index] ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}

function useCounts(log: ActivityLog): readonly number[] {
  return useMemo(() => {
    const counts = FAMILIES.map(() => 0);
    for (const family of log.families) counts[family] = (counts[family] ?? 0) + 1;
    return counts;
  }, [log]);
}

interface RowsProps {
  readonly log: ActivityLog;
  readonly shown: ReadonlySet<number>;
  readonly span: Span | undefined;
  readonly loading: boolean;
}

function Rows({ log, shown, span, loading }: RowsProps) {
  const rows = useMemo(() => rowsOf(log, shown, span), [log, shown, span]);
  if (rows.length === 0) {
    return loading ? null : (
      <Empty icon="search" title="No activity fits">
        <p>Choose another type or actor, or show more families.</p>
      </Empty>
    );
  }
  return (
    <div className="card table-frame">
      <table className="table">
        <caption className="visually-hidden">Newest activities of the stretch shown</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Activity</th>
            <th scope="col">Actor</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((index) => (
            <tr key={log.ids[index] || index}>
              <td className="numbers nowrap">{formatTime((log.times[index] ?? 0) * 1000)}</td>
              <td>{words(log.types[index] ?? '')}</td>
              <td className="muted">{log.actors[index]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Newest first, at most {@link MAX_ROWS}. */
function rowsOf(log: ActivityLog, shown: ReadonlySet<number>, span: Span | undefined): number[] {
  const rows: number[] = [];
  for (let index = log.times.length - 1; index >= 0 && rows.length < MAX_ROWS; index -= 1) {
    const time = log.times[index] ?? 0;
    if (span !== undefined && (time < span.from || time > span.to)) continue;
    if (shown.has(log.families[index] ?? -1)) rows.push(index);
  }
  return rows;
}

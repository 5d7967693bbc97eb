import { useCallback, useDeferredValue, useMemo } from 'react';
import { FAMILIES } from '../../server/activity-families.js';
import { Button } from '../ui/button.js';
import { formatCount, formatTime, plural } from '../ui/format.js';
import type { ActivityLog, Span } from './activity-log.js';
import { ActivityTable } from './activity-table.js';
import { Timeline } from './timeline.js';

/** A change of the view in the URL. */
interface Change {
  readonly hidden?: string;
  readonly span?: string;
  readonly page?: string;
  readonly activity?: string;
  readonly at?: string;
}

interface Props {
  readonly log: ActivityLog;
  readonly loading: boolean;
  /** IDs of the hidden families, separated by commas. */
  readonly hidden: string;
  /** Time range of the timeline. Undefined for all times. */
  readonly span: Span | undefined;
  /** Page of the table, starting at 0. */
  readonly page: number;
  readonly onChange: (change: Change, options?: { readonly replace?: boolean }) => void;
}

/** A log as a timeline, and as a table of the selected range. */
export function ActivityExplorer({ log, loading, hidden, span, page, onChange }: Props) {
  const shown = useMemo(() => {
    const ids = hidden.split(',');
    return new Set([...FAMILIES.keys()].filter((family) => !ids.includes(FAMILIES[family]?.id ?? '')));
  }, [hidden]);
  // The chart follows input immediately. The table is deferred, because rendering it takes longer.
  const table = {
    log: useDeferredValue(log),
    loading: useDeferredValue(loading),
    shown: useDeferredValue(shown),
    span: useDeferredValue(span),
    page: useDeferredValue(page),
  };
  const onSpan = useCallback(
    (next: Span | undefined) =>
      onChange({ span: next === undefined ? '' : `${next.from}-${next.to}`, page: '1' }),
    [onChange],
  );
  const onPage = useCallback((next: number) => onChange({ page: String(next + 1) }), [onChange]);
  const onOpen = useCallback(
    (activity: string, at: number) => onChange({ activity, at: String(at) }),
    [onChange],
  );
  const toggle = (id: string) => {
    const ids = new Set(hidden === '' ? [] : hidden.split(','));
    onChange({ hidden: [...ids.symmetricDifference(new Set([id]))].join(','), page: '1' });
  };
  return (
    <>
      <div className="row families">
        <div role="group" aria-label="Families">
          {FAMILIES.map(({ id, label, hue }, index) => (
            <Button key={id} size="tiny" aria-pressed={shown.has(index)} onClick={() => toggle(id)}>
              <span className="swatch" style={{ '--hue': hue } as React.CSSProperties} />
              {label} <span className="muted numbers">{formatCount(log.perFamily[index] ?? 0)}</span>
            </Button>
          ))}
        </div>
        <span className="muted small numbers" role="status">
          {plural(log.count, 'activity', 'activities')}
          {loading ? '…' : ''}
        </span>
      </div>
      <div className="card box">
        <Timeline log={log} shown={shown} span={span} onSpan={onSpan} />
        {span !== undefined && (
          <p className="row small muted">
            {formatTime(span.from * 1000)} – {formatTime(span.to * 1000)}
            <Button size="tiny" onClick={() => onSpan(undefined)}>
              Show all times
            </Button>
          </p>
        )}
      </div>
      <ActivityTable {...table} onPage={onPage} onOpen={onOpen} />
    </>
  );
}

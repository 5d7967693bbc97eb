import { useCallback, useDeferredValue, useState } from 'react';
import { formatCount } from '../ui/format.js';
import type { ActivityLog, Span } from './activity-log.js';
import { ActivityTable } from './activity-table.js';
import { FAMILIES } from './families.js';
import { Timeline } from './timeline.js';

interface View {
  /** Indexes of the visible families. */
  readonly shown: ReadonlySet<number>;
  /** Time range of the timeline. */
  readonly span: Span | undefined;
  /** Page of the table, starting at 0. */
  readonly page: number;
}

const EVERYTHING: View = { shown: new Set(FAMILIES.keys()), span: undefined, page: 0 };

/** A log as a timeline, and as a table of the selected range. */
export function ActivityExplorer({ log, loading }: { readonly log: ActivityLog; readonly loading: boolean }) {
  const [view, setView] = useState(EVERYTHING);
  // The chart follows input immediately. The table is deferred, because rendering it takes longer.
  const table = { log: useDeferredValue(log), loading: useDeferredValue(loading), ...useDeferredValue(view) };
  const onSpan = useCallback((span: Span) => {
    // While older activities load, only the start of the range moves, so the current page stays.
    setView((known) => ({ ...known, span, page: known.span?.to === span.to ? known.page : 0 }));
  }, []);
  const onPage = useCallback((page: number) => setView((known) => ({ ...known, page })), []);
  const toggle = (family: number) =>
    setView((known) => ({ ...known, shown: known.shown.symmetricDifference(new Set([family])), page: 0 }));
  return (
    <>
      <div className="families" role="group" aria-label="Families">
        {FAMILIES.map(({ id, label, hue }, index) => (
          <button
            key={id}
            type="button"
            className="button tiny"
            aria-pressed={view.shown.has(index)}
            onClick={() => toggle(index)}
          >
            <span className="swatch" style={{ '--hue': hue } as React.CSSProperties} />
            {label} <span className="muted numbers">{formatCount(log.perFamily[index] ?? 0)}</span>
          </button>
        ))}
      </div>
      <div className="card chart">
        <Timeline log={log} shown={view.shown} onSpan={onSpan} />
      </div>
      <ActivityTable {...table} onPage={onPage} />
    </>
  );
}

import { useCallback, useDeferredValue, useState } from 'react';
import { formatCount } from '../ui/format.js';
import type { ActivityLog, Span } from './activity-log.js';
import { ActivityTable } from './activity-table.js';
import { FAMILIES } from './families.js';
import { Timeline } from './timeline.js';

interface View {
  /** Families that are shown, by index. */
  readonly shown: ReadonlySet<number>;
  /** Stretch that the timeline shows. */
  readonly span: Span | undefined;
  /** Page of the table, from 0. */
  readonly page: number;
}

const EVERYTHING: View = { shown: new Set(FAMILIES.keys()), span: undefined, page: 0 };

/** A log as a timeline, and as a table of the stretch that it shows. */
export function ActivityExplorer({ log, loading }: { readonly log: ActivityLog; readonly loading: boolean }) {
  const [view, setView] = useState(EVERYTHING);
  // The chart answers the hand at once; the table follows when there is time.
  const table = { log: useDeferredValue(log), loading: useDeferredValue(loading), ...useDeferredValue(view) };
  const onSpan = useCallback((span: Span) => {
    // While older activities arrive only the beginning moves, and the page that is read stays.
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

import { useMemo, type KeyboardEvent } from 'react';
import { colorOf, FAMILIES } from '../../server/activity-families.js';
import { BarChart } from '../ui/bar-chart.js';
import { formatCount, formatDay, formatTime, plural } from '../ui/format.js';
import { countByColumn, type ActivityLog, type Span } from './activity-log.js';
import { spanAfter, within } from './time-range.js';

interface Props {
  readonly log: ActivityLog;
  /** Indexes of the visible families. */
  readonly shown: ReadonlySet<number>;
  /** The selected time range. Undefined for all times. */
  readonly span: Span | undefined;
  /** Called when the user selects another time range, in whole seconds. */
  readonly onSpan: (span: Span | undefined) => void;
}

/** Number of bars. */
const COLUMNS = 120;
/** Above this range, in seconds, the axis has days without times. */
const DAYS_SECONDS = 8 * 86_400;

/**
 * Activities over time, by family. Dragging selects a time range, and a double click resets it; with the keyboard, the
 * arrow keys move the range, plus and minus zoom, and Escape resets it.
 */
export function Timeline({ log, shown, span, onSpan }: Props) {
  const { from = 0, to = 1 } = span ?? log.span ?? {};
  const bars = useMemo(() => {
    const secondsPerColumn = Math.max(1, to - from) / COLUMNS;
    // The last activity is in the last column.
    const counts = countByColumn(log, { from, columns: COLUMNS + 1, secondsPerColumn });
    const columns = Array.from({ length: COLUMNS + 1 }, (_, column) => column);
    return {
      times: columns.map((column) => from + (column + 0.5) * secondsPerColumn),
      series: [...shown].map((family) => ({
        name: FAMILIES[family]?.label ?? '',
        color: colorOf(FAMILIES[family] ?? { hue: 0 }),
        amounts: columns.map((column) => counts[family * columns.length + column] ?? 0),
      })),
    };
  }, [log, shown, from, to]);
  const select = (next: Span | 'all' | undefined): void =>
    onSpan(next === 'all' || next === undefined ? undefined : within(next, log.span));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = spanAfter(event.key, span ?? log.span);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };
  return (
    <div
      className="timeline"
      role="slider"
      tabIndex={0}
      aria-label={`Timeline of ${plural(log.count, 'activity', 'activities')}`}
      aria-valuemin={log.span?.from ?? 0}
      aria-valuemax={log.span?.to ?? 0}
      aria-valuenow={from}
      aria-valuetext={
        span === undefined ? 'All times' : `${formatTime(from * 1000)} to ${formatTime(to * 1000)}`
      }
      onKeyDown={onKeyDown}
    >
      <BarChart
        label="Activities by family"
        {...bars}
        format={formatCount}
        formatTime={(time) => formatTime(time * 1000)}
        {...(to - from > DAYS_SECONDS && {
          formatAxis: (time) => formatDay(new Date(time * 1000).toISOString()),
        })}
        height={matchMedia('(width < 560px)').matches ? 170 : 240}
        onSelect={(start, end) =>
          select(start === undefined || end === undefined ? 'all' : { from: start, to: end })
        }
      />
    </div>
  );
}

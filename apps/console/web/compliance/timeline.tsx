import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { countByColumn, type ActivityLog, type Span } from './activity-log.js';
import { colorOf, FAMILIES } from './families.js';

interface Props {
  readonly log: ActivityLog;
  /** Indexes of the visible families. */
  readonly shown: ReadonlySet<number>;
  /** Called when the user selects another time range. */
  readonly onSpan: (span: Span) => void;
}

const HEIGHT = 260;
const LABELS_FROM_PX = 700;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Label of an axis tick: the day, with the time of day for steps shorter than a day. */
function tick(at: number, step: number): string {
  const time = new Date(at * 1000);
  return step >= 86_400 ? day.format(time) : `${minute.format(time)}\n${day.format(time)}`;
}

/** Activities over time, one lane per family. Dragging selects a time range, and a double click resets it. */
export function Timeline({ log, shown, onSpan }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef({ log, shown, onSpan });
  latest.current = { log, shown, onSpan };
  /** Columns of the last log. Logs of the same load share them. */
  const columns = useRef<ActivityLog['types']>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (plot.current !== null) plot.current.setSize({ width: element.clientWidth, height: HEIGHT });
      // Created here because the layout is done by now. Reading the width in an effect would force a layout.
      else plot.current = createPlot(element, latest);
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => plot.current?.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => {
    if (plot.current !== null) showLog(plot.current, log, columns.current === log.types);
    columns.current = log.types;
  }, [log]);
  useEffect(() => plot.current?.redraw(false), [shown]);
  return (
    <div ref={place} className="timeline" role="img" aria-label={`Timeline of ${log.count} activities`} />
  );
}

/** Returns the data from which uPlot derives its scale. The points themselves are drawn by `drawPoints`. */
function endsOf({ span }: ActivityLog): uPlot.AlignedData {
  const ends = span === undefined ? [] : [span.from, span.to];
  return [ends, ends.map(() => null)];
}

/** Shows another log. Keeps the selected range while the same log grows. */
function showLog(chart: uPlot, log: ActivityLog, grew: boolean): void {
  const { min, max } = chart.scales['x'] ?? {};
  const [oldest, newest] = chart.data[0];
  const isZoomed = grew && min != null && max != null && (min > (oldest ?? min) || max < (newest ?? max));
  chart.setData(endsOf(log), !isZoomed);
  if (isZoomed) chart.redraw(false);
}

function createPlot(element: HTMLElement, latest: React.RefObject<Props>): uPlot {
  const css = getComputedStyle(element);
  const ink = (): string => css.color;
  const line = (): string => css.getPropertyValue('border-top-color');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  const times: uPlot.Axis = {
    ...axis,
    values: (...[, splits, , , step]) => splits.map((at) => tick(at, step)),
  };
  // Labels where there is room, because color alone is not accessible.
  const lanes: uPlot.Axis = {
    ...axis,
    show: element.clientWidth >= LABELS_FROM_PX,
    grid: { show: false },
    size: 140,
    splits: () => [...FAMILIES.keys()],
    values: (_, splits) => splits.map((family) => FAMILIES[family]?.label ?? ''),
  };
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: { y: { range: [-0.5, FAMILIES.length - 0.5], dir: -1 } },
    axes: [times, lanes],
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: {
      draw: [
        (chart) => {
          element.dataset['drawn'] = String(drawPoints(chart, latest.current, isDark(element)));
        },
      ],
      setScale: [
        (chart, name) => {
          const { min, max } = chart.scales['x'] ?? {};
          if (name === 'x' && min != null && max != null) latest.current.onSpan({ from: min, to: max });
        },
      ],
    },
  };
  return new uPlot(options, endsOf(latest.current.log), element);
}

/**
 * Draws activities as small squares that never overlap. Counts them per column in one pass, then stacks as many squares
 * as fit into each lane.
 *
 * @returns Number of squares drawn.
 */
function drawPoints(chart: uPlot, { log, shown }: Props, dark: boolean): number {
  const { ctx, bbox } = chart;
  const { min, max } = chart.scales['x'] ?? {};
  if (min == null || max == null) return 0;
  const lane = bbox.height / FAMILIES.length;
  const size = 3 * devicePixelRatio;
  const rows = Math.max(1, Math.floor((lane * 0.7) / size));
  const columns = Math.ceil(bbox.width / size) + 1;
  const secondsPerColumn = (Math.max(1, max - min) / bbox.width) * size;
  const counts = countByColumn(log, { from: min, columns, secondsPerColumn });
  let squares = 0;
  for (const [family, entry] of FAMILIES.entries()) {
    if (!shown.has(family)) continue;
    ctx.fillStyle = colorOf(entry, dark);
    const bottom = bbox.top + lane * family + lane * 0.15 + rows * size;
    for (let column = 0; column < columns; column += 1) {
      const height = Math.min(rows, counts[family * columns + column] ?? 0);
      for (let row = 1; row <= height; row += 1) {
        ctx.fillRect(bbox.left + column * size, bottom - row * size, size * 0.85, size * 0.85);
      }
      squares += height;
    }
  }
  return squares;
}

function isDark(element: HTMLElement): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme === 'dark';
  return element.ownerDocument.defaultView?.matchMedia('(prefers-color-scheme: dark)').matches ?? false;
}

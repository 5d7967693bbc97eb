import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { countByColumn, type ActivityLog, type Span } from './activity-log.js';
import { colorOf, FAMILIES } from './families.js';

interface Props {
  readonly log: ActivityLog;
  /** Families that are shown, by index. */
  readonly shown: ReadonlySet<number>;
  /** Called when the visitor has chosen another stretch of time. */
  readonly onSpan: (span: Span) => void;
}

const HEIGHT = 260;
const LABELS_FROM_PX = 700;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A time at the axis: the day, and under a day's step the time of day too. */
function tick(at: number, step: number): string {
  const time = new Date(at * 1000);
  return step >= 86_400 ? day.format(time) : `${minute.format(time)}\n${day.format(time)}`;
}

/** Activities over time, a lane for each family. Dragging chooses a stretch of time, a double click shows all. */
export function Timeline({ log, shown, onSpan }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef({ log, shown, onSpan });
  latest.current = { log, shown, onSpan };
  /** Logs of one load share their columns. */
  const columns = useRef<ActivityLog['types']>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (plot.current !== null) plot.current.setSize({ width: element.clientWidth, height: HEIGHT });
      // Not before the page has its layout: to ask for a width within the visitor's click would lay it out there.
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

/** All that the chart needs of a log for its scale: the points are drawn here. */
function endsOf({ span }: ActivityLog): uPlot.AlignedData {
  const ends = span === undefined ? [] : [span.from, span.to];
  return [ends, ends.map(() => null)];
}

/** Shows another log; a stretch that was chosen stays while the log grows. */
function showLog(chart: uPlot, log: ActivityLog, grew: boolean): void {
  const { min, max } = chart.scales['x'] ?? {};
  const [oldest, newest] = chart.data[0];
  const isChosen = grew && min != null && max != null && (min > (oldest ?? min) || max < (newest ?? max));
  chart.setData(endsOf(log), !isChosen);
  if (isChosen) chart.redraw(false);
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
  // Names beside the lanes where there is room: their colours alone would not tell them apart for everybody.
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
 * Draws each point as a small square, and no two on the same spot: counted first, in one walk over the points, then
 * drawn column by column, as many as the chart has room for.
 *
 * @returns How many squares.
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

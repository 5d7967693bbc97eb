import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ActivityLog } from './activity-log.js';
import { colorOf, FAMILIES } from './families.js';

/** A stretch of time, in seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

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
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const chart = createPlot(element, latest);
    plot.current = chart;
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => chart.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData([log.times as number[], log.families as number[]]), [log]);
  useEffect(() => plot.current?.redraw(false), [shown]);
  return (
    <div
      ref={place}
      className="timeline"
      role="img"
      aria-label={`Timeline of ${log.times.length} activities`}
    />
  );
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
  return new uPlot(options, [[], []], element);
}

/**
 * Draws each point as a small square, and no two on the same spot: counted first, in one walk over the points, then
 * drawn column by column. 100,000 points then take a few milliseconds.
 *
 * @returns How many squares.
 */
function drawPoints(chart: uPlot, { log, shown }: Props, dark: boolean): number {
  const { ctx, bbox } = chart;
  const lane = bbox.height / FAMILIES.length;
  const size = 3 * devicePixelRatio;
  const rows = Math.max(1, Math.floor((lane * 0.7) / size));
  const columns = Math.ceil(bbox.width / size) + 1;
  const counts = countPoints(chart, log, { size, columns });
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

/** How many points of each family are in each column of the chart. */
function countPoints(
  chart: uPlot,
  { times, families }: ActivityLog,
  { size, columns }: { readonly size: number; readonly columns: number },
): Uint32Array {
  const counts = new Uint32Array(FAMILIES.length * columns);
  const { min, max } = chart.scales['x'] ?? {};
  const [first, last] = chart.series[0]?.idxs ?? [0, -1];
  if (min == null || max == null) return counts;
  const perSecond = chart.bbox.width / Math.max(1, max - min) / size;
  for (let index = first; index <= last; index += 1) {
    const column = Math.floor(((times[index] ?? 0) - min) * perSecond);
    const place = (families[index] ?? 0) * columns + column;
    if (column >= 0 && column < columns) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

function isDark(element: HTMLElement): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme === 'dark';
  return element.ownerDocument.defaultView?.matchMedia('(prefers-color-scheme: dark)').matches ?? false;
}

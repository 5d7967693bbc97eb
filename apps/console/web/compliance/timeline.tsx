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
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: { y: { range: [FAMILIES.length - 0.5, -0.5] } },
    axes: [axis, { ...axis, show: false }],
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
 * Draws each point as a small square, and no two on the same spot: 100,000 points then take a few milliseconds.
 *
 * @returns How many squares.
 */
function drawPoints(chart: uPlot, { log, shown }: Props, dark: boolean): number {
  let count = 0;
  const { ctx, bbox } = chart;
  const lane = bbox.height / FAMILIES.length;
  const size = 3 * devicePixelRatio;
  const rows = Math.max(1, Math.floor((lane * 0.7) / size));
  const [first, last] = chart.series[0]?.idxs ?? [0, -1];
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const [family, entry] of FAMILIES.entries()) {
    if (!shown.has(family)) continue;
    ctx.fillStyle = colorOf(entry, dark);
    const top = bbox.top + lane * family + lane * 0.15;
    const drawn = new Map<number, number>();
    for (let index = first; index <= last; index += 1) {
      if (log.families[index] !== family) continue;
      const column = Math.round(chart.valToPos(log.times[index] ?? 0, 'x', true) / size);
      const row = drawn.get(column) ?? 0;
      if (row >= rows) continue;
      drawn.set(column, row + 1);
      count += 1;
      ctx.fillRect(column * size, top + (rows - 1 - row) * size, size * 0.85, size * 0.85);
    }
  }
  ctx.restore();
  return count;
}

function isDark(element: HTMLElement): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme === 'dark';
  return element.ownerDocument.defaultView?.matchMedia('(prefers-color-scheme: dark)').matches ?? false;
}

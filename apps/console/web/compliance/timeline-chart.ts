import type { RefObject } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colorOf, FAMILIES } from '../../server/activity-families.js';
import { formatCount, formatTime } from '../ui/format.js';
import { countByColumn, type ActivityLog, type Span } from './activity-log.js';
import { within } from './time-range.js';

/** What the timeline shows. */
export interface TimelineProps {
  readonly log: ActivityLog;
  /** Indexes of the visible families. */
  readonly shown: ReadonlySet<number>;
  /** The selected time range. Undefined for all times. */
  readonly span: Span | undefined;
  /** Called when the user selects another time range, in whole seconds. */
  readonly onSpan: (span: Span | undefined) => void;
}

/** What the pointer is over. */
export interface Tip {
  readonly left: number;
  readonly top: number;
  readonly text: string;
}

/** Height of the chart, in pixels. */
export const HEIGHT = 280;
const LABELS_FROM_PX = 700;
/** Activities within this many pixels of the pointer are counted. */
const NEAR_PX = 6;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Label of an axis tick: the day, with the time of day for steps shorter than a day. */
function tick(at: number, step: number): string {
  const time = new Date(at * 1000);
  return step >= 86_400 ? day.format(time) : `${minute.format(time)}\n${day.format(time)}`;
}

/** Zooms the chart to the selected range, or shows all activities. */
export function showSpan(chart: uPlot, { log, span }: Pick<TimelineProps, 'log' | 'span'>): void {
  const shown = span ?? log.span;
  if (shown !== undefined) chart.setScale('x', { min: shown.from, max: Math.max(shown.to, shown.from + 1) });
}

/** Returns the data from which uPlot derives its scale. The points themselves are drawn by `drawPoints`. */
export function endsOf({ span }: ActivityLog): uPlot.AlignedData {
  const ends = span === undefined ? [] : [span.from, span.to];
  return [ends, ends.map(() => null)];
}

/** Props of the latest render, for the listeners of the chart. */
export interface Latest extends TimelineProps {
  readonly setTip: (tip: Tip | undefined) => void;
}

/** Creates the chart. Its listeners read the props of the latest render. */
export function createPlot(element: HTMLElement, latest: RefObject<Latest>): uPlot {
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      // The selected range comes back as a prop.
      drag: { x: true, y: false, setScale: false },
      bind: {
        dblclick: () => () => {
          latest.current.onSpan(undefined);
          return null;
        },
      },
    },
    scales: { y: { range: [-0.5, FAMILIES.length - 0.5], dir: -1 } },
    axes: axesOf(element),
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: {
      draw: [
        (chart) => {
          element.dataset['drawn'] = String(drawPoints(chart, latest.current, isDark(element)));
        },
      ],
      // Only when the user selects a range, unlike `setScale`.
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          const range = { from: chart.posToVal(left, 'x'), to: chart.posToVal(left + width, 'x') };
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (width > 0) latest.current.onSpan(within(range, latest.current.log.span));
        },
      ],
      setCursor: [(chart) => latest.current.setTip(tipOf(chart, latest.current))],
    },
  };
  return new uPlot(options, endsOf(latest.current.log), element);
}

/** Returns the axes: times, and the names of the families. Their colors follow the theme. */
function axesOf(element: HTMLElement): uPlot.Axis[] {
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
  return [times, lanes];
}

/** Returns what the pointer is over: the time, the family of its lane, and how many activities are near it. */
function tipOf(chart: uPlot, { log, shown }: TimelineProps): Tip | undefined {
  const { left = -1, top = -1 } = chart.cursor;
  if (left < 0 || top < 0) return undefined;
  const { offsetLeft, offsetTop, clientHeight } = chart.over;
  const family = Math.min(FAMILIES.length - 1, Math.floor((top / clientHeight) * FAMILIES.length));
  const from = chart.posToVal(left - NEAR_PX, 'x');
  const secondsPerColumn = chart.posToVal(left + NEAR_PX, 'x') - from;
  const counts = countByColumn(log, { from, columns: 1, secondsPerColumn });
  const count = shown.has(family) ? (counts[family] ?? 0) : 0;
  const text = `${formatTime(chart.posToVal(left, 'x') * 1000)} · ${FAMILIES[family]?.label}: ${formatCount(count)}`;
  return { left: offsetLeft + left, top: offsetTop + top, text };
}

/**
 * Draws activities as small squares that never overlap. Counts them per column in one pass, then stacks as many squares
 * as fit into each lane.
 *
 * @returns Number of squares drawn.
 */
function drawPoints(chart: uPlot, { log, shown }: TimelineProps, dark: boolean): number {
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
  // uPlot does not set colors again that it set before.
  ctx.save();
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
  ctx.restore();
  return squares;
}

function isDark(element: HTMLElement): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme === 'dark';
  return element.ownerDocument.defaultView?.matchMedia('(prefers-color-scheme: dark)').matches ?? false;
}

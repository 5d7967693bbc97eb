import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colorOf, FAMILIES } from '../../server/activity-families.js';
import { formatCount, formatTime } from '../ui/format.js';
import { countByColumn, type ActivityLog, type Span } from './activity-log.js';

interface Props {
  readonly log: ActivityLog;
  /** Indexes of the visible families. */
  readonly shown: ReadonlySet<number>;
  /** The selected time range. Undefined for all times. */
  readonly span: Span | undefined;
  /** Called when the user selects another time range, in whole seconds. */
  readonly onSpan: (span: Span | undefined) => void;
}

/** What the pointer is over. */
interface Tip {
  readonly left: number;
  readonly top: number;
  readonly text: string;
}

const HEIGHT = 280;
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

/**
 * Activities over time, one lane per family. Dragging selects a time range, and a double click resets it; with the
 * keyboard, the arrow keys move the range, plus and minus zoom, and Escape resets it.
 */
export function Timeline({ log, shown, span, onSpan }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [tip, setTip] = useState<Tip>();
  const latest = useRef({ log, shown, span, onSpan, setTip });
  latest.current = { log, shown, span, onSpan, setTip };
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (plot.current !== null) plot.current.setSize({ width: element.clientWidth, height: HEIGHT });
      // Created here because the layout is done by now. Reading the width in an effect would force a layout.
      else {
        plot.current = createPlot(element, latest);
        showSpan(plot.current, latest.current);
      }
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => plot.current?.redraw();
    scheme.addEventListener('change', redraw);
    // The theme button changes an attribute of the page.
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => {
    plot.current?.setData(endsOf(log), false);
    if (plot.current !== null) showSpan(plot.current, { log, span });
  }, [log, span]);
  useEffect(() => plot.current?.redraw(false), [shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = spanAfter(event.key, span ?? log.span);
    if (next === undefined) return;
    event.preventDefault();
    onSpan(next === 'all' ? undefined : within(next, log.span));
  };
  return (
    <div className="timeline-frame">
      <div
        ref={place}
        className="timeline"
        role="slider"
        tabIndex={0}
        aria-label={`Timeline of ${formatCount(log.count)} activities`}
        aria-valuemin={log.span?.from ?? 0}
        aria-valuemax={log.span?.to ?? 0}
        aria-valuenow={span?.from ?? log.span?.from ?? 0}
        aria-valuetext={
          span === undefined
            ? 'All times'
            : `${formatTime(span.from * 1000)} to ${formatTime(span.to * 1000)}`
        }
        onKeyDown={onKeyDown}
      />
      {tip !== undefined && (
        <p className="tip card small" role="tooltip" style={{ left: tip.left, top: tip.top }}>
          {tip.text}
        </p>
      )}
    </div>
  );
}

/** Returns the range after a key press, or undefined for keys without a meaning. */
function spanAfter(key: string, span: Span | undefined): Span | 'all' | undefined {
  if (key === 'Escape' || key === '0') return 'all';
  if (span === undefined) return undefined;
  const tenth = (span.to - span.from) / 10;
  switch (key) {
    case 'ArrowLeft':
      return { from: span.from - tenth, to: span.to - tenth };
    case 'ArrowRight':
      return { from: span.from + tenth, to: span.to + tenth };
    case '+':
    case 'ArrowUp':
      return { from: span.from + 2 * tenth, to: span.to - 2 * tenth };
    case '-':
    case 'ArrowDown':
      return { from: span.from - 3 * tenth, to: span.to + 3 * tenth };
    default:
      return undefined;
  }
}

/** Returns the part of a range that has activities, in whole seconds. Undefined if it has all of them. */
function within({ from, to }: Span, all: Span | undefined): Span | undefined {
  if (all === undefined || (from <= all.from && to >= all.to)) return undefined;
  const start = Math.floor(Math.max(from, all.from));
  return { from: start, to: Math.max(start + 1, Math.ceil(Math.min(to, all.to))) };
}

/** Zooms the chart to the selected range, or shows all activities. */
function showSpan(chart: uPlot, { log, span }: Pick<Props, 'log' | 'span'>): void {
  const shown = span ?? log.span;
  if (shown !== undefined) chart.setScale('x', { min: shown.from, max: Math.max(shown.to, shown.from + 1) });
}

/** Returns the data from which uPlot derives its scale. The points themselves are drawn by `drawPoints`. */
function endsOf({ span }: ActivityLog): uPlot.AlignedData {
  const ends = span === undefined ? [] : [span.from, span.to];
  return [ends, ends.map(() => null)];
}

/** Props of the latest render, for the listeners of the chart. */
interface Latest extends Props {
  readonly setTip: (tip: Tip | undefined) => void;
}

function createPlot(element: HTMLElement, latest: React.RefObject<Latest>): uPlot {
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
    axes: [times, lanes],
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

/** Returns what the pointer is over: the time, the family of its lane, and how many activities are near it. */
function tipOf(chart: uPlot, { log, shown }: Props): Tip | undefined {
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

import { useEffect, useRef, type RefObject } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './bar-chart.css';

/** Colors of the series. Later ones share the last color. */
const COLORS = ['--accent', '--violet', '--warn', '--good', '--bad', '--muted'].map((name) => `var(${name})`);

/** Amounts at each time. */
interface Series {
  readonly name: string;
  readonly amounts: readonly number[];
  /** CSS color. Default: the next color. */
  readonly color?: string;
}

interface Props {
  readonly label: string;
  /** Times of the bars, in seconds since 1970, at equal distances. */
  readonly times: readonly number[];
  /** Stacked on each other, the first at the bottom. */
  readonly series: readonly Series[];
  readonly format: (amount: number) => string;
  /** Formats a time in the legend and on the axis. */
  readonly formatTime: (time: number) => string;
  /** Formats a time on the axis. Default: like in the legend. */
  readonly formatAxis?: (time: number) => string;
  readonly height: number;
  /** Called when a range is selected by dragging. Without arguments, a double click resets it. Default: no selection. */
  readonly onSelect?: (from?: number, to?: number) => void;
}

/** Stacked bars with axes, and a legend that shows the amounts under the pointer. */
export function BarChart(props: Props) {
  const { label, times, series, height } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef(props);
  latest.current = props;
  const names = series.map(({ name }) => name).join('\n');
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const chart = new uPlot(optionsOf(element, latest), dataOf(latest.current), element);
    plot.current = chart;
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const redraw = () => chart.redraw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    // The theme button changes an attribute of the page.
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [names, height]);
  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, series]);
  // With room for the legend, so that the page does not move.
  return <div ref={place} role="img" aria-label={label} style={{ minBlockSize: height + 30 }} />;
}

/** Most labels on the axis of times, and the width of a character of theirs, in pixels. */
const LABELS = 8;
const CHARACTER = 7;

function optionsOf(element: HTMLElement, latest: RefObject<Props>): uPlot.Options {
  // A canvas does not know the colors of the theme.
  const resolved = (css: string): string => {
    element.style.color = css;
    const { color } = getComputedStyle(element);
    element.style.removeProperty('color');
    return color;
  };
  const { series, height } = latest.current;
  const axis = {
    stroke: () => resolved('var(--muted)'),
    grid: { stroke: () => resolved('var(--line)'), width: 1 },
    ticks: { show: false },
  };
  const seriesOf = ({ name, color }: Series, index: number): uPlot.Series => ({
    label: name,
    fill: () => resolved(color ?? COLORS[Math.min(index, COLORS.length - 1)] ?? ''),
    width: 0,
    points: { show: false },
    paths: uPlot.paths.bars?.({ size: [0.8, 60] }) ?? (() => null),
    // The data is stacked. The legend has the amount itself.
    value: (_chart, _sum, _series, at) =>
      at === null ? '' : latest.current.format(latest.current.series[index]?.amounts[at] ?? 0),
  });
  const formatTime = (time: number): string => latest.current.formatTime(time);
  const formatAxis = (time: number): string => (latest.current.formatAxis ?? formatTime)(time);
  const labelWidth = (): number => CHARACTER * formatAxis(latest.current.times[0] ?? 0).length;
  const splits = (): number[] => {
    const { times } = latest.current;
    const room = element.clientWidth / (labelWidth() + 2 * CHARACTER);
    const step = Math.ceil(times.length / Math.max(2, Math.min(LABELS, room - 1)));
    // The last bar, which is the current one, has a label.
    return times.filter((_, index) => (times.length - 1 - index) % step === 0);
  };
  return {
    width: element.clientWidth,
    height,
    // Room for half of the last label.
    padding: [null, labelWidth() / 2, null, null],
    cursor: {
      y: false,
      drag: { x: latest.current.onSelect !== undefined, setScale: false },
      bind: {
        dblclick: () => () => {
          latest.current.onSelect?.();
          return null;
        },
      },
    },
    scales: {
      x: { range: () => edgesOf(latest.current.times) },
      y: { range: (_chart, _least, most) => [0, most || 1] },
    },
    axes: [
      { ...axis, splits, values: (_chart, shown) => shown.map(formatAxis) },
      {
        ...axis,
        size: widthOf,
        values: (_chart, shown) => shown.map((amount) => latest.current.format(amount)),
      },
    ],
    series: [
      { label: 'Time', value: (_chart, time) => (time === null ? '' : formatTime(time)) },
      ...series.map(seriesOf).toReversed(),
    ],
    hooks: {
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          const [from, to] = [left, left + width].map((pixel) => chart.posToVal(pixel, 'x'));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (width > 0) latest.current.onSelect?.(from, to);
        },
      ],
    },
  };
}

/** Returns the width of the axis of amounts, of which the labels are known only when it is drawn. */
function widthOf(_chart: uPlot, labels: readonly string[] | null): number {
  return CHARACTER * Math.max(3, ...(labels ?? []).map(({ length }) => length)) + 16;
}

/** Returns the range of times with room for the whole first and last bar. */
function edgesOf(times: readonly number[]): [number, number] {
  const [first = 0, second = first + 1] = times;
  const half = (second - first) / 2;
  return [first - half, (times.at(-1) ?? first) + half];
}

/** Stacks the series. The topmost comes first, so that the others are drawn over it. */
function dataOf({ times, series }: Props): uPlot.AlignedData {
  const sums = times.map(() => 0);
  const stacked = series.map(({ amounts }) =>
    amounts.map((amount, at) => (sums[at] = (sums[at] ?? 0) + amount)),
  );
  return [[...times], ...stacked.toReversed()];
}

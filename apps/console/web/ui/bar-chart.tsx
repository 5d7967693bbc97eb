import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** Colors of the series. Later ones share the last color. */
const COLORS = ['--accent', '--violet', '--warn', '--good', '--bad', '--muted'];

/** Amounts at each time. */
interface Series {
  readonly name: string;
  readonly amounts: readonly number[];
  /** Name of the CSS property with its color. Default: the next color. */
  readonly color?: string;
}

interface Props {
  readonly label: string;
  /** Times of the bars, in seconds since 1970. */
  readonly times: readonly number[];
  /** Stacked on each other, the first at the bottom. */
  readonly series: readonly Series[];
  readonly format: (amount: number) => string;
  /** Formats a time in the legend and on the axis. */
  readonly formatTime: (time: number) => string;
  readonly height: number;
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
    const chart = (plot.current = new uPlot(
      optionsOf(element, latest.current),
      dataOf(latest.current),
      element,
    ));
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: latest.current.height }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [names]);
  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, series]);
  return (
    <div
      ref={place}
      className="bar-chart"
      role="img"
      aria-label={label}
      style={{ minBlockSize: height + 30 }}
    />
  );

  function optionsOf(element: HTMLElement, { formatTime }: Props): uPlot.Options {
    const colorOf = (property: string): string => {
      element.style.color = `var(${property})`;
      const { color } = getComputedStyle(element);
      element.style.removeProperty('color');
      return color;
    };
    const axis = {
      stroke: () => colorOf('--muted'),
      grid: { stroke: () => colorOf('--line'), width: 1 },
      ticks: { show: false },
    };
    const seriesOf = ({ name, color }: Series, index: number): uPlot.Series => ({
      label: name,
      fill: () => colorOf(color ?? COLORS[Math.min(index, COLORS.length - 1)] ?? '--muted'),
      width: 0,
      points: { show: false },
      paths: uPlot.paths.bars?.({ size: [0.7, 60] }) ?? (() => null),
      // The data is stacked; the legend has the amount itself.
      value: (_, __, at, position) =>
        position === null
          ? ''
          : latest.current.format(
              latest.current.series[latest.current.series.length - at]?.amounts[position] ?? 0,
            ),
    });
    return {
      width: element.clientWidth,
      height: latest.current.height,
      cursor: { y: false, drag: { x: false } },
      scales: { y: { range: (_, __, most) => [0, most || 1] } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((time) => formatTime(time)) },
        { ...axis, size: 80, values: (_, splits) => splits.map((amount) => latest.current.format(amount)) },
      ],
      series: [
        { value: (_, time) => (time === null ? '' : formatTime(time)) },
        ...latest.current.series.map(seriesOf).toReversed(),
      ],
    };
  }
}

/** Stacks the series. The topmost comes first, so that the others are drawn over it. */
function dataOf({ times, series }: Props): uPlot.AlignedData {
  const sums = times.map(() => 0);
  const stacked = series.map(({ amounts }) =>
    amounts.map((amount, at) => (sums[at] = (sums[at] ?? 0) + amount)),
  );
  return [[...times], ...stacked.toReversed()];
}

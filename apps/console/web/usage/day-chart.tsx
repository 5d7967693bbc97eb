import type { UsageDay, UsedOnDay } from './usage-report.js';
import { formatDay } from '../ui/format.js';

const HEIGHT = 140;
const BAR = 10;
const STEP = 14;
/** Number of colors. Later series share the last one. */
const COLORS = 6;

interface Props {
  readonly days: readonly UsageDay[];
  /** Names of the models or workspaces, in the order of their colors. */
  readonly names: readonly string[];
  readonly amountOf: (used: UsedOnDay) => number;
  readonly format: (amount: number) => string;
  readonly label: string;
}

/** Returns the CSS class with the color of a series. */
export function seriesClass(index: number): string {
  return `series-${Math.min(index, COLORS - 1)}`;
}

/** One bar per day, with the models or workspaces stacked in it. The table below the chart has the same numbers. */
export function DayChart({ days, names, amountOf, format, label }: Props) {
  const stacks = days.map(({ day, used }) => {
    let top = 0;
    const parts = names.flatMap((name, series) => {
      const one = used.find((candidate) => candidate.name === name);
      const amount = one === undefined ? 0 : amountOf(one);
      if (amount === 0) return [];
      const from = top;
      top += amount;
      return [{ name, series, amount, from }];
    });
    return { day, parts, total: top };
  });
  const peak = Math.max(...stacks.map(({ total }) => total), 0);
  const scale = (amount: number): number => (peak === 0 ? 0 : (amount / peak) * HEIGHT);
  return (
    <svg
      className="day-chart"
      viewBox={`0 0 ${Math.max(1, days.length) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}, at most ${format(peak)} on a day`}
    >
      {stacks.map(({ day, parts }, index) =>
        parts.map(({ name, series, amount, from }) => (
          <rect
            key={`${day} ${name}`}
            className={seriesClass(series)}
            x={index * STEP + (STEP - BAR) / 2}
            width={BAR}
            y={HEIGHT - scale(from + amount)}
            height={scale(amount)}
          >
            <title>{`${formatDay(day)}, ${name}: ${format(amount)}`}</title>
          </rect>
        )),
      )}
    </svg>
  );
}

import type { Second } from '../../server/traffic.js';
import { plural } from '../ui/format.js';

const HEIGHT = 64;

/** Two minutes of attempts, one bar per second, with failures stacked on top in another color. */
export function RateChart({ seconds }: { readonly seconds: readonly Second[] }) {
  const totals = seconds.map(({ succeeded, failed }) => succeeded + failed);
  const peak = Math.max(0, ...totals);
  const scale = (count: number): number => (count / Math.max(4, peak)) * HEIGHT;
  const label = `${plural(totals.at(-1) ?? 0, 'request')} this second, peak ${peak} per second`;
  return (
    <svg
      className="rate"
      viewBox={`0 0 ${Math.max(1, seconds.length) * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {seconds.map(({ succeeded, failed }, index) => (
        <g key={index}>
          <rect
            className="succeeded"
            x={index * 4}
            width="3"
            y={HEIGHT - scale(succeeded)}
            height={scale(succeeded)}
          />
          <rect
            className="failed"
            x={index * 4}
            width="3"
            y={HEIGHT - scale(succeeded + failed)}
            height={scale(failed)}
          />
        </g>
      ))}
    </svg>
  );
}

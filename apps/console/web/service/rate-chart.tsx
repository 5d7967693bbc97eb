import type { Second } from '../../server/traffic.js';

const HEIGHT = 64;

/** Two minutes of attempts, a bar for each second; failures stand in another colour on top. */
export function RateChart({ seconds }: { readonly seconds: readonly Second[] }) {
  const most = Math.max(4, ...seconds.map(({ answered, failed }) => answered + failed));
  const scale = (count: number): number => (count / most) * HEIGHT;
  const now = seconds.at(-1);
  const label = `${(now?.answered ?? 0) + (now?.failed ?? 0)} in this second, ${most} in the busiest shown`;
  return (
    <svg
      className="rate"
      viewBox={`0 0 ${Math.max(1, seconds.length) * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {seconds.map(({ answered, failed }, index) => (
        <g key={index}>
          <rect
            className="answered"
            x={index * 4}
            width="3"
            y={HEIGHT - scale(answered)}
            height={scale(answered)}
          />
          <rect
            className="failed"
            x={index * 4}
            width="3"
            y={HEIGHT - scale(answered + failed)}
            height={scale(failed)}
          />
        </g>
      ))}
    </svg>
  );
}

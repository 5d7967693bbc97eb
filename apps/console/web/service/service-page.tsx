import { useQuery } from '@tanstack/react-query';
import type { RateLimit, RateLimits } from '@parlance/core-transport';
import type { Second } from '../../server/traffic.js';
import { formatCount, words } from '../ui/format.js';
import { Pending } from '../ui/pending.js';
import { BarChart } from '../ui/bar-chart.js';
import { api, latest } from '../api.js';
import { AttemptTable } from './attempt-table.js';
import { FaultPanel } from './fault-panel.js';

import './service.css';

/** The `/service` page: the SDK's own telemetry, and faults to inject into the emulator. */
export function ServicePage() {
  const { data: traffic, error } = useQuery(latest(api.service.traffic));
  const deadlines = Object.entries(traffic?.deadlines ?? {});
  const failures = Object.entries(traffic?.failures ?? {});
  return (
    <div className="page">
      <header className="row spread">
        <h1>Service</h1>
      </header>
      <Pending error={error} isLoaded />
      <dl className="figures">
        <Figure name="Attempts" value={formatCount(traffic?.attempts ?? 0)} />
        <Figure name="Retries" value={formatCount(traffic?.retries ?? 0)} />
        <Figure
          name="Retry budget left"
          value={traffic?.retriesLeft == null ? '–' : formatCount(traffic.retriesLeft)}
        />
        <Figure name="Timeouts" value={formatCount(deadlines.reduce((sum, [, count]) => sum + count, 0))} />
      </dl>
      <Rate seconds={traffic?.seconds ?? []} />
      {[...deadlines, ...failures].length > 0 && (
        <ul className="row" aria-label="Failures by code">
          {[...deadlines, ...failures].map(([code, count], index) => (
            <li key={code} className={`chip ${index < deadlines.length ? 'warn' : 'bad'}`}>
              {words(code)} × {count}
            </li>
          ))}
        </ul>
      )}
      <Limits {...traffic?.limits} />
      <FaultPanel injections={traffic?.injections ?? {}} />
      <AttemptTable attempts={traffic?.latest ?? []} />
    </div>
  );
}

function Rate({ seconds }: { readonly seconds: readonly Second[] }) {
  const peak = Math.max(0, ...seconds.map(({ succeeded, failed }) => succeeded + failed));
  return (
    <section className="card box" aria-label="Requests per second">
      <h2>Requests per second</h2>
      <BarChart
        label={`Requests per second in the last two minutes, peak ${formatCount(peak)}`}
        times={seconds.map((_, index) => index + 1 - seconds.length)}
        series={[
          { name: 'succeeded', amounts: seconds.map(({ succeeded }) => succeeded) },
          { name: 'failed', amounts: seconds.map(({ failed }) => failed), color: 'var(--bad)' },
        ]}
        format={formatCount}
        formatTime={(second) => (second === 0 ? 'now' : `${second} s`)}
        height={140}
      />
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="card figure">
      <dt>{name}</dt>
      <dd className="numbers big">{value}</dd>
    </div>
  );
}

/** Rate limits from the most recent response that included them, and the requests that wait for them. */
function Limits({ waiting = [], ...limits }: RateLimits) {
  const known = Object.entries(limits as Readonly<Record<string, RateLimit>>);
  return (
    <section className="card box" aria-label="Rate limits">
      <h2>Rate limits</h2>
      {known.length === 0 && (
        <p className="muted small">No rate limits reported yet. They arrive with responses to messages.</p>
      )}
      {known.map(([kind, { limit, remaining }]) => (
        <div key={kind} className="limit small">
          <span>{words(kind)}</span>
          <div className="bar">
            <div style={{ inlineSize: `${(100 * (remaining ?? limit)) / limit}%` }} />
          </div>
          <span className="numbers muted">
            {formatCount(remaining ?? limit)} of {formatCount(limit)}
          </span>
        </div>
      ))}
      {waiting.map(({ limit, requests }) => (
        <p key={limit} className="small">
          {formatCount(requests)} waiting for {limit}
        </p>
      ))}
    </section>
  );
}

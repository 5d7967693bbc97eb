import type { Attempt } from '../../server/traffic.js';
import { Empty } from '../ui/empty.js';

/** The latest requests as the SDK made them. */
export function AttemptTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) {
    return (
      <Empty icon="service" title="Nothing has been asked yet">
        <p>Open another page, or send a message: each attempt appears here, also those that are retried.</p>
      </Empty>
    );
  }
  return (
    <div className="card table-frame" tabIndex={0} role="region" aria-label="Latest attempts">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Attempt</th>
            <th scope="col">Outcome</th>
            <th scope="col">Took</th>
            <th scope="col">Request id</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ key, operation, attempt, status, code, durationMs, waitMs, requestId }) => (
            <tr key={key}>
              <td>{operation}</td>
              <td className="numbers">{attempt ?? 'broke off'}</td>
              <td>
                <span className={`chip ${toneOf(code)}`}>{code ?? status ?? 'ok'}</span>
                {waitMs !== null && <span className="muted small"> again in {Math.round(waitMs)} ms</span>}
              </td>
              <td className="numbers nowrap">{durationMs === null ? '–' : `${Math.round(durationMs)} ms`}</td>
              <td>
                <code className="muted">{requestId ?? '–'}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the page has stopped is neither good nor bad. */
function toneOf(code: string | null): string {
  if (code === null) return 'good';
  return code === 'aborted' ? '' : 'bad';
}

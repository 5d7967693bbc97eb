import type { Attempt } from '../../server/traffic.js';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { RequestId } from '../ui/request-id.js';
import { Table } from '../ui/table.js';

const COLUMNS = ['operation', 'attempt', 'status', 'code', 'durationMs', 'waitMs', 'requestId'] as const;

/** The latest request attempts of the SDK. */
export function AttemptTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) {
    return (
      <Empty icon="service" title="No requests yet">
        <p>Open another page or send a message. Every attempt appears here, including retries.</p>
      </Empty>
    );
  }
  return (
    <>
      <div className="row filters">
        <CsvButton name="attempts" columns={COLUMNS} rows={() => attempts} />
      </div>
      <Table label="Latest attempts" columns={['Operation', 'Attempt', 'Result', 'Duration', 'Request ID']}>
        {attempts.map(({ key, operation, attempt, status, code, durationMs, waitMs, requestId }) => (
          <tr key={key}>
            <td>{operation}</td>
            <td className="numbers">{attempt ?? 'interrupted'}</td>
            <td>
              <span className={`chip ${toneOf(code)}`}>{code ?? status ?? 'ok'}</span>
              {waitMs !== null && <span className="muted small"> retry in {Math.round(waitMs)} ms</span>}
            </td>
            <td className="numbers nowrap">{durationMs === null ? '–' : `${Math.round(durationMs)} ms`}</td>
            <td>{requestId === null ? '–' : <RequestId id={requestId} />}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** Requests that the page aborted count neither as a success nor as a failure. */
function toneOf(code: string | null): string {
  if (code === null) return 'good';
  return code === 'aborted' ? '' : 'bad';
}

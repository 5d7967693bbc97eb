import type { MessageBatch } from '@parlance/schemas';
import { CsvButton } from '../ui/csv-button.js';
import { formatCount, formatTime } from '../ui/format.js';
import { StatusChip, statusOf } from '../ui/status.js';
import { Table } from '../ui/table.js';

interface Props {
  readonly batches: readonly MessageBatch[];
  /** Id of the batch whose results are shown. */
  readonly current: string;
  readonly onOpen: (id: string) => void;
}

const RESULTS = ['succeeded', 'errored', 'canceled', 'expired'] as const;

/** Returns the header of the column that counts a kind of result. */
function headerOf(result: string): string {
  const [text] = statusOf('result', result);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The batches, newest first, with their progress. */
export function BatchTable({ batches, current, onOpen }: Props) {
  return (
    <>
      <div className="row filters">
        <CsvButton
          name="batches"
          columns={['id', 'created_at', 'status', 'processing', ...RESULTS]}
          rows={() =>
            batches.map(({ id, created_at, processing_status: status, request_counts }) => ({
              id,
              created_at,
              status,
              ...request_counts,
            }))
          }
        />
      </div>
      <Table
        label="Batches"
        columns={['Batch', 'Created', 'Status', 'In progress', ...RESULTS.map(headerOf)]}
      >
        {batches.map((batch) => (
          <tr key={batch.id} aria-current={batch.id === current ? 'true' : undefined}>
            <td>
              <button type="button" className="link mono" onClick={() => onOpen(batch.id)}>
                {batch.id}
              </button>
            </td>
            <td className="muted nowrap">{formatTime(batch.created_at)}</td>
            <td>
              <StatusChip of="batch" is={batch.processing_status} />
            </td>
            <td className="numbers">{formatCount(batch.request_counts.processing)}</td>
            {RESULTS.map((result) => (
              <td key={result} className="numbers">
                {formatCount(batch.request_counts[result])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </>
  );
}

import type { MessageBatch, MessageBatchIndividualResponse } from '@parlance/schemas';
import { useQuery } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { inference } from '../sdk/inference.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { CsvButton } from '../ui/csv-button.js';
import { formatCount } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { Pending } from '../ui/pending.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { StatusChip } from '../ui/status.js';
import { Table } from '../ui/table.js';

interface Props {
  readonly batch: MessageBatch;
  readonly onCanceled: () => Promise<unknown>;
  readonly onDeleted: () => Promise<unknown>;
}

/** A batch: its results once it has ended, and what can be done with it before and after that. */
export function BatchResults({ batch, onCanceled, onDeleted }: Props) {
  const { busy, problem, run } = useAction();
  const { id, results_url: url, processing_status: status } = batch;
  return (
    <section className="stack" aria-label="Results">
      <div className="row batch-actions">
        <h2 className="mono truncate">{id}</h2>
        {url != null && (
          <a className="button" href={`/files/batches/${id}`} download={`${id}.jsonl`}>
            <Icon name="download" />
            All results
          </a>
        )}
        {status === 'ended' ? (
          <RemovalActions
            what="batch"
            name={id}
            onDelete={() => inference.messages.batches.delete(id).then(onDeleted)}
          />
        ) : (
          <Button
            disabled={busy || status === 'canceling'}
            onClick={() => run(() => inference.messages.batches.cancel(id).then(onCanceled))}
          >
            Cancel
          </Button>
        )}
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {url == null ? (
        <p className="muted">
          {status === 'ended'
            ? 'The results are no longer available.'
            : 'Results appear when the batch is finished.'}
        </p>
      ) : (
        <ResultTable id={id} />
      )}
    </section>
  );
}

function ResultTable({ id }: { readonly id: string }) {
  const { data, error } = useQuery(query(api.batches.results, { id }));
  if (data === undefined) return <Pending error={error} />;
  return (
    <>
      <div className="row filters">
        <CsvButton
          name={`results of ${id}`}
          columns={['custom_id', 'result', 'reply']}
          rows={() => data.map((line) => ({ ...line, result: line.result.type, reply: replyOf(line) }))}
        />
      </div>
      <Table
        label="Results by request"
        columns={['Request', 'Result', 'Reply']}
        caption={`The first ${formatCount(data.length)} results`}
      >
        {data.map((line) => (
          <tr key={line.custom_id}>
            <td className="mono">{line.custom_id}</td>
            <td>
              <StatusChip of="result" is={line.result.type} />
            </td>
            <td className="batch-reply">{replyOf(line)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function replyOf({ result }: MessageBatchIndividualResponse): string {
  if (result.type === 'errored') return result.error.error.message;
  if (result.type !== 'succeeded') return '';
  const texts = result.message.content.map((block) =>
    block.type === 'text' ? block.text : `[${block.type}]`,
  );
  return texts.join('\n');
}

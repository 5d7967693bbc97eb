import { useQuery } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { Empty, NotFound } from '../ui/empty.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { useView } from '../ui/view.js';
import { BatchResults } from './batch-results.js';
import { BatchTable } from './batch-table.js';
import './batches.css';
import { NewBatch } from './new-batch.js';

/** Delay between two requests for the status of batches, while one of them is being processed. */
const POLL_MS = 1000;

/** The `/batches` page. */
export function BatchesPage() {
  const { data, error, refetch } = useQuery({
    ...query(api.batches.list),
    refetchInterval: ({ state }) =>
      state.data?.batches.some((batch) => batch.processing_status !== 'ended') === true ? POLL_MS : false,
  });
  const [{ batch: current }, setView] = useView({ batch: '' });
  const listed = data?.batches.find(({ id }) => id === current);
  const older = useQuery({
    ...query(api.batches.retrieve, { id: current }),
    enabled: current !== '' && data !== undefined && listed === undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.processing_status !== 'ended' ? POLL_MS : false,
  });
  const shown = listed ?? (older.data?.id === current ? older.data : undefined);
  const isMissing = current !== '' && shown === undefined && older.error?.problem.status === 404;
  const failure = error ?? (isMissing ? null : older.error);
  const reload = () => Promise.all([refetch(), shown === listed ? undefined : older.refetch()]);
  return (
    <div className="page">
      <header>
        <h1>Batches</h1>
        <span className="muted">Requests at half the price, processed within 24 hours</span>
      </header>
      <NewBatch
        onCreated={(id) => {
          setView({ batch: id });
          void refetch();
        }}
      />
      {failure !== null && <ProblemNotice problem={failure.problem} />}
      {data === undefined && error === null && <Spinner />}
      {data?.batches.length === 0 && (
        <Empty icon="batches" title="No batches yet">
          <p>Submit requests above to create one.</p>
        </Empty>
      )}
      {data !== undefined && data.batches.length > 0 && (
        <BatchTable batches={data.batches} current={current} onOpen={(id) => setView({ batch: id })} />
      )}
      {data?.hasOlder === true && (
        <p className="muted small">
          Only the newest batches are listed. The address of an older one opens it.
        </p>
      )}
      {shown !== undefined && (
        <BatchResults
          key={shown.id}
          batch={shown}
          onCanceled={reload}
          onDeleted={() => {
            setView({ batch: '' }, { replace: true });
            return reload();
          }}
        />
      )}
      {isMissing && <NotFound what="Batch" />}
    </div>
  );
}

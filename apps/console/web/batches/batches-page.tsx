import { useQuery } from '@tanstack/react-query';
import { problemFrom } from '../api.js';
import { inference } from '../sdk/inference.js';
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

/** Number of batches that the page lists, newest first. Older ones have an address. */
const LISTED = 50;

/** The `/batches` page. */
export function BatchesPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['messages.batches.list'],
    queryFn: async ({ signal }) => inference.messages.batches.list({ limit: LISTED }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((batch) => batch.processing_status !== 'ended') === true ? POLL_MS : false,
  });
  const batches = data?.data;
  const [{ batch: current }, setView] = useView({ batch: '' });
  const listed = batches?.find(({ id }) => id === current);
  const older = useQuery({
    queryKey: ['messages.batches.retrieve', current],
    queryFn: ({ signal }) => inference.messages.batches.retrieve(current, { signal }),
    enabled: current !== '' && data !== undefined && listed === undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.processing_status !== 'ended' ? POLL_MS : false,
  });
  const shown = listed ?? (older.data?.id === current ? older.data : undefined);
  const failed = older.error === null ? undefined : problemFrom(older.error);
  const isMissing = current !== '' && shown === undefined && failed?.status === 404;
  const failure = error === null ? (isMissing ? undefined : failed) : problemFrom(error);
  const reload = () => Promise.all([refetch(), shown === listed ? undefined : older.refetch()]);
  return (
    <div className="page">
      <header className="row spread">
        <h1>Batches</h1>
        <span className="muted">Requests at half the price, processed within 24 hours</span>
      </header>
      <NewBatch
        onCreated={(id) => {
          setView({ batch: id });
          void refetch();
        }}
      />
      {failure !== undefined && <ProblemNotice problem={failure} />}
      {data === undefined && error === null && <Spinner />}
      {batches?.length === 0 && (
        <Empty icon="batches" title="No batches yet">
          <p>Submit requests above to create one.</p>
        </Empty>
      )}
      {batches !== undefined && batches.length > 0 && (
        <BatchTable batches={batches} current={current} onOpen={(id) => setView({ batch: id })} />
      )}
      {data !== undefined && data.checkpoint.done !== true && (
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

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
      state.data?.some((batch) => batch.processing_status !== 'ended') === true ? POLL_MS : false,
  });
  const [{ batch: current }, setView] = useView({ batch: '' });
  const shown = data?.find(({ id }) => id === current);
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
      {error !== null && <ProblemNotice problem={error.problem} />}
      {data === undefined && error === null && <Spinner />}
      {data?.length === 0 && (
        <Empty icon="batches" title="No batches yet">
          <p>Submit requests above to create one.</p>
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <BatchTable batches={data} current={current} onOpen={(id) => setView({ batch: id })} />
      )}
      {shown !== undefined && <BatchResults key={shown.id} batch={shown} onChanged={() => void refetch()} />}
      {shown === undefined && current !== '' && data !== undefined && <NotFound what="Batch" />}
    </div>
  );
}

import type { ExportState } from '../../server/exports.js';
import { ask } from '../rpc.js';
import { Empty } from '../ui/empty.js';
import { formatBytes, formatCount, formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { useWatched } from '../ui/watched.js';

/** Exports run in the console's server: a reload, or a closed page, does not stop them. */
export function ExportsTab() {
  const { latest: exports, problem } = useWatched('exports.watch', null);
  return (
    <div className="stack">
      <div className="row spread">
        <p className="muted">Activities as NDJSON, one record a line. What you close or reload goes on.</p>
        <button type="button" className="button primary" onClick={() => void ask('exports.start', {})}>
          <Icon name="download" /> Export all activities
        </button>
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {exports?.length === 0 && (
        <Empty icon="download" title="No export yet">
          <p>Start one here, or from the activities with the filters that you have set there.</p>
        </Empty>
      )}
      <ul className="stack">
        {exports?.map((item) => (
          <ExportItem key={item.id} item={item} />
        ))}
      </ul>
    </div>
  );
}

const TONE = { running: 'accent', paused: 'warn', failed: 'bad', done: 'good' } as const;

function ExportItem({ item }: { readonly item: ExportState }) {
  const { id, state } = item;
  const filters = [...(item.filters.activity_types ?? []), ...(item.filters.actor_ids ?? [])];
  return (
    <li className="card export" aria-label={`Export of ${formatTime(item.createdAt)}`}>
      <div className="row spread">
        <div className="row">
          <span className={`chip ${TONE[state]}`}>{state}</span>
          <strong>{formatTime(item.createdAt)}</strong>
          <span className="muted small">{filters.length === 0 ? 'all activities' : filters.join(', ')}</span>
        </div>
        <div className="row">
          {state === 'running' && (
            <button type="button" className="button tiny" onClick={() => void ask('exports.pause', { id })}>
              <Icon name="pause" size={16} /> Pause
            </button>
          )}
          {(state === 'paused' || state === 'failed') && (
            <button type="button" className="button tiny" onClick={() => void ask('exports.resume', { id })}>
              <Icon name="play" size={16} /> Resume
            </button>
          )}
          {state === 'done' && (
            <a className="button tiny" href={`/files/exports/${id}`} download>
              <Icon name="download" size={16} /> Download
            </a>
          )}
        </div>
      </div>
      <p className="muted small numbers" role="status">
        {formatCount(item.records)} records, {formatBytes(item.bytes)}
        {item.reached !== null && `, back to ${formatTime(item.reached)}`}
      </p>
      {state === 'running' && (
        <div className="bar moving">
          <div />
        </div>
      )}
      {item.problem !== undefined && <ProblemNotice problem={item.problem} />}
    </li>
  );
}

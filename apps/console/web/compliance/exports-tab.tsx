import type { ExportRequest } from '../../server/export-state.js';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Empty } from '../ui/empty.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { useWatched } from '../ui/watched.js';
import { ExportItem } from './export-item.js';

/** Exports run in the console's server: a reload, or a closed page, does not stop them. */
export function ExportsTab() {
  const { latest: exports, problem } = useWatched('exports.watch', null);
  const starting = useAction();
  const start = (kind: ExportRequest['kind']) =>
    void starting.run(() => ask('exports.start', { kind, filters: {} }));
  // That the console itself does not answer, the banner says on every page.
  const shown = starting.problem ?? (problem?.kind === 'connection' ? undefined : problem);
  return (
    <div className="stack">
      <div className="row spread">
        <p className="muted explain">
          A folder of NDJSON files on this machine, saved after every step: what you close, reload or restart
          goes on where it was, with nothing lost and nothing twice.
        </p>
        <div className="row">
          <button
            type="button"
            className="button primary"
            disabled={starting.busy}
            onClick={() => start('chats')}
          >
            <Icon name="download" /> Export all chats
          </button>
          <button
            type="button"
            className="button"
            disabled={starting.busy}
            onClick={() => start('activities')}
          >
            <Icon name="download" /> Export all activities
          </button>
        </div>
      </div>
      {shown !== undefined && <ProblemNotice problem={shown} />}
      {exports?.length === 0 && (
        <Empty icon="download" title="No export yet">
          <p>Start one here, or from the chats or activities with the filters that you have set there.</p>
        </Empty>
      )}
      <ul className="stack" aria-label="Exports">
        {exports?.map((item) => (
          <ExportItem key={item.id} item={item} />
        ))}
      </ul>
    </div>
  );
}

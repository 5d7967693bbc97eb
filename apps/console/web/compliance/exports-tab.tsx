import { useQuery } from '@tanstack/react-query';
import type { ExportRequest } from '../../server/export-request.js';
import { api, call, latest } from '../api.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { ProblemNotice } from '../ui/notice.js';
import { Pending } from '../ui/pending.js';
import { ExportItem } from './export-item.js';

/** The exports. They run on the console server, so reloading or closing the page does not stop them. */
export function ExportsTab() {
  const { data: exports, error } = useQuery(latest(api.exports.watch));
  const starting = useAction();
  const start = (kind: ExportRequest['kind']) =>
    void starting.run(() => call(api.exports.start, { kind, filters: {} }));
  return (
    <div className="stack">
      <div className="row spread">
        <p className="muted explain">
          Exports are archives on this machine, with a certificate for everything that was read, and a
          database for search. They run without this page, and resume after a restart with nothing lost or
          duplicated.
        </p>
        <div className="row">
          <Button kind="primary" icon="download" disabled={starting.busy} onClick={() => start('chats')}>
            Export all chats
          </Button>
          <Button isOnce icon="download" disabled={starting.busy} onClick={() => start('activities')}>
            Export all activities
          </Button>
        </div>
      </div>
      {starting.problem !== undefined && <ProblemNotice problem={starting.problem} />}
      <Pending error={error} isLoaded />
      {exports?.length === 0 && (
        <Empty icon="download" title="No exports yet">
          <p>Start one here, or export filtered results from the Chats or Activities tab.</p>
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

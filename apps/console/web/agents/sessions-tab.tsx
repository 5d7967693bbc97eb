import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session, SessionStatus } from '@parlance/schemas';
import { Empty } from '../ui/empty.js';
import { api, query } from '../api.js';
import { SelectFilter } from '../ui/filters.js';
import { Options } from '../ui/options.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { ListPane, NoDetail, useArchived } from './list-pane.js';
import { NewSessionForm } from './new-session-form.js';
import { SessionDetail } from './session-detail.js';

const TONES: Readonly<Record<string, string>> = {
  running: 'accent',
  rescheduling: 'warn',
  terminated: 'bad',
  idle: '',
};

/** Statuses that sessions can be filtered by. */
const STATUSES: readonly SessionStatus[] = ['running', 'idle', 'rescheduling', 'terminated'];

/** Search parameters of the selected session, or of a new one. */
const DETAIL = { thread: '', agent: '', edit: '', open: '', renew: '', events: 'all' };

/** The sessions, and the selected one with live updates. The selection is in the URL and survives a reload. */
export function SessionsTab() {
  const [view, setView] = useView({ ...DETAIL, session: '', status: '' });
  const archived = useArchived();
  const status = STATUSES.find((known) => known === view.status) ?? null;
  const [pages, setPages] = useState(1);
  const { data, error, refetch } = useQuery(
    query(api.sessions.list, { archived: archived.isShown, status, pages }),
  );
  const chosen = view.session === '' ? null : view.session;
  const isCreating = view.edit !== '';
  const choose = (session: string) => {
    setView({ ...DETAIL, session });
    void refetch();
  };
  const leave = () => choose('');
  if (data === undefined) return <Pending error={error} />;
  return (
    <div className={`panes ${chosen === null && !isCreating ? '' : 'chosen'}`}>
      <ListPane
        label="Sessions"
        items={data.sessions.map(itemOf)}
        chosen={chosen}
        onChoose={choose}
        createLabel="New session"
        onCreate={() => setView({ ...DETAIL, session: '', edit: 'new' })}
        archived={archived}
        filters={
          <label className="row small states">
            Status
            <SelectFilter
              look="tight"
              label="Status"
              value={status ?? ''}
              onChange={(next) => setView({ status: next })}
            >
              <option value="">all</option>
              <Options of={STATUSES.map((known) => [known, known])} />
            </SelectFilter>
          </label>
        }
        onMore={data.more ? () => setPages(pages + 1) : undefined}
      >
        <Empty icon="play" title="No sessions">
          <p>A session runs an agent until its work is done, and waits when it needs your input.</p>
        </Empty>
      </ListPane>
      {chosen !== null ? (
        <SessionDetail
          key={chosen}
          id={chosen}
          onBack={leave}
          onArchived={() => archived.onChange(true)}
          onDeleted={leave}
        />
      ) : isCreating ? (
        <NewSessionForm agentId={view.agent} onCreated={choose} onCancel={leave} />
      ) : (
        <NoDetail isMissing={false} icon="play" title="Select a session or start one" what="Session" />
      )}
    </div>
  );
}

function itemOf({ id, title, agent, status, archived_at }: Session) {
  const below = (
    <>
      <span className={`chip ${archived_at == null ? (TONES[status] ?? '') : ''}`}>
        {archived_at == null ? status : 'archived'}
      </span>
      <span className="truncate">{agent.name}</span>
    </>
  );
  return { id, title: title ?? 'Untitled', below };
}

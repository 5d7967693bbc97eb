import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session, SessionStatus } from '@parlance/schemas';
import { Empty } from '../ui/empty.js';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { useView } from '../ui/view.js';
import { ListPane } from './list-pane.js';
import { NewSessionForm } from './new-session-form.js';
import { SessionDetail } from './session-detail.js';

const TONES: Readonly<Record<string, string>> = {
  running: 'accent',
  rescheduling: 'warn',
  terminated: 'bad',
  idle: '',
};

/** Search parameters of the selected session, or of a new one. */
const DETAIL = { thread: '', agent: '', edit: '', open: '', renew: '', events: 'all' };

/** The sessions, and the selected one with live updates. The selection is in the URL and survives a reload. */
export function SessionsTab() {
  const [view, setView] = useView({ ...DETAIL, session: '', archived: '', status: '' });
  const archived = view.archived !== '';
  const status = STATUSES.find((known) => known === view.status) ?? null;
  const [pages, setPages] = useState(1);
  const { data, error, refetch } = useQuery(query(api.sessions.list, { archived, status, pages }));
  const chosen = view.session === '' ? null : view.session;
  const isCreating = view.edit !== '';
  const choose = (session: string) => {
    setView({ ...DETAIL, session });
    void refetch();
  };
  const leave = () => choose('');
  if (error !== null && data === undefined) return <ProblemNotice problem={error.problem} />;
  if (data === undefined) return <Spinner />;
  return (
    <div className={`panes ${chosen === null && !isCreating ? '' : 'chosen'}`}>
      <ListPane
        label="Sessions"
        items={data.sessions.map(itemOf)}
        chosen={chosen}
        onChoose={choose}
        createLabel="New session"
        onCreate={() => setView({ ...DETAIL, session: '', edit: 'new' })}
        archived={{ isShown: archived, onChange: (isShown) => setView({ archived: isShown ? 'shown' : '' }) }}
        filters={<StatusFilter status={status} onChange={(next) => setView({ status: next ?? '' })} />}
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
          onArchived={() => setView({ archived: 'shown' })}
          onDeleted={leave}
        />
      ) : isCreating ? (
        <NewSessionForm agentId={view.agent} onCreated={choose} onCancel={leave} />
      ) : (
        <div className="card detail">
          <Empty icon="play" title="Select a session or start one" />
        </div>
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

const STATUSES: readonly SessionStatus[] = ['running', 'idle', 'rescheduling', 'terminated'];

function StatusFilter(props: {
  readonly status: SessionStatus | null;
  readonly onChange: (status: SessionStatus | null) => void;
}) {
  return (
    <label className="row small states">
      Status
      <select
        className="input tight"
        value={props.status ?? ''}
        onChange={(event) =>
          props.onChange(event.target.value === '' ? null : (event.target.value as SessionStatus))
        }
      >
        <option value="">all</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {status}
          </option>
        ))}
      </select>
    </label>
  );
}

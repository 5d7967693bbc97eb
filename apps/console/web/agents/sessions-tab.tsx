import { useEffect, useState } from 'react';
import type { Session } from '@parlance/schemas';
import { useSearchParams } from 'wouter';
import { Empty } from '../ui/empty.js';
import { Icon } from '../ui/icon.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { NewSessionForm } from './new-session-form.js';
import { SessionDetail } from './session-detail.js';

const TONES: Readonly<Record<string, string>> = {
  running: 'accent',
  rescheduling: 'warn',
  terminated: 'bad',
  idle: '',
};

/** Sessions by state, and the one that is chosen, live. The address names it, so that a reload comes back to it. */
export function SessionsTab() {
  const { data: sessions, problem, reload } = useLoad('sessions.list', null);
  const [search, setSearch] = useSearchParams();
  const [status, setStatus] = useState('');
  const chosen = search.get('session');
  const agentId = search.get('new');
  const choose = (id: string) => setSearch({ tab: 'sessions', session: id });
  useEffect(() => void reload(), [reload, chosen]);
  if (problem !== undefined && sessions === undefined) return <ProblemNotice problem={problem} />;
  if (sessions === undefined) return <Spinner />;
  const shown = sessions.filter((session) => status === '' || session.status === status);
  return (
    <div className="stack">
      <States sessions={sessions} status={status} onChange={setStatus} />
      <div className={`panes ${chosen === null && agentId === null ? '' : 'chosen'}`}>
        <section className="card list" aria-label="Sessions">
          <div className="list-head">
            <button
              type="button"
              className="button tiny"
              onClick={() => setSearch({ tab: 'sessions', new: '' })}
            >
              <Icon name="plus" size={16} /> New session
            </button>
          </div>
          {shown.length === 0 && (
            <Empty icon="play" title="No session here">
              <p>A session runs an agent until it has nothing more to do, and waits for you in between.</p>
            </Empty>
          )}
          <ul>
            {shown.map(({ id, title, agent, status: state }) => (
              <li key={id}>
                <button type="button" aria-current={id === chosen} onClick={() => choose(id)}>
                  <strong className="truncate">{title ?? 'Untitled'}</strong>
                  <span className="row small muted">
                    <span className={`chip ${TONES[state] ?? ''}`}>{state}</span>
                    <span className="truncate">{agent.name}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        {chosen !== null ? (
          <SessionDetail
            key={chosen}
            id={chosen}
            onBack={() => setSearch({ tab: 'sessions' })}
            onIdle={() => void reload()}
          />
        ) : agentId !== null ? (
          <NewSessionForm
            agentId={agentId}
            onCreated={choose}
            onCancel={() => setSearch({ tab: 'sessions' })}
          />
        ) : (
          <div className="card detail">
            <Empty icon="play" title="Choose a session, or start one" />
          </div>
        )}
      </div>
    </div>
  );
}

interface StatesProps {
  readonly sessions: readonly Session[];
  readonly status: string;
  readonly onChange: (status: string) => void;
}

function States({ sessions, status, onChange }: StatesProps) {
  return (
    <div className="row" role="group" aria-label="States">
      {['', 'running', 'idle', 'rescheduling', 'terminated'].map((state) => (
        <button
          key={state}
          type="button"
          className="button tiny toggle"
          aria-pressed={state === status}
          onClick={() => onChange(state)}
        >
          {state || 'all'}{' '}
          <span className="muted numbers">
            {state === '' ? sessions.length : sessions.filter((session) => session.status === state).length}
          </span>
        </button>
      ))}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session, SessionStatus } from '@parlance/schemas';
import { managedAgents } from '../sdk/managed-agents.js';
import { Select } from '../ui/select.js';
import { statusOf } from '../ui/status.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { Panes, useArchived } from '../ui/panes.js';
import { taskOf, waitingList, type WaitingSession } from './waiting.js';
import { lazily } from '../ui/lazily.js';

const NewSessionForm = lazily(async () => (await import('./new-session-form.js')).NewSessionForm);
const SessionDetail = lazily(async () => (await import('./session-detail.js')).SessionDetail);

/** Statuses that sessions can be filtered by. */
const STATUSES: readonly SessionStatus[] = ['running', 'idle', 'rescheduling', 'terminated'];

const PER_PAGE = 50;

/** Search parameters of the selected session, or of a new one. */
const DETAIL = { thread: '', agent: '', edit: '', open: '', renew: '', events: 'all' };

/** The sessions, and the selected one with live updates. The selection is in the URL and survives a reload. */
export function SessionsTab() {
  const [view, setView] = useView({ ...DETAIL, session: '', status: '' });
  const archived = useArchived();
  const status = STATUSES.find((known) => known === view.status) ?? null;
  const [pages, setPages] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions.list', { archived: archived.isShown, status, pages }] as const,
    queryFn: ({ queryKey: [, listing], signal }) => newest(listing, signal),
  });
  const { data: waiting = [] } = useQuery(waitingList);
  const sessions = waitingFirst(data?.sessions ?? [], waiting, view.status);
  const chosen = view.session || undefined;
  const isCreating = view.edit !== '';
  const choose = (session: string) => {
    setView({ ...DETAIL, session });
    void refetch();
  };
  const leave = () => choose('');
  if (data === undefined) return <Pending error={error} />;
  return (
    <Panes
      label="Sessions"
      items={sessions.map(itemOf)}
      chosen={chosen}
      onChoose={choose}
      createLabel="New session"
      onCreate={() => setView({ ...DETAIL, session: '', edit: 'new' })}
      archived={archived}
      filters={
        <Select
          label="Status"
          value={view.status === 'waiting' ? view.status : (status ?? '')}
          onChange={(next) => setView({ status: next })}
          none="All statuses"
          options={[
            ['waiting', `waits for you (${waiting.length})`],
            ...STATUSES.map((known) => [known, statusOf('session', known)[0]] as const),
          ]}
        />
      }
      onMore={data.more && view.status !== 'waiting' ? () => setPages(pages + 1) : undefined}
      icon="play"
      empty={{
        title: 'No sessions',
        text: 'A session runs an agent until its work is done, and waits when it needs your input.',
      }}
      none={{ isMissing: false, title: 'Select a session or start one', what: 'Session' }}
    >
      {chosen !== undefined ? (
        <SessionDetail
          key={chosen}
          id={chosen}
          onBack={leave}
          onArchived={() => archived.onChange(true)}
          onDeleted={leave}
        />
      ) : (
        isCreating && <NewSessionForm agentId={view.agent} onCreated={choose} onCancel={leave} />
      )}
    </Panes>
  );
}

interface Listing {
  readonly archived: boolean;
  /** Only sessions with this status. Null for all. */
  readonly status: SessionStatus | null;
  /** Number of pages to load. */
  readonly pages: number;
}

/** Loads the newest sessions. */
async function newest({ archived, status, pages }: Listing, signal: AbortSignal) {
  const sessions: Session[] = [];
  const params = { include_archived: archived, ...(status === null ? {} : { statuses: [status] }) };
  let remaining = pages;
  for await (const page of managedAgents.sessions.list({ limit: PER_PAGE, ...params }, { signal }).pages()) {
    sessions.push(...page.data);
    remaining -= 1;
    if (remaining === 0) return { sessions, more: page.checkpoint.done !== true };
  }
  return { sessions, more: false };
}

/** Puts the sessions that wait for the reader first, or shows only those. */
function waitingFirst(
  sessions: readonly Session[],
  waiting: readonly WaitingSession[],
  status: string,
): readonly (Session | WaitingSession)[] {
  if (status === 'waiting') return waiting;
  if (status !== '' && status !== 'idle') return sessions;
  const ids = new Set(waiting.map(({ id }) => id));
  return [...waiting, ...sessions.filter(({ id }) => !ids.has(id))];
}

function itemOf({ id, title, agent, status, archived_at, ...session }: Session | WaitingSession) {
  const [text, tone = ''] =
    archived_at != null
      ? ['archived', '']
      : 'pending' in session
        ? [taskOf(session.pending), 'warn']
        : statusOf('session', status);
  const below = (
    <>
      <span className={`chip ${tone}`}>{text}</span>
      <span className="truncate">{agent.name}</span>
    </>
  );
  return { id, title: title ?? `Session of ${agent.name}`, below };
}

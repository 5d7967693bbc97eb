import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { sessionStateOf, type SessionState } from '@parlance/managed-agents';
import type { Session } from '@parlance/schemas';
import { api, call, query } from '../api.js';
import { Button } from '../ui/button.js';
import { useFollow } from '../ui/follow.js';
import { useOpen, useView } from '../ui/view.js';
import { ProblemNotice } from '../ui/notice.js';
import { EventList } from './event-list.js';
import { DetailHead } from '../ui/panes.js';
import { OutcomeForm } from './outcome-form.js';
import { Outcomes } from './outcomes.js';
import { PendingCalls } from './pending-calls.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { Resources } from './resources.js';
import { SessionComposer } from './session-composer.js';
import { useSessionLog } from './session-log.js';
import { ThreadLine, Threads } from './threads.js';

interface Props {
  readonly id: string;
  readonly onBack: () => void;
  readonly onArchived: () => void;
  readonly onDeleted: () => void;
}

/** A session: its events, the tool calls that it waits for, and a message box. */
export function SessionDetail({ id, onBack, onArchived, onDeleted }: Props) {
  const client = useQueryClient();
  const { data: session, error, refetch } = useQuery(query(api.sessions.retrieve, { id }));
  const { data: queued, refetch: reloadQueued } = useQuery(query(api.sessions.queued, { id }));
  const log = useSessionLog(id, null);
  const state = useMemo(() => sessionStateOf(log.events), [log.events]);
  const [{ thread: threadId }, setView] = useView({ thread: '' });
  const place = useRef<HTMLElement>(null);
  useFollow(place, log.events);
  // The status is known from the events before it is in the list and the session.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [api.sessions.list.$path()] });
    void client.invalidateQueries({ queryKey: [api.sessions.retrieve.$path()] });
  }, [client, state.status]);
  const thread = state.threads.find((known) => known.id === threadId);
  const found = error?.problem ?? log.problem;
  const isOpen =
    state.status !== 'terminated' &&
    state.status !== 'deleted' &&
    session !== undefined &&
    session.archived_at == null;
  const isBusy = state.status === 'running' || state.pending.length > 0;
  const archive = async () => {
    await call(api.sessions.archive, { id });
    onArchived();
    await refetch();
  };
  return (
    <section ref={place} className="card detail session" aria-label={session?.title ?? 'Session'}>
      {session === undefined && error !== null && (
        <DetailHead
          title={`Session ${error.problem.status === 404 ? 'not found' : 'unavailable'}`}
          below={id}
          onBack={onBack}
        />
      )}
      <SessionHead
        session={session}
        state={state}
        isOpen={isOpen}
        onBack={onBack}
        onArchive={isOpen && state.status === 'idle' ? archive : undefined}
        onDelete={
          state.status === 'running' ? undefined : () => call(api.sessions.delete, { id }).then(onDeleted)
        }
      />
      {found !== undefined && <ProblemNotice problem={found} />}
      <Outcomes outcomes={state.outcomes} entries={session?.outcome_evaluations ?? []} />
      {session !== undefined && <Resources session={session} isOpen={isOpen} onChanged={refetch} />}
      <Threads
        threads={state.threads}
        chosen={threadId === '' ? null : threadId}
        onChoose={(next) => setView({ thread: next ?? '' })}
      />
      {thread === undefined ? (
        <EventList label="Events" events={log.events} queued={queued ?? []} session={session} />
      ) : (
        <ThreadLine key={thread.id} sessionId={id} thread={thread} isOpen={isOpen} />
      )}
      <PendingCalls sessionId={id} calls={state.pending} />
      {isOpen && <SessionComposer sessionId={id} isBusy={isBusy} onSent={reloadQueued} />}
    </section>
  );
}

interface HeadProps {
  readonly session: Session | undefined;
  readonly state: SessionState;
  readonly isOpen: boolean;
  readonly onBack: () => void;
  readonly onArchive: (() => Promise<unknown>) | undefined;
  readonly onDelete: (() => Promise<unknown>) | undefined;
}

function SessionHead({ session, state, isOpen, onBack, onArchive, onDelete }: HeadProps) {
  const [defining, setDefining] = useOpen('outcome');
  const { status, pending } = state;
  const title = session?.title ?? 'Untitled';
  if (session === undefined) return null;
  const { id, agent, archived_at } = session;
  return (
    <>
      <DetailHead
        title={title}
        below={`${agent.name}, version ${agent.version}`}
        onBack={onBack}
        chips={
          <span className={`chip ${status === 'running' ? 'accent' : ''}`} role="status">
            {archived_at != null ? 'archived' : pending.length > 0 ? 'waiting for you' : status}
          </span>
        }
      >
        {isOpen && (
          <Button look="tiny" onClick={() => setDefining(true)}>
            Set outcome
          </Button>
        )}
        <RemovalActions what="session" name={title} onArchive={onArchive} onDelete={onDelete} />
      </DetailHead>
      {defining && <OutcomeForm sessionId={id} onClose={() => setDefining(false)} />}
    </>
  );
}

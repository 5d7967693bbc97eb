import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { sessionStateOf, type SessionState } from '@parlance/managed-agents';
import type { Session, SessionEvent } from '@parlance/schemas';
import { problemFrom } from '../api.js';
import { managedAgents } from '../sdk/managed-agents.js';
import { Button } from '../ui/button.js';
import { useFollow } from '../ui/follow.js';
import { useOpen, useView } from '../ui/view.js';
import { statusOf } from '../ui/status.js';
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
import { taskOf, waitingList } from './waiting.js';

interface Props {
  readonly id: string;
  readonly onBack: () => void;
  readonly onArchived: () => void;
  readonly onDeleted: () => void;
}

/** A session: its events, the tool calls that it waits for, and a message box. */
export function SessionDetail({ id, onBack, onArchived, onDeleted }: Props) {
  const client = useQueryClient();
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    queryKey: ['sessions.retrieve', id],
    queryFn: ({ signal }) => managedAgents.sessions.retrieve(id, { signal }),
  });
  const { data: queued, refetch: reloadQueued } = useQuery({
    queryKey: ['sessions.events.list', id],
    queryFn: ({ signal }) => queuedOf(id, signal),
  });
  const log = useSessionLog(id, null);
  const state = useMemo(() => sessionStateOf(log.events), [log.events]);
  const [{ thread: threadId }, setView] = useView({ thread: '' });
  const place = useRef<HTMLElement>(null);
  useFollow(place, log.events);
  // The status is known from the events before it is in the list and the session.
  useEffect(() => {
    for (const queryKey of [['sessions.list'], ['sessions.retrieve'], waitingList.queryKey])
      void client.invalidateQueries({ queryKey });
  }, [client, state.status, state.pending.length]);
  const thread = state.threads.find((known) => known.id === threadId);
  const problem = error === null ? undefined : problemFrom(error);
  const found = problem ?? log.problem;
  const isOpen =
    state.status !== 'terminated' &&
    state.status !== 'deleted' &&
    session !== undefined &&
    session.archived_at == null;
  const isBusy = state.status === 'running' || state.pending.length > 0;
  const archive = async () => {
    await managedAgents.sessions.archive(id);
    onArchived();
    await refetch();
  };
  return (
    <section ref={place} className="card detail session" aria-label={session?.title ?? 'Session'}>
      {session === undefined && problem !== undefined && (
        <DetailHead
          title={`Session ${problem.status === 404 ? 'not found' : 'unavailable'}`}
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
          state.status === 'running' ? undefined : () => managedAgents.sessions.delete(id).then(onDeleted)
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

/** Lists queued events. The feed only emits an event once it is processed, so queued ones need their own request. */
async function queuedOf(id: string, signal: AbortSignal): Promise<SessionEvent[]> {
  const params = { types: ['user.message', 'user.define_outcome'], order: 'desc' as const, limit: 100 };
  const { data } = await managedAgents.sessions.events.list(id, params, { signal });
  return data.filter((event) => (event as { processed_at?: unknown }).processed_at == null).toReversed();
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
  const title = session?.title ?? `Session of ${session?.agent.name ?? ''}`;
  if (session === undefined) return null;
  const { id, agent, archived_at } = session;
  const [text, tone = ''] =
    archived_at != null
      ? ['archived', '']
      : pending.length > 0
        ? [taskOf(pending), 'warn']
        : statusOf('session', status);
  return (
    <>
      <DetailHead
        title={title}
        below={`${agent.name}, version ${agent.version}`}
        onBack={onBack}
        chips={
          <span className={`chip ${tone}`} role="status">
            {text}
          </span>
        }
      >
        {isOpen && (
          <Button size="tiny" onClick={() => setDefining(true)}>
            Set outcome
          </Button>
        )}
        <RemovalActions what="session" name={title} onArchive={onArchive} onDelete={onDelete} />
      </DetailHead>
      {defining && <OutcomeForm sessionId={id} onClose={() => setDefining(false)} />}
    </>
  );
}

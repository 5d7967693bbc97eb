import { useRef } from 'react';
import type { StartedThread } from '@parlance/managed-agents';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { Button, Toggle } from '../ui/button.js';
import { useFollow } from '../ui/follow.js';
import { ProblemNotice } from '../ui/notice.js';
import { EventList } from './event-list.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { StatusChip } from '../ui/status.js';
import { useSessionLog } from './session-log.js';

interface Props {
  readonly threads: readonly StartedThread[];
  /** ID of the selected thread, or null for the whole session. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** The threads of a coordinator's session with their status, to switch between their events. */
export function Threads({ threads, chosen, onChoose }: Props) {
  if (threads.length === 0) return null;
  return (
    <div className="row threads" role="group" aria-label="Threads">
      <Toggle isOn={chosen === null} onClick={() => onChoose(null)}>
        Whole session
      </Toggle>
      {threads.map(({ id, agentName: agent, status }) => (
        <Toggle key={id} isOn={id === chosen} onClick={() => onChoose(id)}>
          {agent} <StatusChip of="thread" is={status} />
        </Toggle>
      ))}
    </div>
  );
}

interface LineProps {
  readonly sessionId: string;
  readonly thread: StartedThread;
  /** Whether the session accepts messages. */
  readonly isOpen: boolean;
}

/** The events of one thread. */
export function ThreadLine({ sessionId, thread: { id, agentName: agent, status }, isOpen }: LineProps) {
  const log = useSessionLog(sessionId, id);
  const { busy, problem, run } = useAction();
  const place = useRef<HTMLDivElement>(null);
  useFollow(place, log.events);
  const interrupt = () =>
    void run(() =>
      managedAgents.sessions.events.send(sessionId, {
        events: [{ type: 'user.interrupt', session_thread_id: id }],
      }),
    );
  const found = problem ?? log.problem;
  return (
    <section className="stack tight-stack" aria-label={`${agent}’s thread`}>
      {found !== undefined && <ProblemNotice problem={found} />}
      <div className="row">
        {status === 'running' && (
          <Button size="tiny" icon="stop" disabled={busy} onClick={interrupt}>
            Interrupt thread
          </Button>
        )}
        {isOpen && status === 'idle' && (
          <RemovalActions
            what="thread"
            name={`${agent}’s thread`}
            onArchive={() => managedAgents.sessions.threads.archive(sessionId, id)}
          />
        )}
      </div>
      <div ref={place} className="stack">
        <EventList label={`${agent}’s events`} events={log.events} />
      </div>
    </section>
  );
}

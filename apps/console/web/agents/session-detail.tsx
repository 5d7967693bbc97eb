import { useEffect, useRef, useState } from 'react';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { useFollow } from '../ui/follow.js';
import { words } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { EventLine } from './event-line.js';
import { OutcomeForm } from './outcome-form.js';
import { PendingCalls } from './pending-calls.js';
import { Resources } from './resources.js';
import { SessionComposer } from './session-composer.js';
import { useSessionLog } from './session-log.js';
import { stateOf, type OutcomeProgress } from './session-state.js';

interface Props {
  readonly id: string;
  readonly onBack: () => void;
  /** Called when the session has come to rest. */
  readonly onIdle: () => void;
}

/** A session: what happens in it, what it waits for, and what can be said to it. */
export function SessionDetail({ id, onBack, onIdle }: Props) {
  const { data: session, problem, reload } = useLoad('sessions.retrieve', { id });
  const log = useSessionLog(id);
  const { status, pending, outcomes } = stateOf(log.events);
  const [defining, setDefining] = useState(false);
  const action = useAction();
  const place = useRef<HTMLElement>(null);
  useFollow(place, log.events);
  useEffect(() => {
    if (log.events.length > 0 && status !== 'running') onIdle();
    // The caller's function is another one on each of its renders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status]);
  const found = problem ?? action.problem ?? log.problem;
  const isOpen = status !== 'terminated' && status !== 'gone' && session?.archived_at === null;
  return (
    <section ref={place} className="card detail session" aria-label={session?.title ?? 'Session'}>
      <header className="row spread">
        <div className="row">
          <button
            type="button"
            className="button quiet icon back"
            aria-label="Back to the list"
            onClick={onBack}
          >
            <Icon name="back" />
          </button>
          <div>
            <h2>{session?.title ?? 'Untitled'}</h2>
            <p className="muted small">
              {session?.agent.name}, version {session?.agent.version}
            </p>
          </div>
          <span className={`chip ${status === 'running' ? 'accent' : ''}`} role="status">
            {pending.length > 0 ? 'waits for you' : status}
          </span>
        </div>
        <div className="row">
          {status === 'running' && (
            <button
              type="button"
              className="button tiny"
              onClick={() => void action.run(() => send(id, { type: 'user.interrupt' }))}
            >
              <Icon name="stop" size={16} /> Interrupt
            </button>
          )}
          {isOpen && (
            <button type="button" className="button tiny" onClick={() => setDefining(true)}>
              Set an outcome
            </button>
          )}
        </div>
      </header>
      {found !== undefined && <ProblemNotice problem={found} />}
      {outcomes.map((outcome) => (
        <Outcome key={outcome.id} outcome={outcome} />
      ))}
      {session !== undefined && <Resources session={session} isOpen={isOpen} onChanged={reload} />}
      <ol className="events" aria-label="Events">
        {log.events.map((event) => (
          <EventLine key={String(event['id'])} event={event} />
        ))}
      </ol>
      <PendingCalls sessionId={id} calls={pending} />
      {isOpen && <SessionComposer sessionId={id} />}
      {defining && <OutcomeForm sessionId={id} onClose={() => setDefining(false)} />}
    </section>
  );
}

const send = (id: string, event: { readonly type: 'user.interrupt' }): Promise<void> =>
  ask('sessions.send', { id, event });

function Outcome({
  outcome: { description, most, rounds, isEvaluating },
}: {
  readonly outcome: OutcomeProgress;
}) {
  const last = rounds.at(-1);
  const isDone = last !== undefined && last.result !== 'needs_revision';
  return (
    <section className="outcome" aria-label={`Outcome ${description}`}>
      <div className="row">
        <Icon name="check" size={16} />
        <strong>{description}</strong>
        <span className={`chip ${last?.result === 'satisfied' ? 'good' : isDone ? 'bad' : 'accent'}`}>
          {isEvaluating ? 'being graded' : last === undefined ? 'at work' : words(last.result)}
        </span>
        <span className="muted small numbers">
          round {rounds.length} of {most}
        </span>
      </div>
      {last !== undefined && <p className="small muted">{last.explanation}</p>}
    </section>
  );
}

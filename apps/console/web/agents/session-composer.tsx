import type { FormEvent, KeyboardEvent } from 'react';
import type { UserEventParams } from '@parlance/schemas';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { useDraft } from '../ui/stored.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';

interface Props {
  readonly sessionId: string;
  /** Whether there is something to interrupt. */
  readonly isBusy: boolean;
  /** Called after a message was sent. */
  readonly onSent: () => Promise<unknown>;
}

/** The message box of a session. While it runs, the service queues messages, but handles an interrupt immediately. */
export function SessionComposer({ sessionId, isBusy, onSent }: Props) {
  const [text, setText] = useDraft(`message ${sessionId}`);
  const { busy, problem, run } = useAction();
  const submit = (submitEvent?: FormEvent) => {
    submitEvent?.preventDefault();
    if (text.trim() === '' || busy) return;
    const event: UserEventParams = { type: 'user.message', content: [{ type: 'text', text }] };
    // Cleared before sending so that new input is not lost, and restored if sending fails.
    setText('');
    void run(async () => {
      try {
        await managedAgents.sessions.events.send(sessionId, { events: [event] });
      } catch (error) {
        setText((typed) => (typed === '' ? text : `${text}\n${typed}`));
        throw error;
      }
      await onSent();
    });
  };
  const interrupt = () =>
    void run(() => managedAgents.sessions.events.send(sessionId, { events: [{ type: 'user.interrupt' }] }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="say">
        <textarea
          className="input"
          rows={1}
          data-first-input
          dir="auto"
          aria-label="Message to the session"
          placeholder="Message the agent"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          kind="primary"
          shape="icon"
          type="submit"
          aria-label="Send"
          disabled={busy || text.trim() === ''}
        >
          <Icon name="send" />
        </Button>
        {isBusy && (
          <Button shape="icon" aria-label="Interrupt" title="Interrupt" onClick={interrupt}>
            <Icon name="stop" />
          </Button>
        )}
      </div>
    </form>
  );
}

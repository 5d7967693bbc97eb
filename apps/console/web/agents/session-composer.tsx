import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';

/** Says something to a session. While it runs, messages are queued by the service. */
export function SessionComposer({ sessionId }: { readonly sessionId: string }) {
  const [text, setText] = useState('');
  const { busy, problem, run } = useAction();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '' || busy) return;
    void run(async () => {
      await ask('sessions.send', {
        id: sessionId,
        event: { type: 'user.message', content: [{ type: 'text', text }] },
      });
      setText('');
    });
  };
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
          aria-label="Message to the session"
          placeholder="Say something to the agent"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="button primary icon"
          aria-label="Send"
          disabled={busy || text.trim() === ''}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

import { useState, type FormEvent } from 'react';
import type { UserEventParams } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { ProblemNotice } from '../ui/notice.js';
import type { PendingCall } from './session-state.js';

/** What the session waits for, answered in place. */
export function PendingCalls({
  sessionId,
  calls,
}: {
  readonly sessionId: string;
  readonly calls: readonly PendingCall[];
}) {
  return calls.map((call) => <Pending key={call.id} sessionId={sessionId} call={call} />);
}

function Pending({ sessionId, call }: { readonly sessionId: string; readonly call: PendingCall }) {
  const [text, setText] = useState('');
  const { busy, problem, run } = useAction();
  const isCustom = call.type === 'agent.custom_tool_use';
  const send = (event: UserEventParams) => void run(() => ask('sessions.send', { id: sessionId, event }));
  const answer = (isError: boolean) =>
    send({
      type: 'user.custom_tool_result',
      custom_tool_use_id: call.id,
      content: [{ type: 'text', text }],
      ...(isError ? { is_error: true } : {}),
    });
  const confirm = (result: 'allow' | 'deny') =>
    send({
      type: 'user.tool_confirmation',
      tool_use_id: call.id,
      result,
      ...(result === 'deny' && text !== '' ? { deny_message: text } : {}),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCustom) answer(false);
    else confirm('allow');
  };
  return (
    <form className="pending-call" aria-label={`${call.name} waits for you`} onSubmit={submit}>
      <p>
        {isCustom ? 'The agent has called your tool ' : 'The agent asks whether it may use '}
        <code>{call.name}</code> with <code>{JSON.stringify(call.input)}</code>
      </p>
      <label className="field">
        <span className="label">{isCustom ? 'Result' : 'Reason, if you deny it'}</span>
        <textarea
          className="input"
          rows={2}
          required={isCustom}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <button type="submit" className="button tiny primary" disabled={busy}>
          {isCustom ? 'Send the result' : 'Allow'}
        </button>
        <button
          type="button"
          className="button tiny"
          disabled={busy}
          onClick={() => (isCustom ? answer(true) : confirm('deny'))}
        >
          {isCustom ? 'Say that it failed' : 'Deny'}
        </button>
      </div>
    </form>
  );
}

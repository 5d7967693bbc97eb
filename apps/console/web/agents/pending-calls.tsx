import type { FormEvent, ReactNode } from 'react';
import type { PendingToolUse } from '@parlance/managed-agents';
import type { UserEventParams } from '@parlance/schemas';
import { managedAgents } from '../sdk/managed-agents.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { ProblemNotice } from '../ui/notice.js';
import { useDraft } from '../ui/stored.js';

interface Props {
  readonly sessionId: string;
  readonly calls: readonly PendingToolUse[];
}

/** The tool calls that the session waits for, with forms to respond to them. */
export function PendingCalls({ sessionId, calls }: Props) {
  return calls.map((call) => {
    const Form = call.awaits === 'permission' ? PermissionPrompt : ResultForm;
    return <Form key={`${call.use.id} ${call.awaits}`} sessionId={sessionId} call={call} />;
  });
}

interface PendingProps {
  readonly sessionId: string;
  readonly call: PendingToolUse;
}

/** Asks whether the agent may run a tool. A denial can include a reason, which the agent sees. */
function PermissionPrompt({ sessionId, call: { use } }: PendingProps) {
  const [reason, setReason] = useDraft(`denial of ${use.id}`);
  // The call is shown until the session reports its response.
  const { busy, isDone, problem, run } = useAction();
  const confirm = (result: 'allow' | 'deny') => {
    const event: UserEventParams = {
      type: 'user.tool_confirmation',
      tool_use_id: use.id,
      result,
      ...(result === 'deny' && reason !== '' ? { deny_message: reason } : {}),
    };
    void run(async () => {
      await managedAgents.sessions.events.send(sessionId, { events: [event] });
      setReason('');
    });
  };
  return (
    <PendingForm use={use} asks="The agent wants to use" onSubmit={() => confirm('allow')}>
      <label className="field">
        <span className="label">Reason for denying (optional)</span>
        <input className="input" value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button size="tiny" kind="primary" type="submit" disabled={busy || isDone}>
          Allow
        </Button>
        <Button size="tiny" isOnce disabled={busy || isDone} onClick={() => confirm('deny')}>
          Deny
        </Button>
      </div>
    </PendingForm>
  );
}

/** Form for the result of a tool that the user runs. */
function ResultForm({ sessionId, call: { use } }: PendingProps) {
  const [text, setText] = useDraft(`result of ${use.id}`);
  // The call is shown until the session reports its response.
  const { busy, isDone, problem, run } = useAction();
  const send = (isError: boolean) => {
    const result = { content: [{ type: 'text' as const, text }], ...(isError ? { is_error: true } : {}) };
    const event: UserEventParams =
      use.type === 'agent.custom_tool_use'
        ? { type: 'user.custom_tool_result', custom_tool_use_id: use.id, ...result }
        : { type: 'user.tool_result', tool_use_id: use.id, ...result };
    void run(async () => {
      await managedAgents.sessions.events.send(sessionId, { events: [event] });
      setText('');
    });
  };
  return (
    <PendingForm use={use} asks="The agent called your tool" onSubmit={() => send(false)}>
      <label className="field">
        <span className="label">Result</span>
        <textarea
          className="input"
          rows={2}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button size="tiny" kind="primary" type="submit" disabled={busy || isDone}>
          Send result
        </Button>
        <Button size="tiny" disabled={busy || isDone || text === ''} onClick={() => send(true)}>
          Send as error
        </Button>
      </div>
    </PendingForm>
  );
}

interface PendingFormProps {
  readonly use: PendingToolUse['use'];
  /** What the agent did. The tool and its input follow. */
  readonly asks: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function PendingForm({ use, asks, onSubmit, children }: PendingFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="pending-call" aria-label={`${use.name} is waiting for you`} onSubmit={submit}>
      <p>
        {asks} <code>{nameOf(use)}</code> with <code>{JSON.stringify(use.input)}</code>
      </p>
      {children}
    </form>
  );
}

function nameOf(use: PendingToolUse['use']): string {
  return use.type === 'agent.mcp_tool_use' ? `${use.mcp_server_name}.${use.name}` : use.name;
}

import { useId, useState, type FormEvent } from 'react';
import type { Agent, AgentToolParams } from '@parlance/schemas';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { formatCount } from '../ui/format.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import {
  BUILT_IN,
  draftOf,
  LIMITS,
  paramsOf,
  toolCount,
  type AgentDraft,
  type ToolUse,
} from './agent-draft.js';
import { CustomTools } from './custom-tools.js';

interface Props {
  /** The agent to change; undefined makes a new one. */
  readonly agent: Agent | undefined;
  readonly onSaved: (agent: Agent) => Promise<void>;
  readonly onCancel: () => void;
}

/** Makes an agent, or a new version of one. Limits are shown as they are approached. */
export function AgentForm({ agent, onSaved, onCancel }: Props) {
  const [draft, setDraft] = useState<AgentDraft>(() => draftOf(agent));
  const { data: models } = useLoad('chat.models', null);
  const { busy, problem, run } = useAction();
  const change = (part: Partial<AgentDraft>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const others = (agent?.tools ?? []).filter((tool) => tool.type === 'mcp_toolset') as AgentToolParams[];
    void run(async () => {
      const params = paramsOf(draft, others);
      const saved =
        agent === undefined
          ? await ask('agents.create', params)
          : await ask('agents.update', { ...params, id: agent.id, version: agent.version });
      await onSaved(saved);
    });
  };
  return (
    <form
      className="card detail"
      aria-label={agent === undefined ? 'New agent' : `Change ${agent.name}`}
      onSubmit={submit}
    >
      <h2>{agent === undefined ? 'New agent' : `Version ${agent.version + 1} of ${agent.name}`}</h2>
      <Text
        label="Name"
        value={draft.name}
        limit={LIMITS.name}
        required
        onChange={(name) => change({ name })}
      />
      <label className="field">
        <span className="label">Model</span>
        <select
          className="input"
          value={draft.model}
          onChange={(event) => change({ model: event.target.value })}
        >
          {(models ?? [{ id: draft.model, display_name: draft.model }]).map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </select>
      </label>
      <Text
        label="Description"
        value={draft.description}
        limit={LIMITS.description}
        onChange={(description) => change({ description })}
      />
      <Text
        label="System prompt"
        value={draft.system}
        limit={LIMITS.system}
        long
        onChange={(system) => change({ system })}
      />
      <fieldset className="stack">
        <legend className="row spread">
          <h3>Tools</h3>
        </legend>
        <p className={`small numbers ${toolCount(draft) > LIMITS.tools ? 'wrong' : 'muted'}`}>
          {toolCount(draft)} of {LIMITS.tools}
        </p>
        <BuiltInTools uses={draft.builtIn} onChange={(builtIn) => change({ builtIn })} />
        <CustomTools tools={draft.custom} onChange={(custom) => change({ custom })} />
      </fieldset>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={busy}>
          {agent === undefined ? 'Create' : 'Save as a new version'}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly limit: number;
  readonly required?: boolean;
  readonly long?: boolean;
  readonly onChange: (value: string) => void;
}

function Text({ label, value, limit, required = false, long = false, onChange }: TextProps) {
  const id = useId();
  const length = Array.from(value).length;
  const isOver = length > limit;
  const common = {
    id,
    className: 'input',
    value,
    required,
    'aria-invalid': isOver,
    'aria-describedby': `${id}-count`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {long ? <textarea {...common} rows={5} /> : <input {...common} />}
      <span id={`${id}-count`} className={`numbers ${isOver ? 'wrong' : 'hint'}`}>
        {formatCount(length)} of {formatCount(limit)} characters
      </span>
    </div>
  );
}

function BuiltInTools(props: {
  readonly uses: AgentDraft['builtIn'];
  readonly onChange: (uses: AgentDraft['builtIn']) => void;
}) {
  return (
    <div className="tool-uses">
      {BUILT_IN.map((name) => (
        <label key={name} className="row spread">
          <code>{name}</code>
          <select
            className="input tight"
            aria-label={name}
            value={props.uses[name]}
            onChange={(event) => props.onChange({ ...props.uses, [name]: event.target.value as ToolUse })}
          >
            <option value="off">off</option>
            <option value="allow">allowed</option>
            <option value="ask">asks first</option>
          </select>
        </label>
      ))}
    </div>
  );
}

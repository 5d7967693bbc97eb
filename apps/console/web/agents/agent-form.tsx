import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { agentLimits, countAgentTools, type Agent, type ModelSpeed } from '@parlance/schemas';
import { api, call, query } from '../api.js';
import { useAction } from '../ui/action.js';
import { FormEnd, focusInvalid } from '../ui/form-end.js';
import { SelectField } from '../ui/select-field.js';
import { useStored } from '../ui/stored.js';
import { TextField } from '../ui/text-field.js';
import { draftOf, firstCustomToolIndex, isComplete, paramsOf, type AgentDraft } from './agent-draft.js';
import { CustomTools } from './custom-tools.js';
import { McpServers } from './mcp-servers.js';
import { Meter } from './meter.js';
import { Roster } from './roster.js';
import { Skills } from './skills.js';
import { BuiltInTools } from './toolset-form.js';
import { useIssues, type Issues } from './use-issues.js';

interface Props {
  /** The agent to edit. Undefined creates a new one. */
  readonly agent: Agent | undefined;
  readonly onSaved: (agent: Agent) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Form for a new agent or a new version of one. Limits and validation issues are shown while typing. */
export function AgentForm({ agent, onSaved, onCancel }: Props) {
  const saved = useMemo(() => draftOf(agent), [agent]);
  const name = agent === undefined ? 'agent' : `${agent.id} version ${agent.version}`;
  const [draft, setDraft] = useStored<AgentDraft>(name, saved);
  const { busy, problem, run } = useAction();
  const params = paramsOf(draft);
  const issues = useIssues('agents.create', params, problem);
  const change = (part: Partial<AgentDraft>) => setDraft((known) => ({ ...known, ...part }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isComplete(draft)) return focusInvalid(event.currentTarget);
    void run(async () => {
      const result =
        agent === undefined
          ? await call(api.agents.create, params)
          : await call(api.agents.update, { ...params, id: agent.id, version: agent.version });
      await onSaved(result);
      setDraft(() => undefined);
    });
  };
  return (
    <form
      className="card detail"
      aria-label={agent === undefined ? 'New agent' : `Edit ${agent.name}`}
      onSubmit={submit}
    >
      <h2>{agent === undefined ? 'New agent' : `Version ${agent.version + 1} of ${agent.name}`}</h2>
      <Basics draft={draft} issues={issues} onChange={change} />
      <Tools draft={draft} issues={issues} onChange={change} count={countAgentTools(params.tools)} />
      <Part title="MCP servers" count={draft.servers.length} limit={agentLimits.mcpServers}>
        <McpServers servers={draft.servers} issues={issues} onChange={(servers) => change({ servers })} />
      </Part>
      <Part title="Skills" count={draft.skills.length} limit={agentLimits.skills}>
        <Skills skills={draft.skills} issues={issues} onChange={(skills) => change({ skills })} />
      </Part>
      <Part title="Coordinator" count={draft.roster.length} limit={agentLimits.rosterAgents}>
        <Roster owner={agent} roster={draft.roster} onChange={(roster) => change({ roster })} />
      </Part>
      <FormEnd
        action={agent === undefined ? 'Create' : 'Save as new version'}
        busy={busy}
        problem={problem}
        isSticky
        onCancel={() => {
          setDraft(() => undefined);
          onCancel();
        }}
      />
    </form>
  );
}

interface SectionProps {
  readonly draft: AgentDraft;
  readonly issues: Issues;
  readonly onChange: (part: Partial<AgentDraft>) => void;
}

function Basics({ draft, issues, onChange }: SectionProps) {
  const { data: models } = useQuery(query(api.chat.models));
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        limit={agentLimits.nameCharacters}
        issue={issues.get('name')}
        required
        onChange={(name) => onChange({ name })}
      />
      <div className="field-pair">
        <SelectField label="Model" value={draft.model} onChange={(next) => onChange({ model: next })}>
          {(models ?? [{ id: draft.model, display_name: draft.model }]).map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Speed"
          value={draft.speed}
          issue={issues.get('model.speed')}
          onChange={(next) => onChange({ speed: next as ModelSpeed })}
        >
          <option value="standard">Standard</option>
          <option value="fast">Fast (costs more)</option>
        </SelectField>
      </div>
      <TextField
        label="Description"
        value={draft.description}
        limit={agentLimits.descriptionCharacters}
        issue={issues.get('description')}
        onChange={(description) => onChange({ description })}
      />
      <TextField
        label="System prompt"
        value={draft.system}
        limit={agentLimits.systemCharacters}
        issue={issues.get('system')}
        rows={5}
        onChange={(system) => onChange({ system })}
      />
    </>
  );
}

function Tools({ draft, issues, onChange, count }: SectionProps & { readonly count: number }) {
  const issue = issues.get('tools');
  return (
    <fieldset className="stack">
      <legend className="part-head">
        <h3>Tools</h3> <Meter count={count} limit={agentLimits.tools} />
      </legend>
      {issue !== undefined && <p className="wrong small">{issue}</p>}
      <BuiltInTools toolset={draft.builtIn} onChange={(builtIn) => onChange({ builtIn })} />
      <CustomTools
        tools={draft.custom}
        firstIndex={firstCustomToolIndex(draft)}
        issues={issues}
        onChange={(custom) => onChange({ custom })}
      />
    </fieldset>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  readonly limit: number;
  readonly children: ReactNode;
}

/** An optional part of the form, collapsed while it is empty. */
function Part({ title, count, limit, children }: PartProps) {
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details className="part" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3> <Meter count={count} limit={limit} />
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}

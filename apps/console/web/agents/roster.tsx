import { useQuery } from '@tanstack/react-query';
import type { Agent } from '@parlance/schemas';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { IconButton } from '../ui/button.js';
import { Pending } from '../ui/pending.js';
import { Select } from '../ui/select.js';
import type { AgentDraft, RosterDraft } from './agent-draft.js';
import { agentList } from './lists.js';

interface Props {
  /** The agent that has the roster. Undefined for a new one. */
  readonly owner: Agent | undefined;
}

/** The agents that this agent can delegate to, each in its own thread. An agent with a roster is a coordinator. */
export function Roster({ owner }: Props) {
  const { field } = useController<AgentDraft, 'roster'>({ name: 'roster' });
  const hintId = useId();
  const roster = field.value;
  const onChange = (next: readonly RosterDraft[]) => field.onChange(next);
  const { data, error } = useQuery(agentList());
  const agents = (data ?? []).filter(({ id, multiagent }) => multiagent == null && id !== owner?.id);
  const available = agents.filter(({ id }) => !roster.some((entry) => entry.id === id));
  const nameOf = (id: string) =>
    id === 'self' ? 'itself' : (agents.find((agent) => agent.id === id)?.name ?? id);
  const pin = (id: string, version: number | null) =>
    onChange(roster.map((entry) => (entry.id === id ? { id, version } : entry)));
  return (
    <>
      <Pending error={error} isLoaded />
      {roster.length > 0 && (
        <ul className="stack tight-stack" aria-label="Agents it can delegate to">
          {roster.map(({ id, version }) => (
            <li key={id} className="row spread">
              <strong className="truncate">{nameOf(id)}</strong>
              <span className="row">
                {id !== 'self' && (
                  <VersionSelect
                    name={nameOf(id)}
                    latest={agents.find((agent) => agent.id === id)?.version ?? version ?? 1}
                    version={version}
                    onChange={(next) => pin(id, next)}
                  />
                )}
                <IconButton
                  icon="close"
                  label={`Remove ${nameOf(id)}`}
                  isSmall
                  onClick={() => onChange(roster.filter((entry) => entry.id !== id))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="field">
        <Select
          hasLabel
          label="Delegate to"
          aria-describedby={hintId}
          value=""
          onChange={(id) => onChange([...roster, { id, version: null }])}
          none="Select an agent"
          options={[
            ...(roster.some(({ id }) => id === 'self') ? [] : [['self', 'itself'] as const]),
            ...available.map(({ id, name }) => [id, name] as const),
          ]}
        />
        <span id={hintId} className="muted small">
          Other coordinators can’t be added.
        </span>
      </div>
    </>
  );
}

function VersionSelect(props: {
  readonly name: string;
  readonly latest: number;
  readonly version: number | null;
  readonly onChange: (version: number | null) => void;
}) {
  const { name, latest, version, onChange } = props;
  const versions = Array.from({ length: latest }, (_, index) => latest - index);
  return (
    <Select
      label={`Version of ${name}`}
      value={String(version ?? '')}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      none="latest version"
      options={versions.map((number) => [String(number), `version ${number}`])}
    />
  );
}

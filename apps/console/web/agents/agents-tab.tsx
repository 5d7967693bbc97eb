import { useState } from 'react';
import type { Agent } from '@parlance/schemas';
import { Link, useSearchParams } from 'wouter';
import { ask } from '../rpc.js';
import { useAction } from '../ui/action.js';
import { Empty } from '../ui/empty.js';
import { Icon } from '../ui/icon.js';
import { useLoad } from '../ui/load.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { AgentForm } from './agent-form.js';
import { Versions } from './versions.js';

/** Agents, the one that is chosen with its versions, and a form for new ones and new versions. */
export function AgentsTab() {
  const { data: agents, problem, reload } = useLoad('agents.list', null);
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState<Agent | 'new'>();
  const chosen = agents?.find(({ id }) => id === search.get('agent'));
  const choose = (id: string) => setSearch({ tab: 'agents', agent: id });
  const onSaved = async (agent: Agent) => {
    await reload();
    choose(agent.id);
    setEditing(undefined);
  };
  if (problem !== undefined && agents === undefined) return <ProblemNotice problem={problem} />;
  if (agents === undefined) return <Spinner />;
  return (
    <div className={`panes ${chosen === undefined && editing === undefined ? '' : 'chosen'}`}>
      <section className="card list" aria-label="Agents">
        <div className="list-head">
          <button type="button" className="button tiny" onClick={() => setEditing('new')}>
            <Icon name="plus" size={16} /> New agent
          </button>
        </div>
        {agents.length === 0 && (
          <Empty icon="agents" title="No agent yet">
            <p>An agent is a model with a system prompt and tools. Sessions run it.</p>
          </Empty>
        )}
        <ul>
          {agents.map((agent) => (
            <li key={agent.id}>
              <button
                type="button"
                aria-current={agent === chosen}
                onClick={() => (choose(agent.id), setEditing(undefined))}
              >
                <strong className="truncate">{agent.name}</strong>
                <span className="muted small truncate">
                  {agent.model.id} · version {agent.version}
                  {agent.archived_at !== null && ' · archived'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {editing !== undefined ? (
        <AgentForm
          key={editing === 'new' ? 'new' : editing.id}
          agent={editing === 'new' ? undefined : editing}
          onSaved={onSaved}
          onCancel={() => setEditing(undefined)}
        />
      ) : chosen === undefined ? (
        <div className="card detail">
          <Empty icon="agents" title="Choose an agent, or make one" />
        </div>
      ) : (
        <AgentDetail
          key={`${chosen.id} ${chosen.version}`}
          agent={chosen}
          onEdit={() => setEditing(chosen)}
          onBack={() => setSearch({ tab: 'agents' })}
          reload={reload}
        />
      )}
    </div>
  );
}

interface DetailProps {
  readonly agent: Agent;
  readonly onEdit: () => void;
  readonly onBack: () => void;
  readonly reload: () => Promise<void>;
}

function AgentDetail({ agent, onEdit, onBack, reload }: DetailProps) {
  const { problem, busy, run } = useAction();
  const isActive = agent.archived_at === null;
  return (
    <section className="card detail" aria-label={agent.name}>
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
            <h2>{agent.name}</h2>
            <p className="muted small">
              {agent.model.id} · version {agent.version}
            </p>
          </div>
        </div>
        {isActive && (
          <div className="row">
            <Link className="button tiny primary" href={`/agents?tab=sessions&new=${agent.id}`}>
              <Icon name="play" size={16} /> Start a session
            </Link>
            <button type="button" className="button tiny" onClick={onEdit}>
              Change
            </button>
            <button
              type="button"
              className="button tiny"
              disabled={busy}
              onClick={() =>
                void run(async () => (await ask('agents.archive', { id: agent.id }), await reload()))
              }
            >
              Archive
            </button>
          </div>
        )}
      </header>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {agent.description !== null && <p>{agent.description}</p>}
      {agent.system !== null && <pre className="prompt">{agent.system}</pre>}
      <Versions agent={agent} />
    </section>
  );
}

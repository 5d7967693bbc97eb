import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent } from '@parlance/schemas';
import { Link, useSearchParams } from 'wouter';
import { api, call, query } from '../api.js';
import { Empty } from '../ui/empty.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { AgentForm } from './agent-form.js';
import { AgentFacts } from './agent-facts.js';
import { DetailHead, ListPane } from './list-pane.js';
import { RemovalActions } from './removal-actions.js';
import { Versions } from './versions.js';

/** The agents, the selected one with its versions, and a form for new agents and versions. */
export function AgentsTab() {
  const [search, setSearch] = useSearchParams();
  const [archived, setArchived] = useState(false);
  const { data: agents, error, refetch } = useQuery(query(api.agents.list, { archived }));
  const [editing, setEditing] = useState<Agent | 'new'>();
  const chosen = agents?.find(({ id }) => id === search.get('agent'));
  const choose = (id: string) => {
    setSearch({ tab: 'agents', agent: id });
    setEditing(undefined);
  };
  const onSaved = async (agent: Agent) => {
    await refetch();
    choose(agent.id);
  };
  if (error !== null && agents === undefined) return <ProblemNotice problem={error.problem} />;
  if (agents === undefined) return <Spinner />;
  return (
    <div className={`panes ${chosen === undefined && editing === undefined ? '' : 'chosen'}`}>
      <ListPane
        label="Agents"
        items={agents.map(itemOf)}
        chosen={chosen?.id ?? null}
        onChoose={choose}
        createLabel="New agent"
        onCreate={() => setEditing('new')}
        archived={{ isShown: archived, onChange: setArchived }}
      >
        <Empty icon="agents" title="No agents yet">
          <p>An agent is a model with a system prompt and tools. Start a session to run it.</p>
        </Empty>
      </ListPane>
      {editing !== undefined ? (
        <AgentForm
          key={editing === 'new' ? 'new' : editing.id}
          agent={editing === 'new' ? undefined : editing}
          onSaved={onSaved}
          onCancel={() => setEditing(undefined)}
        />
      ) : chosen === undefined ? (
        <div className="card detail">
          <Empty icon="agents" title="Select an agent or create one" />
        </div>
      ) : (
        <AgentDetail
          key={`${chosen.id} ${chosen.version}`}
          agent={chosen}
          onEdit={() => setEditing(chosen)}
          onBack={() => setSearch({ tab: 'agents' })}
          onArchived={() => {
            setArchived(true);
            return refetch();
          }}
        />
      )}
    </div>
  );
}

function itemOf({ id, name, model, version, archived_at }: Agent) {
  const below = (
    <>
      <span className="truncate">
        {model.id} · version {version}
      </span>
      {archived_at != null && <span className="chip">archived</span>}
    </>
  );
  return { id, title: name, below };
}

interface DetailProps {
  readonly agent: Agent;
  readonly onEdit: () => void;
  readonly onBack: () => void;
  readonly onArchived: () => Promise<unknown>;
}

function AgentDetail({ agent, onEdit, onBack, onArchived }: DetailProps) {
  const archive = async () => {
    await call(api.agents.archive, { id: agent.id });
    await onArchived();
  };
  return (
    <section className="card detail" aria-label={agent.name}>
      <DetailHead
        title={agent.name}
        below={`${agent.model.id}${agent.model.speed === 'fast' ? ', fast' : ''} · version ${agent.version}`}
        onBack={onBack}
        chips={agent.archived_at != null && <span className="chip">archived</span>}
      >
        {agent.archived_at == null && (
          <>
            <Link className="button tiny primary" href={`/agents?tab=sessions&new=${agent.id}`}>
              <Icon name="play" size={16} /> Start session
            </Link>
            <button type="button" className="button tiny" onClick={onEdit}>
              Edit
            </button>
            <RemovalActions what="agent" name={agent.name} onArchive={archive} />
          </>
        )}
      </DetailHead>
      {agent.description != null && <p>{agent.description}</p>}
      {agent.system != null && <pre className="prompt">{agent.system}</pre>}
      <AgentFacts agent={agent} />
      <Versions agent={agent} />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Agent } from '@parlance/schemas';
import { Link } from 'wouter';
import { managedAgents } from '../sdk/managed-agents.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { AgentForm } from './agent-form.js';
import { AgentFacts } from './agent-facts.js';
import { DetailHead, Panes, useArchived } from '../ui/panes.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { agentList } from './lists.js';
import { Versions } from './versions.js';

/** The agents, the selected one with its versions, and a form for new agents and versions. */
export function AgentsTab() {
  const [view, setView] = useView({ agent: '', edit: '', version: '' });
  const archived = useArchived();
  const { data: agents, error, refetch } = useQuery(agentList(archived.isShown));
  const chosen = agents?.find(({ id }) => id === view.agent);
  const isEditing = view.edit !== '' && (view.agent === '' || chosen !== undefined);
  const choose = (agent: string) => setView({ agent, edit: '', version: '' });
  const onSaved = async (agent: Agent) => {
    await refetch();
    choose(agent.id);
  };
  if (agents === undefined) return <Pending error={error} />;
  return (
    <Panes
      label="Agents"
      items={agents.map(itemOf)}
      chosen={chosen?.id}
      onChoose={choose}
      createLabel="New agent"
      onCreate={() => setView({ agent: '', edit: 'new' })}
      archived={archived}
      icon="agents"
      empty={{
        title: 'No agents yet',
        text: 'An agent is a model with a system prompt and tools. Start a session to run it.',
      }}
      none={{
        isMissing: view.agent !== '',
        title: 'Select an agent or create one',
        what: 'Agent',
        hint: 'The link may be wrong. If the agent is archived, show archived agents.',
      }}
    >
      {isEditing ? (
        <AgentForm
          key={chosen?.id ?? 'new'}
          agent={chosen}
          onSaved={onSaved}
          onCancel={() => setView({ edit: '' })}
        />
      ) : (
        chosen && (
          <AgentDetail
            key={`${chosen.id} ${chosen.version}`}
            agent={chosen}
            onEdit={() => setView({ edit: 'version' })}
            onBack={() => choose('')}
            onArchived={() => {
              archived.onChange(true);
              return refetch();
            }}
          />
        )
      )}
    </Panes>
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
    await managedAgents.agents.archive(agent.id);
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
            <Link className="button tiny primary" href={`/agents?tab=sessions&edit=new&agent=${agent.id}`}>
              <Icon name="play" size={16} /> Start session
            </Link>
            <Button look="tiny" onClick={onEdit}>
              Edit
            </Button>
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

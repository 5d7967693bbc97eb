import { useQuery } from '@tanstack/react-query';
import type { Agent } from '@parlance/schemas';
import { Link } from 'wouter';
import { managedAgents } from '../sdk/managed-agents.js';
import { Icon } from '../ui/icon.js';
import { ResourcePage, type DetailProps, type Resource } from '../ui/resource-page.js';
import { AgentFacts } from './agent-facts.js';
import { agentList } from './lists.js';
import { Versions } from './versions.js';
import { lazily } from '../ui/lazily.js';

// Forms are loaded when one is first opened.
const AgentForm = lazily(async () => (await import('./agent-form.js')).AgentForm);

const AGENTS: Resource<Agent> = {
  noun: 'agent',
  what: 'agent',
  icon: 'agents',
  purpose: 'An agent is a model with a system prompt and tools. Start a session to run it.',
  useItems: (withArchived) => useQuery(agentList(withArchived)),
  archive: (id) => managedAgents.agents.archive(id),
  isEditable: true,
  titleOf: ({ name }) => name,
  belowOf: ({ model, version }) => `${model.id} · version ${version}`,
  subtitleOf: ({ model, version }) =>
    `${model.id}${model.speed === 'fast' ? ', fast' : ''} · version ${version}`,
  ItemForm: AgentForm,
  Detail: AgentDetail,
};

/** The agents, the selected one with its versions, and a form for new agents and versions. */
export function AgentsTab() {
  return <ResourcePage resource={AGENTS} />;
}

function AgentDetail({ item: agent, isOpen, head }: DetailProps<Agent>) {
  return (
    <>
      {head(
        isOpen && (
          <Link className="button tiny primary" href={`/agents?tab=sessions&edit=new&agent=${agent.id}`}>
            <Icon name="play" size={16} /> Start session
          </Link>
        ),
      )}
      {agent.description != null && <p>{agent.description}</p>}
      {agent.system != null && <pre className="prompt">{agent.system}</pre>}
      <AgentFacts agent={agent} />
      <Versions agent={agent} />
    </>
  );
}

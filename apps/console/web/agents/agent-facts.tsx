import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { builtInToolNames, type Agent, type AgentReference, type AgentTool } from '@parlance/schemas';
import { api, query } from '../api.js';
import { toolsetDraftOf, type ToolUse } from './toolset-draft.js';

/** Summary of an agent: tools with their permissions, MCP servers, skills and the agents it can delegate to. */
export function AgentFacts({ agent }: { readonly agent: Agent }) {
  return (
    <dl className="facts-list">
      <Fact title="Tools">{agent.tools.flatMap(toolChips)}</Fact>
      <Fact title="MCP servers">
        {agent.mcp_servers.map(({ name, url }) => (
          <li key={name} className="chip" title={url}>
            {name}
          </li>
        ))}
      </Fact>
      <Fact title="Skills">
        {agent.skills.map(({ skill_id, version }) => (
          <li key={skill_id} className="chip">
            {skill_id} {version}
          </li>
        ))}
      </Fact>
      {agent.multiagent != null && <RosterFact owner={agent.id} roster={agent.multiagent.agents} />}
    </dl>
  );
}

function RosterFact({
  owner,
  roster,
}: {
  readonly owner: string;
  readonly roster: readonly AgentReference[];
}) {
  const { data: agents } = useQuery(query(api.agents.list, { archived: true }));
  const nameOf = (id: string) => agents?.find((other) => other.id === id)?.name ?? id;
  return (
    <Fact title="Can delegate to">
      {roster.map(({ id, version }) => (
        <li key={id} className="chip violet">
          {id === owner ? 'itself' : nameOf(id)}, version {version}
        </li>
      ))}
    </Fact>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <ul className="row">{children}</ul>
      </dd>
    </div>
  );
}

const TONES: Readonly<Record<ToolUse, string>> = { off: '', allow: 'good', ask: 'warn' };

function toolChips(tool: AgentTool): ReactNode[] {
  switch (tool.type) {
    case 'agent_toolset_20260401': {
      const { others, settings } = toolsetDraftOf(tool);
      return builtInToolNames
        .map((name) => ({ name, use: settings.find((own) => own.name === name)?.use ?? others }))
        .filter(({ use }) => use !== 'off')
        .map(({ name, use }) => <ToolChip key={name} name={name} use={use} />);
    }
    case 'mcp_toolset': {
      const { others, settings } = toolsetDraftOf(tool);
      const server = tool.mcp_server_name;
      return [
        <ToolChip key={`${server}.*`} name={`${server}.*`} use={others} />,
        ...settings.map(({ name, use }) => (
          <ToolChip key={`${server}.${name}`} name={`${server}.${name}`} use={use} />
        )),
      ];
    }
    case 'custom':
      return [
        <li key={tool.name} className="chip violet">
          <code>{tool.name}</code> answered by you
        </li>,
      ];
    default:
      return [
        <li key={tool.type} className="chip">
          {tool.type}
        </li>,
      ];
  }
}

function ToolChip({ name, use }: { readonly name: string; readonly use: ToolUse }) {
  return (
    <li className={`chip ${TONES[use]}`}>
      <code>{name}</code> {use === 'ask' && 'needs approval'}
    </li>
  );
}

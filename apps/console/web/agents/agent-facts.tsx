import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { builtInToolNames, type Agent, type AgentReference, type AgentTool } from '@parlance/schemas';
import { Facts } from '../ui/facts.js';
import { agentList } from './lists.js';
import { toolsetDraftOf, type ToolUse } from './toolset-draft.js';

/** Summary of an agent: tools with their permissions, MCP servers, skills and the agents it can delegate to. */
export function AgentFacts({ agent }: { readonly agent: Agent }) {
  const servers = agent.mcp_servers.map(({ name, url }) => (
    <li key={name} className="chip" title={url}>
      {name}
    </li>
  ));
  const skills = agent.skills.map(({ skill_id, version }) => (
    <li key={skill_id} className="chip">
      {skill_id} {version}
    </li>
  ));
  const roster = agent.multiagent?.agents;
  return (
    <Facts
      of={[
        ['Tools', chipsOf(agent.tools.flatMap(toolChips))],
        ['MCP servers', chipsOf(servers)],
        ['Skills', chipsOf(skills)],
        ['Can delegate to', roster && <Roster owner={agent.id} roster={roster} />],
      ]}
    />
  );
}

function chipsOf(chips: readonly ReactNode[]): ReactNode {
  return chips.length === 0 ? undefined : <ul className="row">{chips}</ul>;
}

interface RosterProps {
  readonly owner: string;
  readonly roster: readonly AgentReference[];
}

function Roster({ owner, roster }: RosterProps) {
  const { data: agents } = useQuery(agentList(true));
  const nameOf = (id: string) => agents?.find((other) => other.id === id)?.name ?? id;
  return chipsOf(
    roster.map(({ id, version }) => (
      <li key={id} className="chip violet">
        {id === owner ? 'itself' : nameOf(id)}, version {version}
      </li>
    )),
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

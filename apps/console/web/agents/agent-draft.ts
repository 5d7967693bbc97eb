import type {
  Agent,
  AgentCreateParams,
  AgentSkillParams,
  AgentTool,
  AgentToolParams,
  CoordinatorParams,
  ModelSpeed,
} from '@parlance/schemas';
import { jsonOf } from '../ui/json.js';
import {
  builtInDraftOf,
  builtInParamsOf,
  toolsetDraftOf,
  toolsetParamsOf,
  type BuiltInDraft,
  type ToolsetDraft,
} from './toolset-draft.js';

/** A custom tool in the form. Its schema is text until the form is submitted. */
export interface CustomToolDraft {
  readonly name: string;
  readonly description: string;
  readonly input_schema: string;
}

/** An MCP server in the form, with the permissions of its tools. */
export interface ServerDraft {
  readonly name: string;
  readonly url: string;
  readonly tools: ToolsetDraft;
}

/** A skill in the form. A null version means the latest. */
export interface SkillDraft {
  readonly type: AgentSkillParams['type'];
  readonly skill_id: string;
  readonly version: string | null;
}

/** An agent of the roster. The ID `self` means the agent itself, and a null version means the latest. */
export interface RosterDraft {
  readonly id: string;
  readonly version: number | null;
}

/** An agent in the form. Fields are named like those of the params, so that issues are shown at their fields. */
export interface AgentDraft {
  readonly name: string;
  readonly model: { readonly id: string; readonly speed: ModelSpeed };
  readonly description: string | null;
  readonly system: string | null;
  readonly builtInTools: BuiltInDraft;
  readonly mcp_servers: readonly ServerDraft[];
  /** The custom tools, which are also the first tools of the params. */
  readonly tools: readonly CustomToolDraft[];
  readonly skills: readonly SkillDraft[];
  readonly roster: readonly RosterDraft[];
  /** Tools that the form does not show. They are preserved unchanged. */
  readonly kept: readonly AgentToolParams[];
}

/** Draft of a new agent. It may only read. */
const NEW: AgentDraft = {
  name: '',
  model: { id: 'assistant-sonnet-4-6', speed: 'standard' },
  description: null,
  system: null,
  builtInTools: builtInDraftOf({ others: 'off', settings: [{ name: 'read', use: 'allow' }] }),
  mcp_servers: [],
  tools: [],
  skills: [],
  roster: [],
  kept: [],
};

/** Creates a draft from an agent, or a draft of a new one. */
export function draftOf(agent: Agent | undefined): AgentDraft {
  if (agent === undefined) return NEW;
  const { id, name, model, description, system, tools, mcp_servers, skills, multiagent } = agent;
  const shown = new Set<AgentTool>();
  const take = <T extends AgentTool>(tool: T | undefined): T | undefined => {
    if (tool !== undefined) shown.add(tool);
    return tool;
  };
  const builtIn = take(tools.find((tool) => tool.type === 'agent_toolset_20260401'));
  const servers = mcp_servers.map((server): ServerDraft => {
    const named = tools.find((tool) => tool.type === 'mcp_toolset' && tool.mcp_server_name === server.name);
    const toolset = take(named?.type === 'mcp_toolset' ? named : undefined);
    return { ...server, tools: toolset === undefined ? OFF : toolsetDraftOf(toolset) };
  });
  const custom = tools.filter((tool) => tool.type === 'custom').map((tool) => take(tool) ?? tool);
  return {
    name,
    model: { id: model.id, speed: model.speed === 'fast' ? 'fast' : 'standard' },
    description: description ?? null,
    system: system ?? null,
    builtInTools: builtInDraftOf(builtIn === undefined ? OFF : toolsetDraftOf(builtIn)),
    mcp_servers: servers,
    tools: custom.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: JSON.stringify(tool.input_schema, null, 2),
    })),
    skills: skills.map(({ type, skill_id, version }) => ({ type, skill_id, version })),
    roster: (multiagent?.agents ?? []).map((entry) =>
      entry.id === id ? { id: 'self', version: null } : { id: entry.id, version: entry.version },
    ),
    kept: tools.filter((tool) => !shown.has(tool)) as AgentToolParams[],
  };
}

const OFF: ToolsetDraft = { others: 'off', settings: [] };

/** Converts a draft to parameters. All fields are present, so they work for creating and for updating. */
export function paramsOf(draft: AgentDraft) {
  const { name, model, description, system, mcp_servers, skills, roster } = draft;
  return {
    name: name.trim(),
    model,
    description,
    system,
    tools: toolsOf(draft),
    mcp_servers: mcp_servers.map((server) => ({ name: server.name, type: 'url', url: server.url })),
    skills: skills.map(({ version, ...skill }) => ({ ...skill, ...(version === null ? {} : { version }) })),
    multiagent: roster.length === 0 ? null : coordinatorOf(roster),
  } satisfies AgentCreateParams;
}

/** Names the field of an issue of the params. The tools of an MCP server are entered at the server. */
export function fieldOf(path: string, draft: AgentDraft): string {
  const [list, index, part, ...rest] = path.split('.');
  const tool = list === 'tools' ? toolsOf(draft)[Number(index)] : undefined;
  if (tool?.type !== 'mcp_toolset') return path;
  const at = draft.mcp_servers.findIndex(({ name }) => name === tool.mcp_server_name);
  return [`mcp_servers.${at}`, ...(part === 'configs' ? ['tools.settings', ...rest] : ['name'])].join('.');
}

/** Lists the custom tools first, as in the form. */
function toolsOf({ builtInTools, mcp_servers, tools, kept }: AgentDraft): AgentToolParams[] {
  const own = builtInParamsOf(builtInTools);
  return [
    ...tools.map(({ input_schema, ...tool }) => ({
      type: 'custom' as const,
      ...tool,
      input_schema: jsonOf(input_schema) as { type: 'object' },
    })),
    ...(own === undefined ? [] : [{ type: 'agent_toolset_20260401' as const, ...own }]),
    ...mcp_servers.flatMap(({ name, tools: toolset }) => {
      const params = toolsetParamsOf(toolset);
      return params === undefined ? [] : [{ type: 'mcp_toolset' as const, mcp_server_name: name, ...params }];
    }),
    ...kept,
  ];
}

function coordinatorOf(roster: readonly RosterDraft[]): CoordinatorParams {
  return {
    type: 'coordinator',
    agents: roster.map(({ id, version }) => {
      if (id === 'self') return { type: 'self' };
      return version === null ? id : { type: 'agent', id, version };
    }),
  };
}

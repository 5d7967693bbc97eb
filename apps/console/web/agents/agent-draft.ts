import type {
  Agent,
  AgentCreateParams,
  AgentSkillParams,
  AgentTool,
  AgentToolParams,
  BuiltInToolName,
  CoordinatorParams,
  ModelSpeed,
} from '@parlance/schemas';
import { toolsetDraftOf, toolsetParamsOf, type ToolsetDraft } from './toolset-draft.js';

/** A custom tool in the form; its schema is text until it is sent. */
export interface CustomToolDraft {
  readonly name: string;
  readonly description: string;
  readonly schema: string;
}

/** An MCP server in the form, with how its tools are used. */
export interface ServerDraft {
  readonly name: string;
  readonly url: string;
  readonly tools: ToolsetDraft;
}

/** A skill in the form; without a version it is the latest. */
export interface SkillDraft {
  readonly type: AgentSkillParams['type'];
  readonly id: string;
  readonly version: string;
}

/** An agent of the roster: `self` is the agent itself; without a version it is the latest. */
export interface RosterDraft {
  readonly id: string;
  readonly version: number | null;
}

/** An agent in the form. */
export interface AgentDraft {
  readonly name: string;
  readonly model: string;
  readonly speed: ModelSpeed;
  readonly description: string;
  readonly system: string;
  readonly builtIn: ToolsetDraft;
  readonly servers: readonly ServerDraft[];
  readonly custom: readonly CustomToolDraft[];
  readonly skills: readonly SkillDraft[];
  readonly roster: readonly RosterDraft[];
  /** Tools that the form does not show, which stay as they are. */
  readonly kept: readonly AgentToolParams[];
}

/** A new agent can read, and nothing else. */
const NEW: AgentDraft = {
  name: '',
  model: 'assistant-sonnet-4-6',
  speed: 'standard',
  description: '',
  system: '',
  builtIn: { others: 'off', settings: [{ name: 'read', use: 'allow' }] },
  servers: [],
  custom: [],
  skills: [],
  roster: [],
  kept: [],
};

/** The form for an agent as it is, or for a new one. */
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
    model: model.id,
    speed: model.speed === 'fast' ? 'fast' : 'standard',
    description: description ?? '',
    system: system ?? '',
    builtIn: builtIn === undefined ? OFF : toolsetDraftOf(builtIn),
    servers,
    custom: custom.map((tool) => ({ ...tool, schema: JSON.stringify(tool.input_schema, null, 2) })),
    skills: skills.map(({ type, skill_id, version }) => ({ type, id: skill_id, version })),
    roster: (multiagent?.agents ?? []).map((entry) =>
      entry.id === id ? { id: 'self', version: null } : { id: entry.id, version: entry.version },
    ),
    kept: tools.filter((tool) => !shown.has(tool)) as AgentToolParams[],
  };
}

const OFF: ToolsetDraft = { others: 'off', settings: [] };

/** Whether every schema of a custom tool is JSON, so that the draft can be sent. */
export function isComplete({ custom }: AgentDraft): boolean {
  return custom.every(({ schema }) => jsonOf(schema) !== undefined);
}

/** Reads a text as JSON; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The parameters that a draft stands for. All fields are there, so they serve a new version as well. */
export function paramsOf(draft: AgentDraft): Required<Omit<AgentCreateParams, 'metadata' | 'tools'>> & {
  readonly tools: AgentToolParams[];
} {
  return {
    name: draft.name,
    model: { id: draft.model, speed: draft.speed },
    description: draft.description || null,
    system: draft.system || null,
    tools: toolsOf(draft),
    mcp_servers: draft.servers.map(({ name, url }) => ({ name, type: 'url', url })),
    skills: draft.skills.map(({ type, id, version }) => ({
      type,
      skill_id: id,
      ...(version === '' ? {} : { version }),
    })),
    multiagent: draft.roster.length === 0 ? null : coordinatorOf(draft.roster),
  };
}

/** Where the first custom tool stands among the tools of a draft, for the paths of what is wrong with it. */
export function customToolsBegin(draft: AgentDraft): number {
  return toolsOf(draft).findIndex(({ type }) => type === 'custom');
}

function toolsOf({ builtIn, servers, custom, kept }: AgentDraft): AgentToolParams[] {
  const own = toolsetParamsOf(builtIn);
  return [
    ...(own === undefined
      ? []
      : [
          {
            type: 'agent_toolset_20260401' as const,
            ...own,
            configs: own.configs.map((config) => ({ ...config, name: config.name as BuiltInToolName })),
          },
        ]),
    ...servers.flatMap(({ name, tools }) => {
      const params = toolsetParamsOf(tools);
      return params === undefined ? [] : [{ type: 'mcp_toolset' as const, mcp_server_name: name, ...params }];
    }),
    ...custom.map(({ name, description, schema }) => ({
      type: 'custom' as const,
      name,
      description,
      input_schema: jsonOf(schema) as { type: 'object' },
    })),
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

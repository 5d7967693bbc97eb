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

/** A custom tool in the form. Its schema is text until the form is submitted. */
export interface CustomToolDraft {
  readonly name: string;
  readonly description: string;
  readonly schema: string;
}

/** An MCP server in the form, with the permissions of its tools. */
export interface ServerDraft {
  readonly name: string;
  readonly url: string;
  readonly tools: ToolsetDraft;
}

/** A skill in the form. An empty version means the latest. */
export interface SkillDraft {
  readonly type: AgentSkillParams['type'];
  readonly id: string;
  readonly version: string;
}

/** An agent of the roster. The ID `self` means the agent itself, and a null version means the latest. */
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
  /** Tools that the form does not show. They are preserved unchanged. */
  readonly kept: readonly AgentToolParams[];
}

/** Draft of a new agent. It may only read. */
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

/** Whether the draft can be submitted: the schemas of all custom tools must be JSON. */
export function isComplete({ custom }: AgentDraft): boolean {
  return custom.every(({ schema }) => jsonOf(schema) !== undefined);
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Converts a draft to parameters. All fields are present, so they work for creating and for updating. */
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

/** Returns the index of the first custom tool among all tools, which validation issues use in their paths. */
export function firstCustomToolIndex(draft: AgentDraft): number {
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

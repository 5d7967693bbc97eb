import type { Agent, AgentCreateParams, AgentToolParams, BuiltInToolName } from '@parlance/schemas';

/** How a built-in tool may be used. */
export type ToolUse = 'off' | 'ask' | 'allow';

/** The tools that every agent can be given. */
export const BUILT_IN: readonly BuiltInToolName[] = [
  'read',
  'write',
  'edit',
  'glob',
  'grep',
  'bash',
  'web_fetch',
  'web_search',
];

/** Longest values, and most tools, that the service takes. */
export const LIMITS = {
  name: 256,
  description: 2_048,
  system: 100_000,
  tools: 128,
  toolDescription: 1_024,
} as const;

/** A custom tool in the form; its schema is text until it is sent. */
export interface CustomToolDraft {
  readonly name: string;
  readonly description: string;
  readonly schema: string;
}

/** An agent in the form. */
export interface AgentDraft {
  readonly name: string;
  readonly model: string;
  readonly description: string;
  readonly system: string;
  readonly builtIn: Readonly<Record<string, ToolUse>>;
  readonly custom: readonly CustomToolDraft[];
}

/** The form for an agent as it is, or for a new one. */
export function draftOf(agent: Agent | undefined): AgentDraft {
  const toolset = agent?.tools.find((tool) => tool.type === 'agent_toolset_20260401');
  const useOf = (name: string): ToolUse => {
    if (toolset === undefined) return agent === undefined && name === 'read' ? 'allow' : 'off';
    const { enabled, permission_policy } =
      toolset.configs.find((config) => config.name === name) ?? toolset.default_config;
    return enabled ? (permission_policy.type === 'always_ask' ? 'ask' : 'allow') : 'off';
  };
  return {
    name: agent?.name ?? '',
    model: agent?.model.id ?? 'assistant-sonnet-4-6',
    description: agent?.description ?? '',
    system: agent?.system ?? '',
    builtIn: Object.fromEntries(BUILT_IN.map((name) => [name, useOf(name)])),
    custom: (agent?.tools ?? [])
      .filter((tool) => tool.type === 'custom')
      .map(({ name, description, input_schema }) => ({
        name,
        description,
        schema: JSON.stringify(input_schema, null, 2),
      })),
  };
}

/** How many tools the agent would have. */
export function toolCount({ builtIn, custom }: AgentDraft): number {
  return Object.values(builtIn).filter((use) => use !== 'off').length + custom.length;
}

/**
 * The parameters that a draft stands for.
 *
 * @param others - Tools that the form does not show, which stay as they are.
 * @throws {SyntaxError} When the schema of a custom tool is no JSON.
 */
export function paramsOf(
  draft: AgentDraft,
  others: readonly AgentToolParams[],
): AgentCreateParams & { tools: AgentToolParams[] } {
  const configs = BUILT_IN.filter((name) => draft.builtIn[name] !== 'off').map((name) => ({
    name,
    enabled: true,
    permission_policy: {
      type: draft.builtIn[name] === 'ask' ? ('always_ask' as const) : ('always_allow' as const),
    },
  }));
  const toolset = { type: 'agent_toolset_20260401', default_config: { enabled: false }, configs } as const;
  return {
    name: draft.name,
    model: draft.model,
    description: draft.description || null,
    system: draft.system || null,
    tools: [
      ...(configs.length === 0 ? [] : [toolset]),
      ...draft.custom.map(({ name, description, schema }) => ({
        type: 'custom' as const,
        name,
        description,
        input_schema: JSON.parse(schema) as { type: 'object' },
      })),
      ...others,
    ],
  };
}

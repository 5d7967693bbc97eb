/** Schemas of agents' tools. */
import { s } from '../kit/schema.js';
import { characters, constrain } from '../kit/limits.schema.js';
import { object, openObject, openUnion, rule, union, type Schema } from '../kit/schema.js';
import { builtInToolNames } from './agent-tools.js';
import type {
  AgentTool,
  AgentToolConfig,
  AgentToolConfigParams,
  AgentToolParams,
  AgentToolset,
  AgentToolsetParams,
  AlwaysAllowPolicy,
  AlwaysAskPolicy,
  AgentCustomTool,
  AgentCustomToolInputSchema,
  AgentMcpToolConfig,
  AgentMcpToolConfigParams,
  AgentMcpToolset,
  AgentMcpToolsetParams,
  PermissionPolicy,
  PermissionPolicyParams,
  ToolsetDefaultConfig,
  ToolsetDefaultConfigParams,
} from './agent-tools.js';
import { countAgentTools } from './count-agent-tools.js';
import { agentLimits } from './limits.js';

const policy: Schema<PermissionPolicy> = openUnion<PermissionPolicy>()('type', {
  always_allow: openObject<AlwaysAllowPolicy>()({ type: s.literal('always_allow') }),
  always_ask: openObject<AlwaysAskPolicy>()({ type: s.literal('always_ask') }),
});

const policyParams: Schema<PermissionPolicyParams> = rule(
  'AGT-018',
  union<PermissionPolicyParams>()('type', {
    always_allow: object<AlwaysAllowPolicy>()({ type: s.literal('always_allow') }),
    always_ask: object<AlwaysAskPolicy>()({ type: s.literal('always_ask') }),
  }),
);

const defaultConfig: Schema<ToolsetDefaultConfig> = openObject<ToolsetDefaultConfig>()({
  enabled: s.boolean(),
  permission_policy: policy,
});

const defaultConfigParams: Schema<ToolsetDefaultConfigParams> = object<ToolsetDefaultConfigParams>()({
  enabled: s.boolean().nullable().optional(),
  permission_policy: policyParams.nullable().optional(),
});

const customTool: Schema<AgentCustomTool> = openObject<AgentCustomTool>()({
  type: s.literal('custom'),
  description: s.string(),
  input_schema: openObject<AgentCustomToolInputSchema>()({
    properties: s.record(s.unknown()).nullable().optional(),
    required: s.array(s.string()).optional(),
    type: s.literal('object').optional(),
  }),
  name: s.string(),
});

/** Schema of {@link AgentTool}. */
export const AgentToolSchema: Schema<AgentTool> = openUnion<AgentTool>()('type', {
  agent_toolset_20260401: openObject<AgentToolset>()({
    type: s.literal('agent_toolset_20260401'),
    configs: s.array(
      openObject<AgentToolConfig>()({
        name: s.string() as unknown as Schema<AgentToolConfig['name']>,
        enabled: s.boolean(),
        permission_policy: policy,
      }),
    ),
    default_config: defaultConfig,
  }),
  mcp_toolset: openObject<AgentMcpToolset>()({
    type: s.literal('mcp_toolset'),
    mcp_server_name: s.string(),
    configs: s.array(
      openObject<AgentMcpToolConfig>()({ name: s.string(), enabled: s.boolean(), permission_policy: policy }),
    ),
    default_config: defaultConfig,
  }),
  custom: customTool,
});

const agentToolset: Schema<AgentToolsetParams> = object<AgentToolsetParams>()({
  type: s.literal('agent_toolset_20260401'),
  configs: s
    .array(
      object<AgentToolConfigParams>()({
        name: rule({ missing: 'AGT-062', type: 'AGT-017', value: 'AGT-017' }, s.enum(builtInToolNames)),
        enabled: s.boolean().nullable().optional(),
        permission_policy: policyParams.nullable().optional(),
      }),
    )
    .optional(),
  default_config: defaultConfigParams.nullable().optional(),
});

const mcpToolset: Schema<AgentMcpToolsetParams> = object<AgentMcpToolsetParams>()({
  type: s.literal('mcp_toolset'),
  mcp_server_name: rule('AGT-065', characters({ min: 1, max: agentLimits.mcpServerNameCharacters })),
  configs: s
    .array(
      object<AgentMcpToolConfigParams>()({
        name: rule('AGT-067', characters({ min: 1, max: agentLimits.toolNameCharacters })),
        enabled: s.boolean().nullable().optional(),
        permission_policy: policyParams.nullable().optional(),
      }),
    )
    .optional(),
  default_config: defaultConfigParams.nullable().optional(),
});

const toolLength = characters({ min: 1, max: agentLimits.toolNameCharacters });
const toolName: Schema<string> = constrain(toolLength, (value, report) => {
  if (!/^[A-Za-z0-9_-]*$/.test(value))
    report('AGT-069', 'must consist of letters, digits, underscores and hyphens');
});

const inputSchema: Schema<AgentCustomToolInputSchema> = openObject<AgentCustomToolInputSchema>()({
  properties: s.record(s.unknown()).nullable().optional(),
  required: s.array(s.string()).optional(),
  type: rule('AGT-071', s.literal('object')).optional(),
});

const customToolParams: Schema<AgentCustomTool> = object<AgentCustomTool>()({
  type: s.literal('custom'),
  description: rule('AGT-070', characters({ min: 1, max: agentLimits.toolDescriptionCharacters })),
  input_schema: rule('AGT-071', inputSchema),
  name: rule('AGT-068', toolName),
});

/** Schema of an array of {@link AgentToolParams}. Names that other fields must match are not checked here. */
export const AgentToolsParamsSchema: Schema<AgentToolParams[]> = rule(
  { type: 'AGT-060' },
  constrain(
    s.array(
      rule(
        'AGT-060',
        union<AgentToolParams>()('type', {
          agent_toolset_20260401: agentToolset,
          mcp_toolset: mcpToolset,
          custom: customToolParams,
        }),
      ),
    ),
    (tools, report) => {
      if (countAgentTools(tools) > agentLimits.tools)
        report('AGT-061', `must have at most ${agentLimits.tools} tools across all toolsets`);
    },
  ),
);

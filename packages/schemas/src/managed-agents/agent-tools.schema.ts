/** Schemas of agents' tools. */
import * as z from 'zod';
import { characters, constrain, record } from '../kit/limits.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openObject,
  openUnion,
  rule,
  type Schema,
  union,
} from '../kit/schema.js';
import { builtInToolNames } from './agent-tools.js';
import type * as types from './agent-tools.js';
import { countAgentTools } from './count-agent-tools.js';
import { agentLimits } from './limits.js';

const policy: Schema<types.PermissionPolicy> = openUnion<types.PermissionPolicy>()('type', {
  always_allow: openObject<types.AlwaysAllowPolicy>()({ type: z.literal('always_allow') }),
  always_ask: openObject<types.AlwaysAskPolicy>()({ type: z.literal('always_ask') }),
});

const policyParams: Schema<types.PermissionPolicy> = rule(
  'AGT-018',
  union<types.PermissionPolicy>()('type', {
    always_allow: object<types.AlwaysAllowPolicy>()({ type: z.literal('always_allow') }),
    always_ask: object<types.AlwaysAskPolicy>()({ type: z.literal('always_ask') }),
  }),
);

const defaultConfig: ObjectSchema<types.ToolsetDefaultConfig> = openObject<types.ToolsetDefaultConfig>()({
  enabled: z.boolean(),
  permission_policy: policy,
});

const defaultConfigParams: ObjectSchema<types.ToolsetDefaultConfigParams> =
  object<types.ToolsetDefaultConfigParams>()({
    enabled: z.boolean().nullish(),
    permission_policy: policyParams.nullish(),
  });

const customTool: ObjectSchema<types.AgentCustomTool> = openObject<types.AgentCustomTool>()({
  type: z.literal('custom'),
  description: z.string(),
  input_schema: openObject<types.AgentCustomToolInputSchema>()({
    properties: record(z.unknown()).nullish(),
    required: z.array(z.string()).optional(),
    type: z.literal('object').optional(),
  }),
  name: z.string(),
});

/** Schema of {@link types.AgentTool}. */
export const AgentToolSchema: Schema<types.AgentTool> = openUnion<types.AgentTool>()('type', {
  agent_toolset_20260401: openObject<types.AgentToolset>()({
    type: z.literal('agent_toolset_20260401'),
    configs: z.array(
      openObject<types.AgentToolConfig>()({
        name: z.string() as unknown as Schema<types.AgentToolConfig['name']>,
        enabled: z.boolean(),
        permission_policy: policy,
      }),
    ),
    default_config: defaultConfig,
  }),
  mcp_toolset: openObject<types.AgentMcpToolset>()({
    type: z.literal('mcp_toolset'),
    mcp_server_name: z.string(),
    configs: z.array(
      openObject<types.AgentMcpToolConfig>()({
        name: z.string(),
        enabled: z.boolean(),
        permission_policy: policy,
      }),
    ),
    default_config: defaultConfig,
  }),
  custom: customTool,
});

const agentToolset: ObjectSchema<types.AgentToolsetParams> = object<types.AgentToolsetParams>()({
  type: z.literal('agent_toolset_20260401'),
  configs: z
    .array(
      object<types.AgentToolConfigParams>()({
        name: rule(
          { missing: 'AGT-062', type: 'AGT-017', value: 'AGT-017' },
          knownEnum<types.AgentToolConfigParams['name']>()(builtInToolNames),
        ),
        enabled: z.boolean().nullish(),
        permission_policy: policyParams.nullish(),
      }),
    )
    .optional(),
  default_config: defaultConfigParams.nullish(),
});

const mcpToolset: ObjectSchema<types.AgentMcpToolsetParams> = object<types.AgentMcpToolsetParams>()({
  type: z.literal('mcp_toolset'),
  mcp_server_name: rule('AGT-065', characters({ min: 1, max: agentLimits.mcpServerNameCharacters })),
  configs: z
    .array(
      object<types.AgentMcpToolConfigParams>()({
        name: rule('AGT-067', characters({ min: 1, max: agentLimits.toolNameCharacters })),
        enabled: z.boolean().nullish(),
        permission_policy: policyParams.nullish(),
      }),
    )
    .optional(),
  default_config: defaultConfigParams.nullish(),
});

const toolLength = characters({ min: 1, max: agentLimits.toolNameCharacters });
const toolName: Schema<string> = constrain(toolLength, (value, report) => {
  if (!/^[A-Za-z0-9_-]*$/.test(value))
    report('AGT-069', 'must consist of letters, digits, underscores and hyphens');
});

const inputSchema: ObjectSchema<types.AgentCustomToolInputSchema> =
  openObject<types.AgentCustomToolInputSchema>()({
    properties: record(z.unknown()).nullish(),
    required: z.array(z.string()).optional(),
    type: rule('AGT-071', z.literal('object')).optional(),
  });

const customToolParams: ObjectSchema<types.AgentCustomTool> = object<types.AgentCustomTool>()({
  type: z.literal('custom'),
  description: rule('AGT-070', characters({ min: 1, max: agentLimits.toolDescriptionCharacters })),
  input_schema: rule('AGT-071', inputSchema),
  name: rule('AGT-068', toolName),
});

/** Schema of an array of {@link types.AgentToolParams}. Names that other fields must match are not checked here. */
export const AgentToolsParamsSchema: Schema<types.AgentToolParams[]> = rule(
  { type: 'AGT-060' },
  constrain(
    z.array(
      rule(
        'AGT-060',
        union<types.AgentToolParams>()('type', {
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

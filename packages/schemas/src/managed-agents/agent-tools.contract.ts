/** Tools of an agent: as returned, with every default filled in, and as parameters. */
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { mark, typed, typedOpen } from '../kit/contract.js';
import { characters, constrain, record } from '../kit/limits.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  union,
} from '../kit/schema.js';
import { builtInToolNames } from './built-in-tools.js';
import { countAgentTools } from './count-agent-tools.js';
import { agentLimits } from './agent-definition.contract.js';
import type * as types from './agent-tools.js';

/** Tool calls run without confirmation. */
export const AlwaysAllowPolicy: ObjectSchema<types.AlwaysAllowPolicy> = openObject({
  type: z.literal('always_allow'),
});

/** The user must confirm each tool call before it runs. */
export const AlwaysAskPolicy: ObjectSchema<types.AlwaysAskPolicy> = openObject({
  type: z.literal('always_ask'),
});

/** Whether tool calls require confirmation, in a request. */
export const PermissionPolicyParams: Schema<types.PermissionPolicyParams> = union('type', [
  closed(AlwaysAllowPolicy),
  closed(AlwaysAskPolicy),
]);

const policyParams: Schema<types.PermissionPolicy> = typed(
  'PermissionPolicy',
  rule('AGT-018', PermissionPolicyParams),
);

/** Whether tool calls require confirmation. */
export const PermissionPolicy: Schema<types.PermissionPolicy> = mark(
  { members: [PermissionPolicyParams] },
  openUnion('type', [AlwaysAllowPolicy, AlwaysAskPolicy]),
);

/** Default settings of the tools of a toolset. */
export const ToolsetDefaultConfig: ObjectSchema<types.ToolsetDefaultConfig> = openObject({
  /** Whether the agent can use the tools. */
  enabled: z.boolean(),
  /** Whether calls require confirmation. */
  permission_policy: PermissionPolicy,
});

/** Default settings of the tools of a toolset, in a request. */
export const ToolsetDefaultConfigParams: ObjectSchema<types.ToolsetDefaultConfigParams> = object({
  /** Whether the agent can use the tools. Default true. */
  enabled: z.boolean().nullish(),
  /**
   * Whether calls require confirmation. Default `always_allow` for built-in tools, `always_ask` for MCP tools.
   */
  permission_policy: policyParams.nullish(),
});

/** JSON Schema of a custom tool's input. */
export const AgentCustomToolInputSchema: ObjectSchema<types.AgentCustomToolInputSchema> = openObject({
  /** Schema of each property. */
  properties: record(z.unknown()).nullish(),
  /** Names of the required properties. */
  required: z.array(z.string()).optional(),
  type: z.literal('object').optional(),
});

/**
 * A tool that your code runs: the session emits the call and waits for the result.
 *
 * @source managed-agents > Agent
 */
export const AgentCustomTool: ObjectSchema<types.AgentCustomTool> = openObject({
  type: z.literal('custom'),
  /** Description for the model: what the tool does and when to use it. 1 to 1,024 characters. */
  description: z.string(),
  /** JSON Schema of the input. */
  input_schema: AgentCustomToolInputSchema,
  /** Name, 1 to 128 letters, digits, underscores and hyphens. */
  name: z.string(),
});

/** Name of a built-in tool. */
export const BuiltInToolName: Schema<types.BuiltInToolName> = z.enum(builtInToolNames);

/** Settings of one built-in tool. */
export const AgentToolConfig: ObjectSchema<types.AgentToolConfig> = openObject({
  /** Name of the tool. */
  name: openEnum(BuiltInToolName),
  /** Whether the agent can use the tool. */
  enabled: z.boolean(),
  /** Whether calls require confirmation. */
  permission_policy: PermissionPolicy,
});

/**
 * The built-in tools.
 *
 * @source managed-agents > Agent
 */
export const AgentToolset: ObjectSchema<types.AgentToolset> = openObject({
  type: z.literal('agent_toolset_20260401'),
  /** Settings of individual tools. */
  configs: z.array(AgentToolConfig),
  /** Settings of all other tools. */
  default_config: ToolsetDefaultConfig,
});

/** Settings of one tool of an MCP server. */
export const AgentMcpToolConfig: ObjectSchema<types.AgentMcpToolConfig> = openObject({
  /** Name of the tool on the server. */
  name: z.string(),
  /** Whether the agent can use the tool. */
  enabled: z.boolean(),
  /** Whether calls require confirmation. */
  permission_policy: PermissionPolicy,
});

/**
 * The tools of an MCP server.
 *
 * @source managed-agents > Agent
 */
export const AgentMcpToolset: ObjectSchema<types.AgentMcpToolset> = openObject({
  type: z.literal('mcp_toolset'),
  /** Name of the server among the agent's MCP servers. */
  mcp_server_name: z.string(),
  /** Settings of individual tools. */
  configs: z.array(AgentMcpToolConfig),
  /** Settings of all other tools. */
  default_config: ToolsetDefaultConfig,
});

/** A tool of an agent. */
export const AgentTool: Schema<types.AgentTool> = openUnion('type', [
  AgentToolset,
  AgentMcpToolset,
  AgentCustomTool,
]);

/** Settings of one built-in tool, in a request. Omitted fields default to those of the toolset. */
export const AgentToolConfigParams: ObjectSchema<types.AgentToolConfigParams> = object({
  /** Name of the tool. */
  name: rule(
    { missing: 'AGT-062', type: 'AGT-017', value: 'AGT-017' },
    typed('OpenEnum<BuiltInToolName>', knownEnum(builtInToolNames)),
  ),
  /** Whether the agent can use the tool. Overrides the default of the toolset. */
  enabled: z.boolean().nullish(),
  /** Whether calls require confirmation. */
  permission_policy: policyParams.nullish(),
});

/** The built-in tools, in a request. */
export const AgentToolsetParams: ObjectSchema<types.AgentToolsetParams> = object({
  type: z.literal('agent_toolset_20260401'),
  /** Settings of individual tools. Default: none. */
  configs: z.array(AgentToolConfigParams).optional(),
  /** Settings of all other tools. */
  default_config: ToolsetDefaultConfigParams.nullish(),
});

/** Settings of one tool of an MCP server, in a request. Omitted fields default to those of the toolset. */
export const AgentMcpToolConfigParams: ObjectSchema<types.AgentMcpToolConfigParams> = object({
  /** Name of the tool on the server, 1 to 128 characters. */
  name: rule('AGT-067', characters({ min: 1, max: agentLimits.toolNameCharacters })),
  /** Whether the agent can use the tool. Overrides the default of the toolset. */
  enabled: z.boolean().nullish(),
  /** Whether calls require confirmation. */
  permission_policy: policyParams.nullish(),
});

/** The tools of an MCP server, in a request. */
export const AgentMcpToolsetParams: ObjectSchema<types.AgentMcpToolsetParams> = object({
  type: z.literal('mcp_toolset'),
  /** Name of a server in `mcp_servers`, 1 to 255 characters. */
  mcp_server_name: rule('AGT-065', characters({ min: 1, max: agentLimits.mcpServerNameCharacters })),
  /** Settings of individual tools. Default: none. */
  configs: z.array(AgentMcpToolConfigParams).optional(),
  /** Settings of all other tools. */
  default_config: ToolsetDefaultConfigParams.nullish(),
});

const toolLength = characters({ min: 1, max: agentLimits.toolNameCharacters });

const toolName: Schema<string> = constrain(toolLength, (value, report) => {
  if (!/^[A-Za-z0-9_-]*$/.test(value))
    report('AGT-069', 'must consist of letters, digits, underscores and hyphens');
});

const inputSchema: ObjectSchema<types.AgentCustomToolInputSchema> = typed(
  'AgentCustomToolInputSchema',
  openObject({
    ...AgentCustomToolInputSchema.shape,
    type: rule('AGT-071', AgentCustomToolInputSchema.shape.type),
  }),
);

const customToolParams: ObjectSchema<types.AgentCustomTool> = typed(
  'AgentCustomTool',
  object({
    type: z.literal('custom'),
    description: rule('AGT-070', characters({ min: 1, max: agentLimits.toolDescriptionCharacters })),
    input_schema: rule('AGT-071', inputSchema),
    name: rule('AGT-068', toolName),
  }),
);

/** A tool of an agent, in a request. */
export const AgentToolParams: Schema<types.AgentToolParams> = typedOpen(
  union('type', [AgentToolsetParams, AgentMcpToolsetParams, customToolParams]),
);

/**
 * Schema of an array of {@link types.AgentToolParams}. Names that other fields must match are not checked here.
 */
export const AgentToolsParams: Schema<types.AgentToolParams[]> = typed(
  'AgentToolParams[]',
  rule(
    { type: 'AGT-060' },
    constrain(z.array(rule('AGT-060', AgentToolParams)), (tools, report) => {
      if (countAgentTools(tools) > agentLimits.tools)
        report('AGT-061', `must have at most ${agentLimits.tools} tools across all toolsets`);
    }),
  ),
);

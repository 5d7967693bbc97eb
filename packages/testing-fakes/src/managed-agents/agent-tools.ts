/** Tools of agents, with every default filled in. */
import type {
  AgentMcpServer,
  AgentTool,
  AgentToolParams,
  PermissionPolicyParams,
  ToolsetDefaultConfig,
  ToolsetDefaultConfigParams,
} from '@parlance/schemas';
import { badRequest } from '../engine/refusal.js';

/**
 * Fills in the defaults: tools are enabled; built-in tools are allowed, MCP tools ask.
 *
 * @param tools - Tools as they were given.
 */
export function filledTools(tools: readonly AgentToolParams[]): AgentTool[] {
  return tools.map((tool): AgentTool => {
    if (tool.type === 'custom') return tool;
    const isBuiltIn = tool.type === 'agent_toolset_20260401';
    const standard = filledDefault(tool.default_config, { type: isBuiltIn ? 'always_allow' : 'always_ask' });
    if (isBuiltIn)
      return { type: tool.type, configs: filledConfigs(tool.configs, standard), default_config: standard };
    return {
      type: tool.type,
      mcp_server_name: tool.mcp_server_name,
      configs: filledConfigs(tool.configs, standard),
      default_config: standard,
    };
  });
}

/**
 * Holds that every MCP toolset names one of the servers.
 *
 * @param tools - The tools, given or stored.
 * @param servers - The servers that go with them.
 * @param path - Path of the tools in the request.
 * @throws {Refusal} 400 for a toolset without its server.
 */
export function requireServers(
  tools: readonly AgentTool[],
  servers: readonly AgentMcpServer[],
  path = 'tools',
): void {
  for (const [index, tool] of tools.entries()) {
    if (tool.type === 'mcp_toolset' && !servers.some((server) => server.name === tool.mcp_server_name))
      throw badRequest('AGT-066', `${path}.${index}.mcp_server_name`, 'must match a name in mcp_servers');
  }
}

function filledDefault(
  given: ToolsetDefaultConfigParams | null | undefined,
  policy: PermissionPolicyParams,
): ToolsetDefaultConfig {
  return { enabled: given?.enabled ?? true, permission_policy: given?.permission_policy ?? policy };
}

interface GivenConfig<Name extends string> {
  readonly name: Name;
  readonly enabled?: boolean | null | undefined;
  readonly permission_policy?: PermissionPolicyParams | null | undefined;
}

function filledConfigs<Name extends string>(
  configs: readonly GivenConfig<Name>[] | undefined,
  standard: ToolsetDefaultConfig,
): ({ name: Name } & ToolsetDefaultConfig)[] {
  return (configs ?? []).map((config) => ({
    name: config.name,
    enabled: config.enabled ?? standard.enabled,
    permission_policy: config.permission_policy ?? standard.permission_policy,
  }));
}

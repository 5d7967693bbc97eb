/**
 * Default values for agent tools, and the check that MCP toolsets name an existing server.
 *
 * Rules: AGT-014, AGT-015, AGT-016, AGT-063, AGT-064.
 */
import type {
  AgentMcpServer,
  AgentTool,
  AgentToolParams,
  PermissionPolicy,
  ToolsetDefaultConfig,
  ToolsetDefaultConfigParams,
} from '@parlance/schemas';
import { badRequest } from '../engine/refusal.js';

/**
 * Returns the tools with every default applied. Tools are enabled; built-in tools default to `always_allow`, MCP tools
 * to `always_ask`.
 *
 * @param tools - Tools as sent in the request.
 */
export function filledTools(tools: readonly AgentToolParams[]): AgentTool[] {
  return tools.map((tool): AgentTool => {
    if (tool.type === 'agent_toolset_20260401') {
      const standard = filledDefault(tool.default_config, { type: 'always_allow' });
      return { type: tool.type, configs: filledConfigs(tool.configs, standard), default_config: standard };
    }
    if (tool.type === 'mcp_toolset') {
      const standard = filledDefault(tool.default_config, { type: 'always_ask' });
      const configs = filledConfigs(tool.configs, standard);
      return { type: tool.type, mcp_server_name: tool.mcp_server_name, configs, default_config: standard };
    }
    return tool;
  });
}

/**
 * Validates that every MCP toolset names one of the agent's MCP servers.
 *
 * @param tools - Tools of the agent, stored or from the request.
 * @param servers - MCP servers of the same agent.
 * @param path - Path of the tools in the request, for the error message.
 * @throws {Refusal} 400 for a toolset whose server does not exist.
 */
export function requireServers(
  tools: readonly AgentTool[],
  servers: readonly AgentMcpServer[],
  path = 'tools',
): void {
  for (const [index, tool] of tools.entries()) {
    if (tool.type === 'mcp_toolset' && !servers.some((server) => server.name === tool.mcp_server_name))
      throw badRequest(
        'AGT-066',
        `${path}.${index}.mcp_server_name`,
        'must match the name of a server in mcp_servers',
      );
  }
}

function filledDefault(
  params: ToolsetDefaultConfigParams | null | undefined,
  policy: PermissionPolicy,
): ToolsetDefaultConfig {
  return { enabled: params?.enabled ?? true, permission_policy: params?.permission_policy ?? policy };
}

interface ToolConfigParams<Name extends string> {
  readonly name: Name;
  readonly enabled?: boolean | null | undefined;
  readonly permission_policy?: PermissionPolicy | null | undefined;
}

function filledConfigs<Name extends string>(
  configs: readonly ToolConfigParams<Name>[] | undefined,
  standard: ToolsetDefaultConfig,
): ({ name: Name } & ToolsetDefaultConfig)[] {
  return (configs ?? []).map((config) => ({
    name: config.name,
    enabled: config.enabled ?? standard.enabled,
    permission_policy: config.permission_policy ?? standard.permission_policy,
  }));
}

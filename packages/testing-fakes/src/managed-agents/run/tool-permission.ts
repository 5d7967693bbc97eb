/**
 * Tools of an agent and their permissions.
 *
 * Rules: AGT-019, AGT-020, AGT-072.
 */
import type { AgentTool, EvaluatedPermission, SessionThreadAgent } from '@parlance/schemas';
import type { ModelTool } from '../../model/reply.js';
import type { World } from '../../world/world.js';
import type { ToolCall } from './session.js';
import { sessionScenarioOf } from './scripted-sessions.js';

/** Names of the built-in tools. */
export const BUILT_IN: readonly string[] = 'bash edit read write glob grep web_fetch web_search'.split(' ');

/** The tool that a call resolves to. */
export type FoundTool =
  | { readonly kind: 'custom' }
  | { readonly kind: 'builtin'; readonly permission: EvaluatedPermission }
  | { readonly kind: 'mcp'; readonly server: string; readonly permission: EvaluatedPermission };

/**
 * Resolves a call to a tool of the agent.
 *
 * @param world - World that provides the tools of staged MCP servers.
 * @param tools - Tools of the agent.
 * @param call - Tool call to resolve.
 * @returns The tool, or undefined if the agent does not have it.
 */
export function findTool(world: World, tools: readonly AgentTool[], call: ToolCall): FoundTool | undefined {
  const { name, server } = call;
  for (const tool of tools) {
    if (tool.type === 'custom' && server === undefined && tool.name === name) return { kind: 'custom' };
    if (tool.type === 'agent_toolset_20260401' && server === undefined && BUILT_IN.includes(name))
      return { kind: 'builtin', permission: permissionOf(tool, name) };
    if (
      tool.type === 'mcp_toolset' &&
      (server === undefined ? namesOf(world, tool).has(name) : tool.mcp_server_name === server)
    )
      return { kind: 'mcp', server: tool.mcp_server_name, permission: permissionOf(tool, name) };
  }
  return undefined;
}

/** Returns the tools to declare to the model, without denied ones. */
export function modelTools(world: World, agent: SessionThreadAgent): ModelTool[] {
  return agent.tools.flatMap((tool): ModelTool[] => {
    switch (tool.type) {
      case 'custom':
        return [{ name: tool.name, input_schema: tool.input_schema }];
      case 'agent_toolset_20260401':
        return BUILT_IN.filter((name) => permissionOf(tool, name) !== 'deny').map((name) => ({ name }));
      case 'mcp_toolset':
        return [...namesOf(world, tool)]
          .filter((name) => permissionOf(tool, name) !== 'deny')
          .map((name) => ({ name }));
      default:
        return [];
    }
  });
}

type Toolset = Extract<AgentTool, { type: 'agent_toolset_20260401' | 'mcp_toolset' }>;

/** Known tools of an MCP server: those the agent configures and those that are staged. */
function namesOf(world: World, tool: Extract<AgentTool, { type: 'mcp_toolset' }>): ReadonlySet<string> {
  const staged = Object.keys(sessionScenarioOf(world).mcp_servers?.[tool.mcp_server_name]?.tools ?? {});
  return new Set([...tool.configs.map((config) => config.name), ...staged]);
}

function permissionOf(toolset: Toolset, name: string): EvaluatedPermission {
  const config = toolset.configs.find((entry) => entry.name === name) ?? toolset.default_config;
  if (!config.enabled) return 'deny';
  return config.permission_policy.type === 'always_ask' ? 'ask' : 'allow';
}

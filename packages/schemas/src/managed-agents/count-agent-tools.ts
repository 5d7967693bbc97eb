import type { AgentToolParams, AgentToolsetParams } from './agent-tools.js';
import { builtInToolNames } from './built-in-tools.js';

/**
 * Counts the tools of an agent toward the limit in {@link agentLimits}: enabled built-in tools, tools of MCP servers
 * that have their own settings, and custom tools.
 *
 * @param tools - Tools of an agent, in the form of a request.
 */
export function countAgentTools(tools: readonly AgentToolParams[]): number {
  let count = 0;
  for (const tool of tools) {
    if (tool.type === 'agent_toolset_20260401') count += countBuiltIn(tool);
    else if (tool.type === 'mcp_toolset') count += tool.configs?.length ?? 0;
    else count += 1;
  }
  return count;
}

function countBuiltIn(toolset: AgentToolsetParams): number {
  const byDefault = toolset.default_config?.enabled ?? true;
  const own = new Map(toolset.configs?.map((config) => [config.name, config.enabled ?? byDefault]));
  return builtInToolNames.filter((name) => own.get(name) ?? byDefault).length;
}

/** Which server tools a request offers, by the names under which the model calls them. */
import type { ServerToolName, Tool } from '@parlance/schemas';

/** A server tool that a request offers. */
export interface OfferedTool {
  /** Name under which the model calls it. */
  readonly name: ServerToolName;
  /** Its definition. */
  readonly tool: Tool;
}

const CLIENT_TYPES = /^(?:bash|text_editor|memory|computer)_\d+$/;

/** Whether the caller runs a tool, and not the service. */
export function isClientTool(tool: Tool): boolean {
  return tool.type == null || tool.type === 'custom' || CLIENT_TYPES.test(tool.type);
}

/**
 * Gives the server tools of a request.
 *
 * @param tools - Tools of the request.
 */
export function offeredTools(tools: readonly Tool[] = []): OfferedTool[] {
  return tools.flatMap((tool): OfferedTool[] => {
    if (tool.type === 'mcp_toolset' || isClientTool(tool)) return [];
    if (tool.name !== 'code_execution' || tool.type === 'code_execution_20250522')
      return [{ name: tool.name, tool }];
    // From the second version on, the tool is a shell and an editor besides.
    return ['code_execution', 'bash_code_execution', 'text_editor_code_execution'].map((name) => ({
      name,
      tool,
    }));
  });
}

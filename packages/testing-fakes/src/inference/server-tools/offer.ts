/** Server tools of a request, by the names under which the model calls them. */
import type { ServerToolName, Tool } from '@parlance/schemas';

/** A server tool of a request. */
export interface OfferedTool {
  /** Name that the model calls. */
  readonly name: ServerToolName;
  /** Definition of the tool. */
  readonly tool: Tool;
}

const CLIENT_TYPES = /^(?:bash|text_editor|memory|computer)_\d+$/;

/** Returns whether the client runs a tool, not the service. */
export function isClientTool(tool: Tool): boolean {
  return tool.type == null || tool.type === 'custom' || CLIENT_TYPES.test(tool.type);
}

/**
 * Returns the server tools of a request.
 *
 * @param tools - Tools of the request.
 */
export function offeredTools(tools: readonly Tool[] = []): OfferedTool[] {
  return tools.flatMap((tool): OfferedTool[] => {
    if (tool.type === 'mcp_toolset' || isClientTool(tool)) return [];
    if (tool.name !== 'code_execution' || tool.type === 'code_execution_20250522')
      return [{ name: tool.name, tool }];
    // Since its second version the tool also provides a shell and a text editor.
    return ['code_execution', 'bash_code_execution', 'text_editor_code_execution'].map((name) => ({
      name,
      tool,
    }));
  });
}

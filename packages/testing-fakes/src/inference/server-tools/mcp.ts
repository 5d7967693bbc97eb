/** Tools of MCP servers. Each returns its input; the emulator never connects to a server. */
import type { ContentBlock, MessageCreateParams } from '@parlance/schemas';
import { readCommand, type CommandedCall } from '../../model/command.js';
import type { World } from '../../world/world.js';
import { isDeferredBy, isEnabled } from '../mcp-toolset.js';
import { loadedTools } from '../request-size.js';

/**
 * Returns the uses and results of the MCP tools that a user turn calls with `/tool SERVER.TOOL {json}`.
 *
 * @param world - World that generates the ids.
 * @param body - Request body with the MCP toolsets.
 * @param text - Text of the last user turn.
 */
export function mcpBlocks(world: World, body: MessageCreateParams, text: string): ContentBlock[] {
  const command = readCommand(text);
  const calls = command.kind === 'tool' ? command.calls : [];
  return calls.flatMap((call) => {
    const target = targetOf(call, body);
    if (target === undefined) return [];
    const id = world.id('mcptoolu_');
    const content = [
      { type: 'text' as const, text: `${target.name} got ${JSON.stringify(call.input)}`, citations: null },
    ];
    return [
      { type: 'mcp_tool_use', id, name: target.name, server_name: target.server, input: { ...call.input } },
      { type: 'mcp_tool_result', tool_use_id: id, content, is_error: false },
    ] satisfies ContentBlock[];
  });
}

function targetOf(
  call: CommandedCall,
  body: MessageCreateParams,
): { readonly server: string; readonly name: string } | undefined {
  const loaded = loadedTools(body);
  for (const tool of body.tools ?? []) {
    if (tool.type !== 'mcp_toolset' || !call.name.startsWith(`${tool.mcp_server_name}.`)) continue;
    const name = call.name.slice(tool.mcp_server_name.length + 1);
    const isLoaded = !isDeferredBy(tool, name) || loaded.has(name);
    if (name !== '' && isEnabled(tool, name) && isLoaded) return { server: tool.mcp_server_name, name };
  }
  return undefined;
}

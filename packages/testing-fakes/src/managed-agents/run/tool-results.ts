/** Runs tool calls. */
import { fileTools } from './file-tools.js';
import { resultFor, stageOf } from './stage.js';
import type { ToolCall } from './session-state.js';
import { Workspace, WorkspaceError } from './workspace.js';
import type { World } from '../../world/world.js';
import { Refusal } from '../../engine/refusal.js';

/** Result of a tool. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** Set when the MCP server itself failed. */
  readonly serverFailed?: 'connection' | 'authentication' | undefined;
}

/**
 * Runs a built-in tool or one of an MCP server.
 *
 * @param world - The world.
 * @param sessionId - The session.
 * @param call - The call.
 */
export function runTool(world: World, sessionId: string, call: ToolCall): ToolResult {
  if (call.server !== undefined) return callServer(world, call, call.server);
  const tool = Object.hasOwn(fileTools, call.name) ? fileTools[call.name] : undefined;
  if (tool !== undefined) return runFileTool(() => tool(new Workspace(world, sessionId), call.input));
  const staged = resultFor(stageOf(world).tools?.[call.name], call.input);
  if (staged !== undefined) return { text: staged.text, isError: staged.is_error ?? false };
  return { text: `Nothing is set up for ${call.name} with this input.`, isError: true };
}

function runFileTool(run: () => string): ToolResult {
  try {
    return { text: run(), isError: false };
  } catch (error) {
    if (error instanceof WorkspaceError || error instanceof Refusal)
      return { text: error.message, isError: true };
    throw error;
  }
}

function callServer(world: World, call: ToolCall, name: string): ToolResult {
  const server = stageOf(world).mcp_servers?.[name];
  if (server === undefined || server.fails !== undefined)
    return {
      text: `The MCP server ${name} failed.`,
      isError: true,
      serverFailed: server?.fails ?? 'connection',
    };
  const staged = resultFor(server.tools?.[call.name], call.input);
  if (staged === undefined)
    return { text: `The MCP server ${name} has no tool ${call.name}.`, isError: true };
  return { text: staged.text, isError: staged.is_error ?? false };
}

/** Execution of tool calls. */
import { fileTools } from './file-tools.js';
import { resultFor, stageOf } from './stage.js';
import type { ToolCall } from './session-state.js';
import { Workspace, WorkspaceError } from './workspace.js';
import type { World } from '../../world/world.js';
import { Refusal } from '../../engine/refusal.js';

/** Result of a tool call. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** How the MCP server itself failed; undefined if it did not. */
  readonly serverFailed?: 'connection' | 'authentication' | undefined;
}

/**
 * Runs a built-in tool or a tool of an MCP server. File tools operate on the session's files; other results are staged.
 *
 * @param world - World of the session.
 * @param sessionId - Id of the session.
 * @param call - Tool call to run.
 */
export function runTool(world: World, sessionId: string, call: ToolCall): ToolResult {
  if (call.server !== undefined) return callServer(world, call, call.server);
  const tool = Object.hasOwn(fileTools, call.name) ? fileTools[call.name] : undefined;
  if (tool !== undefined) return runFileTool(() => tool(new Workspace(world, sessionId), call.input));
  const staged = resultFor(stageOf(world).tools?.[call.name], call.input);
  if (staged !== undefined) return { text: staged.text, isError: staged.is_error ?? false };
  return { text: `No staged result for ${call.name} matches this input.`, isError: true };
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
    return {
      text: `The MCP server ${name} has no staged result for ${call.name} that matches this input.`,
      isError: true,
    };
  return { text: staged.text, isError: staged.is_error ?? false };
}

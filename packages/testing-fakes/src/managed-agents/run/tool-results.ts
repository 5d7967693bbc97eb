/** Execution of tool calls. */
import type { Session } from '@parlance/schemas';
import { credentialFor, useCredential } from '../credential-check.js';
import { fileTools } from './file-tools.js';
import { resultFor, sessionScenarioOf } from './scripted-sessions.js';
import type { ToolCall } from './session.js';
import { Workspace, WorkspaceError } from './workspace.js';
import type { World } from '../../world/world.js';
import { Refusal } from '../../engine/refusal.js';

/** The part of a session that its tools depend on. */
export type CallingSession = Pick<Session, 'id' | 'agent' | 'vault_ids'>;

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
 * @param session - Session of the call.
 * @param call - Tool call to run.
 */
export function runTool(world: World, session: CallingSession, call: ToolCall): ToolResult {
  if (call.server !== undefined) return callServer(world, session, call);
  const tool = Object.hasOwn(fileTools, call.name) ? fileTools[call.name] : undefined;
  if (tool !== undefined) return runFileTool(() => tool(new Workspace(world, session.id), call.input));
  const staged = resultFor(sessionScenarioOf(world).tools?.[call.name], call.input);
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

function callServer(world: World, session: CallingSession, call: ToolCall): ToolResult {
  const name = call.server ?? '';
  const server = sessionScenarioOf(world).mcp_servers?.[name];
  if (server === undefined || server.fails !== undefined)
    return {
      text: `The MCP server ${name} failed.`,
      isError: true,
      serverFailed: server?.fails ?? 'connection',
    };
  const refusal = refusalOfCredential(world, session, {
    name,
    isRequired: server.requires_credential ?? false,
  });
  if (refusal !== undefined) return { text: refusal, isError: true, serverFailed: 'authentication' };
  const staged = resultFor(server.tools?.[call.name], call.input);
  if (staged === undefined)
    return {
      text: `The MCP server ${name} has no staged result for ${call.name} that matches this input.`,
      isError: true,
    };
  return { text: staged.text, isError: staged.is_error ?? false };
}

/** Returns why an MCP server rejects the credential that the session's vaults contain for it, or undefined. */
function refusalOfCredential(
  world: World,
  { agent, vault_ids: vaultIds }: CallingSession,
  { name, isRequired }: { readonly name: string; readonly isRequired: boolean },
): string | undefined {
  const url = agent.mcp_servers.find((server) => server.name === name)?.url;
  const credential = url === undefined ? undefined : credentialFor(world, vaultIds ?? [], url);
  if (credential === undefined)
    return isRequired
      ? `The vaults of the session contain no credential for the MCP server ${name}.`
      : undefined;
  return useCredential(world, credential) === 'invalid'
    ? `The MCP server ${name} rejected the credential ${credential.id}.`
    : undefined;
}

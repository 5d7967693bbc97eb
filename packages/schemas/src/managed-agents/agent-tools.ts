/** Tools of an agent: as records show them, with every default filled in, and as they are given. */
import type { UnknownMember } from '../kit/open.js';

/** Name of a built-in tool. */
export type BuiltInToolName =
  'bash' | 'edit' | 'read' | 'write' | 'glob' | 'grep' | 'web_fetch' | 'web_search';

/** Names of the built-in tools. */
export const builtInToolNames: readonly BuiltInToolName[] = [
  'bash',
  'edit',
  'read',
  'write',
  'glob',
  'grep',
  'web_fetch',
  'web_search',
];

/** Tool calls are approved automatically. */
export interface AlwaysAllowPolicy {
  /** Always `always_allow`. */
  type: 'always_allow';
}

/** The user confirms each tool call before it runs. */
export interface AlwaysAskPolicy {
  /** Always `always_ask`. */
  type: 'always_ask';
}

/** Whether a tool call needs the user's confirmation, as it is given. */
export type PermissionPolicyParams = AlwaysAllowPolicy | AlwaysAskPolicy;

/** Whether a tool call needs the user's confirmation. */
export type PermissionPolicy = PermissionPolicyParams | UnknownMember;

/** Setting of one built-in tool. */
export interface AgentToolConfig {
  /** The tool. */
  name: BuiltInToolName | (string & {});
  /** Whether the agent has it. */
  enabled: boolean;
  /** Whether a call needs confirmation. */
  permission_policy: PermissionPolicy;
}

/** Setting of one built-in tool; what is left out comes from the toolset's default. */
export interface AgentToolConfigParams {
  /** The tool. */
  name: BuiltInToolName;
  /** Whether the agent has it; overrides the default. */
  enabled?: boolean | null | undefined;
  /** Whether a call needs confirmation. */
  permission_policy?: PermissionPolicyParams | null | undefined;
}

/** Setting of the tools of a toolset that have none of their own. */
export interface ToolsetDefaultConfig {
  /** Whether the agent has them. */
  enabled: boolean;
  /** Whether a call needs confirmation. */
  permission_policy: PermissionPolicy;
}

/** Setting of the tools of a toolset that have none of their own. */
export interface ToolsetDefaultConfigParams {
  /** Whether the agent has them. Default true. */
  enabled?: boolean | null | undefined;
  /** Whether a call needs confirmation. Default `always_allow` for built-in tools, `always_ask` for MCP tools. */
  permission_policy?: PermissionPolicyParams | null | undefined;
}

/**
 * The built-in tools.
 *
 * @source managed-agents > Agent
 */
export interface AgentToolset {
  /** Always `agent_toolset_20260401`. */
  type: 'agent_toolset_20260401';
  /** Settings of single tools. */
  configs: AgentToolConfig[];
  /** Setting of the other tools. */
  default_config: ToolsetDefaultConfig;
}

/** The built-in tools, as they are given. */
export interface AgentToolsetParams {
  /** Always `agent_toolset_20260401`. */
  type: 'agent_toolset_20260401';
  /** Settings of single tools. Default none. */
  configs?: AgentToolConfigParams[] | undefined;
  /** Setting of the other tools. */
  default_config?: ToolsetDefaultConfigParams | null | undefined;
}

/** Setting of one tool of an MCP server. */
export interface AgentMcpToolConfig {
  /** The tool's name on the server. */
  name: string;
  /** Whether the agent has it. */
  enabled: boolean;
  /** Whether a call needs confirmation. */
  permission_policy: PermissionPolicy;
}

/** Setting of one tool of an MCP server; what is left out comes from the toolset's default. */
export interface AgentMcpToolConfigParams {
  /** The tool's name on the server, 1 to 128 characters. */
  name: string;
  /** Whether the agent has it; overrides the default. */
  enabled?: boolean | null | undefined;
  /** Whether a call needs confirmation. */
  permission_policy?: PermissionPolicyParams | null | undefined;
}

/**
 * The tools of an MCP server.
 *
 * @source managed-agents > Agent
 */
export interface AgentMcpToolset {
  /** Always `mcp_toolset`. */
  type: 'mcp_toolset';
  /** Name of the server among the agent's MCP servers. */
  mcp_server_name: string;
  /** Settings of single tools. */
  configs: AgentMcpToolConfig[];
  /** Setting of the other tools. */
  default_config: ToolsetDefaultConfig;
}

/** The tools of an MCP server, as they are given. */
export interface AgentMcpToolsetParams {
  /** Always `mcp_toolset`. */
  type: 'mcp_toolset';
  /** Name of a server in `mcp_servers`, 1 to 255 characters. */
  mcp_server_name: string;
  /** Settings of single tools. Default none. */
  configs?: AgentMcpToolConfigParams[] | undefined;
  /** Setting of the other tools. */
  default_config?: ToolsetDefaultConfigParams | null | undefined;
}

/** JSON Schema of a custom tool's input. */
export interface AgentCustomToolInputSchema {
  /** Schema of each property. */
  properties?: Record<string, unknown> | null | undefined;
  /** Names of the required properties. */
  required?: string[] | undefined;
  /** Always `object`. */
  type?: 'object' | undefined;
}

/**
 * A tool that the API client runs, not the agent: the session asks for the result and waits.
 *
 * @source managed-agents > Agent
 */
export interface AgentCustomTool {
  /** Always `custom`. */
  type: 'custom';
  /** What it does, for the model; 1 to 1,024 characters. */
  description: string;
  /** What it takes. */
  input_schema: AgentCustomToolInputSchema;
  /** Name, 1 to 128 letters, digits, underscores and hyphens. */
  name: string;
}

/** A tool of an agent, as it is given. */
export type AgentToolParams = AgentToolsetParams | AgentMcpToolsetParams | AgentCustomTool;

/** A tool of an agent. */
export type AgentTool = AgentToolset | AgentMcpToolset | AgentCustomTool | UnknownMember;

/** Input of the built-in tool `bash`. */
export interface BashInput {
  /** Command line. */
  command?: string | undefined;
  /** True starts a new shell. */
  restart?: boolean | undefined;
  /** Longest run, in milliseconds. */
  timeout_ms?: number | undefined;
}

/** Input of the built-in tool `edit`. */
export interface EditInput {
  /** Path of the file. */
  file_path: string;
  /** Replacement. */
  new_string: string;
  /** Text to replace; it must occur exactly once unless `replace_all` is set. */
  old_string: string;
  /** True replaces every occurrence. Default false. */
  replace_all?: boolean | undefined;
}

/** Input of the built-in tool `glob`. */
export interface GlobInput {
  /** Pattern in which `*`, `**`, `?` and `{a,b}` are special. */
  pattern: string;
  /** Directory to look in. Default the working directory. */
  path?: string | undefined;
}

/** Input of the built-in tool `grep`. */
export interface GrepInput {
  /** Regular expression. */
  pattern: string;
  /** File or directory to look in. Default the working directory. */
  path?: string | undefined;
}

/**
 * Input of the built-in tool `read`.
 *
 * @source managed-agents > Agent
 */
export interface ReadInput {
  /** Path, relative to the working directory or absolute where allowed. */
  file_path: string;
  /** First and last line, counted from 1, inclusive; a last line of 0 or less is the end of the file. Default all. */
  view_range?: number[] | undefined;
}

/**
 * Input of the built-in tool `write`.
 *
 * @source managed-agents > Agent
 */
export interface WriteInput {
  /** The whole content; what was there is overwritten. */
  content: string;
  /** Path of the file. */
  file_path: string;
}

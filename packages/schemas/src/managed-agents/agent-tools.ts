/** Tools of an agent: as returned, with every default filled in, and as parameters. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';

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

/** Tool calls run without confirmation. */
export interface AlwaysAllowPolicy {
  /** Always `always_allow`. */
  type: 'always_allow';
}

/** The user must confirm each tool call before it runs. */
export interface AlwaysAskPolicy {
  /** Always `always_ask`. */
  type: 'always_ask';
}

/** Whether tool calls require confirmation, in a request. */
export type PermissionPolicyParams = AlwaysAllowPolicy | AlwaysAskPolicy;

/** Whether tool calls require confirmation. */
export type PermissionPolicy = PermissionPolicyParams | UnknownMember;

/** Settings of one built-in tool. */
export interface AgentToolConfig {
  /** Name of the tool. */
  name: OpenEnum<BuiltInToolName>;
  /** Whether the agent can use the tool. */
  enabled: boolean;
  /** Whether calls require confirmation. */
  permission_policy: PermissionPolicy;
}

/** Settings of one built-in tool, in a request. Omitted fields default to those of the toolset. */
export interface AgentToolConfigParams {
  /** Name of the tool. */
  name: OpenEnum<BuiltInToolName>;
  /** Whether the agent can use the tool. Overrides the default of the toolset. */
  enabled?: boolean | null | undefined;
  /** Whether calls require confirmation. */
  permission_policy?: PermissionPolicy | null | undefined;
}

/** Default settings of the tools of a toolset. */
export interface ToolsetDefaultConfig {
  /** Whether the agent can use the tools. */
  enabled: boolean;
  /** Whether calls require confirmation. */
  permission_policy: PermissionPolicy;
}

/** Default settings of the tools of a toolset, in a request. */
export interface ToolsetDefaultConfigParams {
  /** Whether the agent can use the tools. Default true. */
  enabled?: boolean | null | undefined;
  /** Whether calls require confirmation. Default `always_allow` for built-in tools, `always_ask` for MCP tools. */
  permission_policy?: PermissionPolicy | null | undefined;
}

/**
 * The built-in tools.
 *
 * @source managed-agents > Agent
 */
export interface AgentToolset {
  /** Always `agent_toolset_20260401`. */
  type: 'agent_toolset_20260401';
  /** Settings of individual tools. */
  configs: AgentToolConfig[];
  /** Settings of all other tools. */
  default_config: ToolsetDefaultConfig;
}

/** The built-in tools, in a request. */
export interface AgentToolsetParams {
  /** Always `agent_toolset_20260401`. */
  type: 'agent_toolset_20260401';
  /** Settings of individual tools. Default: none. */
  configs?: AgentToolConfigParams[] | undefined;
  /** Settings of all other tools. */
  default_config?: ToolsetDefaultConfigParams | null | undefined;
}

/** Settings of one tool of an MCP server. */
export interface AgentMcpToolConfig {
  /** Name of the tool on the server. */
  name: string;
  /** Whether the agent can use the tool. */
  enabled: boolean;
  /** Whether calls require confirmation. */
  permission_policy: PermissionPolicy;
}

/** Settings of one tool of an MCP server, in a request. Omitted fields default to those of the toolset. */
export interface AgentMcpToolConfigParams {
  /** Name of the tool on the server, 1 to 128 characters. */
  name: string;
  /** Whether the agent can use the tool. Overrides the default of the toolset. */
  enabled?: boolean | null | undefined;
  /** Whether calls require confirmation. */
  permission_policy?: PermissionPolicy | null | undefined;
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
  /** Settings of individual tools. */
  configs: AgentMcpToolConfig[];
  /** Settings of all other tools. */
  default_config: ToolsetDefaultConfig;
}

/** The tools of an MCP server, in a request. */
export interface AgentMcpToolsetParams {
  /** Always `mcp_toolset`. */
  type: 'mcp_toolset';
  /** Name of a server in `mcp_servers`, 1 to 255 characters. */
  mcp_server_name: string;
  /** Settings of individual tools. Default: none. */
  configs?: AgentMcpToolConfigParams[] | undefined;
  /** Settings of all other tools. */
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
 * A tool that your code runs: the session emits the call and waits for the result.
 *
 * @source managed-agents > Agent
 */
export interface AgentCustomTool {
  /** Always `custom`. */
  type: 'custom';
  /** Description for the model: what the tool does and when to use it. 1 to 1,024 characters. */
  description: string;
  /** JSON Schema of the input. */
  input_schema: AgentCustomToolInputSchema;
  /** Name, 1 to 128 letters, digits, underscores and hyphens. */
  name: string;
}

/** A tool of an agent, in a request. */
export type AgentToolParams = AgentToolsetParams | AgentMcpToolsetParams | AgentCustomTool | UnknownMember;

/** A tool of an agent. */
export type AgentTool = AgentToolset | AgentMcpToolset | AgentCustomTool | UnknownMember;

/** Input of the built-in tool `bash`. */
export interface BashInput {
  /** Command line. */
  command?: string | undefined;
  /** Starts a new shell. */
  restart?: boolean | undefined;
  /** Maximum run time in milliseconds. */
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
  /** Replaces every occurrence. Default false. */
  replace_all?: boolean | undefined;
}

/** Input of the built-in tool `glob`. */
export interface GlobInput {
  /** Pattern with `*`, `**`, `?` and `{a,b}`. */
  pattern: string;
  /** Directory to search. Defaults to the working directory. */
  path?: string | undefined;
}

/** Input of the built-in tool `grep`. */
export interface GrepInput {
  /** Regular expression. */
  pattern: string;
  /** File or directory to search. Defaults to the working directory. */
  path?: string | undefined;
}

/**
 * Input of the built-in tool `read`.
 *
 * @source managed-agents > Agent
 */
export interface ReadInput {
  /** Path of the file, relative to the working directory, or absolute where that is allowed. */
  file_path: string;
  /**
   * First and last line, 1-based and inclusive. A last line of 0 or less means the end of the file. Default: the whole
   * file.
   */
  view_range?: number[] | undefined;
}

/**
 * Input of the built-in tool `write`.
 *
 * @source managed-agents > Agent
 */
export interface WriteInput {
  /** Content of the file. An existing file is overwritten. */
  content: string;
  /** Path of the file. */
  file_path: string;
}

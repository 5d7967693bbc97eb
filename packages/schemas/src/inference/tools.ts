/** Tool definitions and tool choice. */
import type { OpenEnum } from '../kit/open.js';
import type { Cacheable, CacheControl } from './cache-control.js';
import type { CitationsConfig } from './citations.js';
import type { Model } from './models.js';

/** Allowed callers of a tool: the model itself, or code that it runs. */
export type AllowedCaller = 'direct' | 'code_execution_20250825' | 'code_execution_20260120';

/**
 * Fields that every tool definition shares.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolBase extends Cacheable {
  /** Allowed callers. Default: only `direct`. */
  allowed_callers?: AllowedCaller[] | undefined;
  /**
   * Leaves the tool out of the initial system prompt. It is loaded when tool search returns it as a `tool_reference`.
   * Default false.
   */
  defer_loading?: boolean | undefined;
  /** Maximum number of uses per request, at least 1; null for no limit. */
  max_uses?: number | null | undefined;
  /** Whether the service guarantees that tool names and inputs match the schema. Default false. */
  strict?: boolean | undefined;
}

/** JSON Schema of a tool input, which must be an object. Other JSON Schema keywords are passed through. */
export interface ToolInputSchema {
  /** Always `object`. */
  type: 'object';
  /** Schema of each property. */
  properties?: Record<string, unknown> | null | undefined;
  /** Names of the required properties. */
  required?: string[] | null | undefined;
  /** Any other keyword, for example `additionalProperties`. */
  [keyword: string]: unknown;
}

/**
 * A client tool: you run it when the reply has a `tool_use` block, and send a `tool_result` in the next user turn.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CustomTool extends ToolBase {
  /** `custom`, null or omitted. */
  type?: 'custom' | null | undefined;
  /** Name: 1 to 128 letters, digits, `_` or `-`. Unique in the request. */
  name: string;
  /** JSON Schema of the input. */
  input_schema: ToolInputSchema;
  /** Describes to the model what the tool does and when to use it. */
  description?: string | undefined;
  /** Example inputs. */
  input_examples?: Record<string, unknown>[] | undefined;
  /** Whether to stream the input without buffering whole values. */
  eager_input_streaming?: boolean | null | undefined;
}

/** A client tool with a built-in schema. */
export interface ClientToolBase extends ToolBase {
  /** Example inputs. */
  input_examples?: Record<string, unknown>[] | undefined;
}

/**
 * A shell, which you run.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface BashTool extends ClientToolBase {
  /** Version. `bash_20241022` is beta. */
  type: 'bash_20250124' | 'bash_20241022';
  /** Always `bash`. */
  name: 'bash';
}

/**
 * A text editor, which you run. First generation.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface StrReplaceEditorTool extends ClientToolBase {
  /** Version. `text_editor_20241022` is beta. */
  type: 'text_editor_20250124' | 'text_editor_20241022';
  /** Always `str_replace_editor`. */
  name: 'str_replace_editor';
}

/**
 * A text editor without undo, which you run.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface TextEditorTool extends ClientToolBase {
  /** Version. */
  type: 'text_editor_20250429' | 'text_editor_20250728';
  /** Always `str_replace_based_edit_tool`. */
  name: 'str_replace_based_edit_tool';
  /** Maximum number of characters to show of a file. Only for `text_editor_20250728`. */
  max_characters?: number | null | undefined;
}

/**
 * A file-based memory, which you store.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface MemoryTool extends ClientToolBase {
  /** Version. */
  type: 'memory_20250818';
  /** Always `memory`. */
  name: 'memory';
}

/**
 * A screen, mouse and keyboard, which you control. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface ComputerTool extends ClientToolBase {
  /** Version. */
  type: 'computer_20241022' | 'computer_20250124' | 'computer_20251124';
  /** Always `computer`. */
  name: 'computer';
  /** Width of the screen in pixels. */
  display_width_px: number;
  /** Height of the screen in pixels. */
  display_height_px: number;
  /** X11 display number. */
  display_number?: number | null | undefined;
  /** Whether the model may zoom. Only for `computer_20251124`. */
  enable_zoom?: boolean | undefined;
}

/**
 * Code execution in a container on the service.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface CodeExecutionTool extends ToolBase {
  /** Version. */
  type: 'code_execution_20250522' | 'code_execution_20250825' | 'code_execution_20260120';
  /** Always `code_execution`. */
  name: 'code_execution';
}

/** Domains that a web tool may access. */
export interface WebDomains {
  /** Allowed domains. Cannot be combined with `blocked_domains`. */
  allowed_domains?: string[] | null | undefined;
  /** Blocked domains. Cannot be combined with `allowed_domains`. */
  blocked_domains?: string[] | null | undefined;
}

/** Approximate location of the user, to localize search results. */
export interface UserLocation {
  /** Always `approximate`. */
  type: 'approximate';
  /** City of the user. */
  city?: string | null | undefined;
  /** Two-letter ISO country code. */
  country?: string | null | undefined;
  /** Region of the user. */
  region?: string | null | undefined;
  /** IANA time zone, for example `Europe/Berlin`. */
  timezone?: string | null | undefined;
}

/**
 * Web search, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface WebSearchTool extends ToolBase, WebDomains {
  /** Version. */
  type: 'web_search_20250305' | 'web_search_20260209';
  /** Always `web_search`. */
  name: 'web_search';
  /** Approximate location of the user. */
  user_location?: UserLocation | null | undefined;
}

/**
 * Web fetch, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface WebFetchTool extends ToolBase, WebDomains {
  /** Version. */
  type: 'web_fetch_20250910' | 'web_fetch_20260209';
  /** Always `web_fetch`. */
  name: 'web_fetch';
  /** Whether the reply can cite pages. Default: disabled. */
  citations?: CitationsConfig | null | undefined;
  /** Approximate maximum length of the text of a page, in tokens. Does not apply to binary content such as PDF. */
  max_content_tokens?: number | null | undefined;
}

/**
 * Web fetch, which the service runs, with control over its cache.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CachedWebFetchTool extends Omit<WebFetchTool, 'type'> {
  /** Version. */
  type: 'web_fetch_20260309';
  /** Whether cached content may be used. Set it to false to require fresh content. Default true. */
  use_cache?: boolean | undefined;
}

/**
 * A second model that the first one can ask for advice. Beta.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface AdvisorTool extends ToolBase {
  /** Version. */
  type: 'advisor_20260301';
  /** Always `advisor`. */
  name: 'advisor';
  /** Model of the advisor. */
  model: Model;
  /** Cache control of the advisor's own prompt. Default: not cached. */
  caching?: CacheControl | null | undefined;
}

/**
 * Keyword search for deferred tools, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolSearchBm25Tool extends ToolBase {
  /** Version, or the name alone for the latest version. */
  type: 'tool_search_tool_bm25_20251119' | 'tool_search_tool_bm25';
  /** Always `tool_search_tool_bm25`. */
  name: 'tool_search_tool_bm25';
}

/**
 * Regular expression search for deferred tools, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolSearchRegexTool extends ToolBase {
  /** Version, or the name alone for the latest version. */
  type: 'tool_search_tool_regex_20251119' | 'tool_search_tool_regex';
  /** Always `tool_search_tool_regex`. */
  name: 'tool_search_tool_regex';
}

/** Settings of one tool of an MCP server. */
export interface McpToolConfig {
  /** Whether to load the tool only when tool search returns it. */
  defer_loading?: boolean | undefined;
  /** Whether the tool is available. */
  enabled?: boolean | undefined;
}

/**
 * The tools of an MCP server. Beta.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface McpToolset extends Cacheable {
  /** Always `mcp_toolset`. */
  type: 'mcp_toolset';
  /** Name of a server in `mcp_servers`. */
  mcp_server_name: string;
  /** Settings by tool name. */
  configs?: Record<string, McpToolConfig> | null | undefined;
  /** Settings of tools without an entry in `configs`. */
  default_config?: McpToolConfig | undefined;
}

/** A tool definition with a `type`. */
export type TypedTool =
  | BashTool
  | StrReplaceEditorTool
  | TextEditorTool
  | MemoryTool
  | ComputerTool
  | CodeExecutionTool
  | WebSearchTool
  | WebFetchTool
  | CachedWebFetchTool
  | AdvisorTool
  | ToolSearchBm25Tool
  | ToolSearchRegexTool
  | McpToolset;

/** A tool definition. */
export type Tool = CustomTool | TypedTool;

/** Lets the model decide whether to use tools. */
export interface ToolChoiceAuto {
  /** Always `auto`. */
  type: 'auto';
  /** Limits the model to one tool use. Default false. */
  disable_parallel_tool_use?: boolean | undefined;
}

/** Requires the model to use a tool. */
export interface ToolChoiceAny {
  /** Always `any`. */
  type: 'any';
  /** Requires exactly one tool use. Default false. */
  disable_parallel_tool_use?: boolean | undefined;
}

/** Requires the model to use the named tool. */
export interface ToolChoiceTool {
  /** Always `tool`. */
  type: 'tool';
  /** Name of the tool. */
  name: string;
  /** Requires exactly one tool use. Default false. */
  disable_parallel_tool_use?: boolean | undefined;
}

/** Prevents the model from using tools. */
export interface ToolChoiceNone {
  /** Always `none`. */
  type: 'none';
}

/**
 * How the model uses the tools.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export type ToolChoice = ToolChoiceAuto | ToolChoiceAny | ToolChoiceTool | ToolChoiceNone;

/** Type of a tool that runs on the service. */
export type ServerToolType = OpenEnum<
  Exclude<TypedTool, BashTool | StrReplaceEditorTool | TextEditorTool | MemoryTool | ComputerTool>['type']
>;

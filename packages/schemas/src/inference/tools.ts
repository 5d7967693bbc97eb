/** Tool definitions and tool choice. */
import type { OpenEnum } from '../kit/open.js';
import type { Cacheable, CacheControl } from './cache-control.js';
import type { CitationsConfig } from './citations.js';
import type { Model } from './models.js';

/** Who may call a tool: the model itself, or code that it runs. */
export type AllowedCaller = 'direct' | 'code_execution_20250825' | 'code_execution_20260120';

/**
 * Fields that every tool definition shares.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolBase extends Cacheable {
  /** Who may call it. Default `direct` alone. */
  allowed_callers?: AllowedCaller[] | undefined;
  /**
   * True leaves the tool out of the initial system prompt; it is loaded only when tool search returns it as a
   * `tool_reference`. Default false.
   */
  defer_loading?: boolean | undefined;
  /** Uses per request, at least 1; null is unbounded. */
  max_uses?: number | null | undefined;
  /** True guarantees that tool names and inputs fit the schema. Default false. */
  strict?: boolean | undefined;
}

/** JSON Schema of a tool's input: an object. Other keywords of JSON Schema are kept. */
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
 * A tool that the caller runs: the reply holds a `tool_use` block, the next user turn its `tool_result`.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CustomTool extends ToolBase {
  /** `custom`, null, or left out. */
  type?: 'custom' | null | undefined;
  /** Name, 1 to 128 letters, digits, `_` or `-`; different for each tool of a request. */
  name: string;
  /** JSON Schema of the input. */
  input_schema: ToolInputSchema;
  /** What the tool does and when to use it. */
  description?: string | undefined;
  /** Examples of inputs. */
  input_examples?: Record<string, unknown>[] | undefined;
  /** True streams the input without waiting for whole values. */
  eager_input_streaming?: boolean | null | undefined;
}

/** A tool with a built-in schema that the caller runs. */
export interface ClientToolBase extends ToolBase {
  /** Examples of inputs. */
  input_examples?: Record<string, unknown>[] | undefined;
}

/**
 * A shell that the caller runs.
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
 * A text editor that the caller runs, first form.
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
 * A text editor that the caller runs, without undo.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface TextEditorTool extends ClientToolBase {
  /** Version. */
  type: 'text_editor_20250429' | 'text_editor_20250728';
  /** Always `str_replace_based_edit_tool`. */
  name: 'str_replace_based_edit_tool';
  /** Longest file view, in characters. Only `text_editor_20250728`. */
  max_characters?: number | null | undefined;
}

/**
 * A memory of files that the caller keeps.
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
 * A screen, mouse and keyboard that the caller runs. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface ComputerTool extends ClientToolBase {
  /** Version. */
  type: 'computer_20241022' | 'computer_20250124' | 'computer_20251124';
  /** Always `computer`. */
  name: 'computer';
  /** Width of the screen, in pixels. */
  display_width_px: number;
  /** Height of the screen, in pixels. */
  display_height_px: number;
  /** Number of the display, on X11. */
  display_number?: number | null | undefined;
  /** Whether the model may zoom. Only `computer_20251124`. */
  enable_zoom?: boolean | undefined;
}

/**
 * Code that the service runs in a container.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export interface CodeExecutionTool extends ToolBase {
  /** Version. */
  type: 'code_execution_20250522' | 'code_execution_20250825' | 'code_execution_20260120';
  /** Always `code_execution`. */
  name: 'code_execution';
}

/** Domains that a web tool may reach. */
export interface WebDomains {
  /** Only these domains. Excludes `blocked_domains`. */
  allowed_domains?: string[] | null | undefined;
  /** Not these domains. Excludes `allowed_domains`. */
  blocked_domains?: string[] | null | undefined;
}

/** Where the user is, roughly. */
export interface UserLocation {
  /** Always `approximate`. */
  type: 'approximate';
  /** City. */
  city?: string | null | undefined;
  /** Two-letter ISO country code. */
  country?: string | null | undefined;
  /** Region. */
  region?: string | null | undefined;
  /** IANA time zone, for example `Europe/Berlin`. */
  timezone?: string | null | undefined;
}

/**
 * Web search by the service.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface WebSearchTool extends ToolBase, WebDomains {
  /** Version. */
  type: 'web_search_20250305' | 'web_search_20260209';
  /** Always `web_search`. */
  name: 'web_search';
  /** Where the user is. */
  user_location?: UserLocation | null | undefined;
}

/**
 * Web fetch by the service.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface WebFetchTool extends ToolBase, WebDomains {
  /** Version. */
  type: 'web_fetch_20250910' | 'web_fetch_20260209';
  /** Always `web_fetch`. */
  name: 'web_fetch';
  /** Whether pages can be cited. Off by default. */
  citations?: CitationsConfig | null | undefined;
  /** Approximate cap on the tokens of a page's text; does not hold for binary content such as PDF. */
  max_content_tokens?: number | null | undefined;
}

/**
 * Web fetch by the service, with control over its cache.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CachedWebFetchTool extends Omit<WebFetchTool, 'type'> {
  /** Version. */
  type: 'web_fetch_20260309';
  /** False bypasses cached content; for when fresh content is asked for. Default true. */
  use_cache?: boolean | undefined;
}

/**
 * A second model that advises the first. Beta.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface AdvisorTool extends ToolBase {
  /** Version. */
  type: 'advisor_20260301';
  /** Always `advisor`. */
  name: 'advisor';
  /** Model that advises. */
  model: Model;
  /** Cache control of the advisor's own prompt; left out means not cached. */
  caching?: CacheControl | null | undefined;
}

/**
 * Search among deferred tools by the service.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolSearchBm25Tool extends ToolBase {
  /** Version, or the name alone for the newest. */
  type: 'tool_search_tool_bm25_20251119' | 'tool_search_tool_bm25';
  /** Always `tool_search_tool_bm25`. */
  name: 'tool_search_tool_bm25';
}

/**
 * Search among deferred tools by regular expression, by the service.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolSearchRegexTool extends ToolBase {
  /** Version, or the name alone for the newest. */
  type: 'tool_search_tool_regex_20251119' | 'tool_search_tool_regex';
  /** Always `tool_search_tool_regex`. */
  name: 'tool_search_tool_regex';
}

/** How one tool of an MCP server is offered. */
export interface McpToolConfig {
  /** True loads it only when tool search returns it. */
  defer_loading?: boolean | undefined;
  /** False leaves it out. */
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
  /** Settings of tools without their own. */
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

/** The model decides whether to use tools. */
export interface ToolChoiceAuto {
  /** Always `auto`. */
  type: 'auto';
  /** True allows one tool use at most. Default false. */
  disable_parallel_tool_use?: boolean | undefined;
}

/** The model uses some tool. */
export interface ToolChoiceAny {
  /** Always `any`. */
  type: 'any';
  /** True asks for exactly one tool use. Default false. */
  disable_parallel_tool_use?: boolean | undefined;
}

/** The model uses the named tool. */
export interface ToolChoiceTool {
  /** Always `tool`. */
  type: 'tool';
  /** Name of the tool. */
  name: string;
  /** True asks for exactly one tool use. Default false. */
  disable_parallel_tool_use?: boolean | undefined;
}

/** The model uses no tool. */
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

/** Type of a tool that the service runs itself. */
export type ServerToolType = OpenEnum<
  Exclude<TypedTool, BashTool | StrReplaceEditorTool | TextEditorTool | MemoryTool | ComputerTool>['type']
>;

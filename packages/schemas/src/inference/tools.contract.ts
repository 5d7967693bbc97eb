/** Tool definitions and tool choice. */
import * as z from 'zod';
import { record } from '../kit/limits.schema.js';
import { named, object, type ObjectSchema, openObject, rule, type Schema, union } from '../kit/schema.js';
import { Cacheable, CacheControl } from './cache-control.contract.js';
import { Model } from './models.contract.js';
import { ClientToolBase, ToolBase } from './tool-base.contract.js';
import type * as types from './tools.js';
import { CachedWebFetchTool, WebFetchTool, WebSearchTool } from './web-tools.contract.js';

/**
 * JSON Schema of a tool input, which must be an object. Other JSON Schema keywords, for example `additionalProperties`, are
 * passed through.
 */
export const ToolInputSchema: ObjectSchema<types.ToolInputSchema> = openObject('Record<string, unknown>', {
  /** Always `object`. */
  type: rule('INF-102', z.literal('object')),
  /** Schema of each property. */
  properties: rule('INF-102', record(z.unknown())).nullish(),
  /** Names of the required properties. */
  required: rule('INF-102', z.array(z.string())).nullish(),
});

/**
 * A client tool: you run it when the reply has a `tool_use` block, and send a `tool_result` in the next user turn.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const CustomTool: ObjectSchema<types.CustomTool> = object('ToolBase', {
  ...ToolBase.shape,
  /** Example inputs. */
  input_examples: ClientToolBase.shape.input_examples,
  /** `custom`, null or omitted. */
  type: z.literal('custom').nullish(),
  /** Name: 1 to 128 letters, digits, `_` or `-`. Unique in the request. */
  name: rule('INF-101', z.string().regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -')),
  /** JSON Schema of the input. */
  input_schema: rule('INF-101', ToolInputSchema),
  /** Describes to the model what the tool does and when to use it. */
  description: z.string().optional(),
  /** Whether to stream the input without buffering whole values. */
  eager_input_streaming: z.boolean().nullish(),
});

/**
 * A shell, which you run.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export const BashTool: ObjectSchema<types.BashTool> = object('ClientToolBase', {
  ...ClientToolBase.shape,
  /** Version. `bash_20241022` is beta. */
  type: z.enum(['bash_20250124', 'bash_20241022']),
  name: z.literal('bash'),
});

/**
 * A text editor, which you run. First generation.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export const StrReplaceEditorTool: ObjectSchema<types.StrReplaceEditorTool> = object('ClientToolBase', {
  ...ClientToolBase.shape,
  /** Version. `text_editor_20241022` is beta. */
  type: z.enum(['text_editor_20250124', 'text_editor_20241022']),
  name: z.literal('str_replace_editor'),
});

/**
 * A text editor without undo, which you run.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export const TextEditorTool: ObjectSchema<types.TextEditorTool> = object('ClientToolBase', {
  ...ClientToolBase.shape,
  /** Version. */
  type: z.enum(['text_editor_20250429', 'text_editor_20250728']),
  name: z.literal('str_replace_based_edit_tool'),
  /** Maximum number of characters to show of a file. Only for `text_editor_20250728`. */
  max_characters: z.int().min(1).nullish(),
});

/**
 * A file-based memory, which you store.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export const MemoryTool: ObjectSchema<types.MemoryTool> = object('ClientToolBase', {
  ...ClientToolBase.shape,
  /** Version. */
  type: z.literal('memory_20250818'),
  name: z.literal('memory'),
});

/**
 * A screen, mouse and keyboard, which you control. Beta.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export const ComputerTool: ObjectSchema<types.ComputerTool> = object('ClientToolBase', {
  ...ClientToolBase.shape,
  /** Version. */
  type: z.enum(['computer_20241022', 'computer_20250124', 'computer_20251124']),
  name: z.literal('computer'),
  /** Width of the screen in pixels. */
  display_width_px: z.int().min(1),
  /** Height of the screen in pixels. */
  display_height_px: z.int().min(1),
  /** X11 display number. */
  display_number: z.int().min(0).nullish(),
  /** Whether the model may zoom. Only for `computer_20251124`. */
  enable_zoom: z.boolean().optional(),
});

/**
 * Code execution in a container on the service.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.4
 */
export const CodeExecutionTool: ObjectSchema<types.CodeExecutionTool> = object('ToolBase', {
  ...ToolBase.shape,
  /** Version. */
  type: z.enum(['code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120']),
  name: z.literal('code_execution'),
});

/**
 * A second model that the first one can ask for advice. Beta.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const AdvisorTool: ObjectSchema<types.AdvisorTool> = object('ToolBase', {
  ...ToolBase.shape,
  /** Version. */
  type: z.literal('advisor_20260301'),
  name: rule('INF-170', z.literal('advisor')),
  /** Model of the advisor. */
  model: rule('INF-170', named(Model)),
  /** Cache control of the advisor's own prompt. Default: not cached. */
  caching: rule({ type: 'INF-171' }, CacheControl).nullish(),
});

/**
 * Keyword search for deferred tools, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ToolSearchBm25Tool: ObjectSchema<types.ToolSearchBm25Tool> = object('ToolBase', {
  ...ToolBase.shape,
  /** Version, or the name alone for the latest version. */
  type: z.enum(['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25']),
  name: rule('INF-172', z.literal('tool_search_tool_bm25')),
});

/**
 * Regular expression search for deferred tools, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ToolSearchRegexTool: ObjectSchema<types.ToolSearchRegexTool> = object('ToolBase', {
  ...ToolBase.shape,
  /** Version, or the name alone for the latest version. */
  type: z.enum(['tool_search_tool_regex_20251119', 'tool_search_tool_regex']),
  name: rule('INF-173', z.literal('tool_search_tool_regex')),
});

/** Settings of one tool of an MCP server. */
export const McpToolConfig: ObjectSchema<types.McpToolConfig> = rule(
  'INF-174',
  object({
    /** Whether to load the tool only when tool search returns it. */
    defer_loading: rule('INF-174', z.boolean()).optional(),
    /** Whether the tool is available. */
    enabled: rule('INF-174', z.boolean()).optional(),
  }),
);

/**
 * The tools of an MCP server. Beta.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const McpToolset: ObjectSchema<types.McpToolset> = object('Cacheable', {
  ...Cacheable.shape,
  type: z.literal('mcp_toolset'),
  /** Name of a server in `mcp_servers`. */
  mcp_server_name: rule('INF-174', z.string().min(1)),
  /** Settings by tool name. */
  configs: rule('INF-174', record(McpToolConfig)).nullish(),
  /** Settings of tools without an entry in `configs`. */
  default_config: McpToolConfig.optional(),
});

/** A tool definition. */
export const Tool: Schema<types.Tool> = rule(
  'INF-177',
  union('type', [
    CustomTool,
    BashTool,
    StrReplaceEditorTool,
    TextEditorTool,
    MemoryTool,
    ComputerTool,
    CodeExecutionTool,
    WebSearchTool,
    WebFetchTool,
    CachedWebFetchTool,
    AdvisorTool,
    ToolSearchBm25Tool,
    ToolSearchRegexTool,
    McpToolset,
  ]),
);

/** Lets the model decide whether to use tools. */
export const ToolChoiceAuto: ObjectSchema<types.ToolChoiceAuto> = object({
  /** Limits the model to one tool use. Default false. */
  disable_parallel_tool_use: z.boolean().optional(),
  type: z.literal('auto'),
});

/** Requires the model to use a tool. */
export const ToolChoiceAny: ObjectSchema<types.ToolChoiceAny> = object({
  /** Requires exactly one tool use. Default false. */
  disable_parallel_tool_use: z.boolean().optional(),
  type: z.literal('any'),
});

/** Requires the model to use the named tool. */
export const ToolChoiceTool: ObjectSchema<types.ToolChoiceTool> = object({
  /** Requires exactly one tool use. Default false. */
  disable_parallel_tool_use: z.boolean().optional(),
  type: z.literal('tool'),
  /** Name of the tool. */
  name: z.string().min(1),
});

/** Prevents the model from using tools. */
export const ToolChoiceNone: ObjectSchema<types.ToolChoiceNone> = object({
  type: z.literal('none'),
});

/**
 * How the model uses the tools.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.3
 */
export const ToolChoice: Schema<types.ToolChoice> = union('type', [
  ToolChoiceAuto,
  ToolChoiceAny,
  ToolChoiceTool,
  ToolChoiceNone,
]);

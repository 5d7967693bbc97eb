/** Types of tool definitions that no schema of its own describes. */
import type { OpenEnum } from '../kit/open.js';
import type {
  AdvisorTool,
  BashTool,
  CodeExecutionTool,
  ComputerTool,
  McpToolset,
  MemoryTool,
  StrReplaceEditorTool,
  TextEditorTool,
  ToolSearchBm25Tool,
  ToolSearchRegexTool,
} from './tools.js';
import type { CachedWebFetchTool, WebFetchTool, WebSearchTool } from './web-tools.js';

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

/** Type of a tool that runs on the service. */
export type ServerToolType = OpenEnum<
  Exclude<TypedTool, BashTool | StrReplaceEditorTool | TextEditorTool | MemoryTool | ComputerTool>['type']
>;

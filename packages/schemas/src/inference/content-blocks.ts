/** Content blocks of replies, and their variants in requests. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Cacheable } from './cache-control.js';
import type { TextCitation } from './citations.js';
import type {
  DocumentBlockParam,
  ImageBlockParam,
  SearchResultBlockParam,
  ToolResultBlockParam,
} from './input-blocks.js';
import type {
  AdvisorToolResultBlock,
  McpToolResultBlock,
  ToolSearchToolResultBlock,
} from './search-results.js';
import type {
  BashCodeExecutionToolResultBlock,
  CodeExecutionToolResultBlock,
  TextEditorCodeExecutionToolResultBlock,
  WebFetchToolResultBlock,
  WebSearchToolResultBlock,
} from './tool-results.js';

/**
 * Text.
 *
 * @source inference > Response content blocks
 */
export interface TextBlock {
  /** Always `text`. */
  type: 'text';
  /** The text. */
  text: string;
  /** Citations that support the text; null or absent if there are none. */
  citations?: TextCitation[] | null | undefined;
}

/** Text in a request. */
export interface TextBlockParam extends TextBlock, Cacheable {}

/** Reasoning of the model before its reply. Send it back unchanged in later turns. */
export interface ThinkingBlock {
  /** Always `thinking`. */
  type: 'thinking';
  /** The reasoning as text; empty when `thinking.display` is `omitted`. */
  thinking: string;
  /** Signature of the service, which proves that the block is authentic. */
  signature: string;
}

/** Redacted reasoning. Send it back unchanged. */
export interface RedactedThinkingBlock {
  /** Always `redacted_thinking`. */
  type: 'redacted_thinking';
  /** The redacted reasoning, as opaque data. */
  data: string;
}

/** The model called the tool directly. */
export interface DirectCaller {
  /** Always `direct`. */
  type: 'direct';
}

/** Code that the model ran called the tool. */
export interface CodeExecutionCaller {
  /** Version of the code execution tool. */
  type: 'code_execution_20250825' | 'code_execution_20260120';
  /** Id of the server tool use whose code called the tool. */
  tool_id: string;
}

/** Caller of a tool. */
export type ToolCaller = DirectCaller | CodeExecutionCaller | UnknownMember;

/** A call of a client tool. Run the tool, and send a `tool_result` block in the next user turn. */
export interface ToolUseBlock {
  /** Always `tool_use`. */
  type: 'tool_use';
  /** Id of the call. */
  id: string;
  /** Name of the tool. */
  name: string;
  /** Input of the tool, a JSON object. */
  input: Record<string, unknown>;
  /** Caller of the tool. */
  caller?: ToolCaller | undefined;
}

/** A call of a tool, in a request. */
export interface ToolUseBlockParam extends ToolUseBlock, Cacheable {}

/** Names of the tools that run on the service, as requests may use them. */
export type ServerToolNameParam =
  | 'web_search'
  | 'web_fetch'
  | 'code_execution'
  | 'bash_code_execution'
  | 'text_editor_code_execution'
  | 'tool_search_tool_regex'
  | 'tool_search_tool_bm25'
  | 'advisor';

/** Names of the tools that run on the service. */
export type ServerToolName = OpenEnum<ServerToolNameParam>;

/** A call of a tool that runs on the service. */
export interface ServerToolUseBlock {
  /** Always `server_tool_use`. */
  type: 'server_tool_use';
  /** Id of the call. */
  id: string;
  /** Name of the tool. */
  name: ServerToolName;
  /** Input of the tool, a JSON object. */
  input: Record<string, unknown>;
  /** Caller of the tool. */
  caller?: ToolCaller | undefined;
}

/** A call of a server tool, in a request. */
export interface ServerToolUseBlockParam extends ServerToolUseBlock, Cacheable {
  /** Name of the tool. */
  name: ServerToolNameParam;
}

/**
 * A file that was uploaded to the container.
 *
 * @source inference > Response content blocks
 */
export interface ContainerUploadBlock {
  /** Always `container_upload`. */
  type: 'container_upload';
  /** Id of the file. */
  file_id: string;
}

/** A file to upload to the container. */
export interface ContainerUploadBlockParam extends ContainerUploadBlock, Cacheable {}

/**
 * A call of a tool of an MCP server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export interface McpToolUseBlock {
  /** Always `mcp_tool_use`. */
  type: 'mcp_tool_use';
  /** Id of the call. */
  id: string;
  /** Name of the tool. */
  name: string;
  /** Name of the MCP server. */
  server_name: string;
  /** Input of the tool, a JSON object. */
  input: Record<string, unknown>;
}

/** A call of a tool of an MCP server, in a request. */
export interface McpToolUseBlockParam extends McpToolUseBlock, Cacheable {}

/**
 * A summary that replaces the conversation before it.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export interface CompactionBlock {
  /** Always `compaction`. */
  type: 'compaction';
  /** The summary; null when compaction failed. */
  content?: string | null | undefined;
  /** The summary, encrypted for the service. */
  encrypted_content?: string | null | undefined;
}

/** A summary, in a request. */
export interface CompactionBlockParam extends CompactionBlock, Cacheable {}

/** A content block of a reply. Unknown block types are preserved unchanged. */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ServerToolUseBlock
  | WebSearchToolResultBlock
  | WebFetchToolResultBlock
  | CodeExecutionToolResultBlock
  | BashCodeExecutionToolResultBlock
  | TextEditorCodeExecutionToolResultBlock
  | ToolSearchToolResultBlock
  | ContainerUploadBlock
  | McpToolUseBlock
  | McpToolResultBlock
  | AdvisorToolResultBlock
  | CompactionBlock
  | UnknownMember;

/** A content block of a request. Blocks of a reply can be sent back unchanged. */
export type ContentBlockParam =
  | TextBlockParam
  | ImageBlockParam
  | DocumentBlockParam
  | SearchResultBlockParam
  | (ThinkingBlock & Cacheable)
  | (RedactedThinkingBlock & Cacheable)
  | ToolUseBlockParam
  | ToolResultBlockParam
  | (ServerToolUseBlock & Cacheable)
  | (WebSearchToolResultBlock & Cacheable)
  | (WebFetchToolResultBlock & Cacheable)
  | (CodeExecutionToolResultBlock & Cacheable)
  | (BashCodeExecutionToolResultBlock & Cacheable)
  | (TextEditorCodeExecutionToolResultBlock & Cacheable)
  | (ToolSearchToolResultBlock & Cacheable)
  | ContainerUploadBlockParam
  | McpToolUseBlockParam
  | (McpToolResultBlock & Cacheable)
  | (AdvisorToolResultBlock & Cacheable)
  | CompactionBlockParam
  | UnknownMember;

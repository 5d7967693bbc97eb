/** Content blocks of replies, and their variants in requests. */
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { typedOpen } from '../kit/contract.js';
import { record } from '../kit/limits.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  union,
} from '../kit/schema.js';
import { Cacheable, markable } from './cache-control.contract.js';
import { ToolCaller } from './callers.contract.js';
import type * as types from './content-blocks.js';
import {
  BashCodeExecutionToolResultBlock,
  CodeExecutionToolResultBlock,
  TextEditorCodeExecutionToolResultBlock,
} from './execution-results.contract.js';
import {
  DocumentBlockParam,
  ImageBlockParam,
  SearchResultBlockParam,
  ToolResultBlockParam,
} from './input-blocks.contract.js';
import {
  AdvisorToolResultBlock,
  McpToolResultBlock,
  ToolSearchToolResultBlock,
} from './search-results.contract.js';
import { TextBlock, TextBlockParam } from './text-blocks.contract.js';
import { WebFetchToolResultBlock, WebSearchToolResultBlock } from './web-results.contract.js';

const toolInput = record(z.unknown());

/** Reasoning of the model before its reply. Send it back unchanged in later turns. */
export const ThinkingBlock: ObjectSchema<types.ThinkingBlock> = openObject({
  type: z.literal('thinking'),
  /** The reasoning as text; empty when `thinking.display` is `omitted`. */
  thinking: rule('INF-132', z.string()),
  /** Signature of the service, which proves that the block is authentic. */
  signature: rule('INF-132', z.string()),
});

/** Redacted reasoning. Send it back unchanged. */
export const RedactedThinkingBlock: ObjectSchema<types.RedactedThinkingBlock> = openObject({
  type: z.literal('redacted_thinking'),
  /** The redacted reasoning, as opaque data. */
  data: rule('INF-133', z.string()),
});

/** A call of a client tool. Run the tool, and send a `tool_result` block in the next user turn. */
export const ToolUseBlock: ObjectSchema<types.ToolUseBlock> = openObject({
  type: z.literal('tool_use'),
  /** Id of the call. */
  id: rule('INF-134', z.string().min(1)),
  /** Name of the tool. */
  name: rule('INF-134', z.string().min(1)),
  /** Input of the tool, a JSON object. */
  input: rule('INF-134', toolInput),
  /** Caller of the tool. */
  caller: ToolCaller.optional(),
});

/** A call of a tool, in a request. */
export const ToolUseBlockParam: ObjectSchema<types.ToolUseBlockParam> = object('ToolUseBlock', 'Cacheable', {
  ...closed(ToolUseBlock).shape,
  ...Cacheable.shape,
});

/** Names of the tools that run on the service, as requests may use them. */
export const ServerToolNameParam: Schema<types.ServerToolNameParam> = z.enum([
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
  'advisor',
]);

/** Names of the tools that run on the service. */
export const ServerToolName: Schema<types.ServerToolName> = openEnum(ServerToolNameParam);

/** A call of a tool that runs on the service. */
export const ServerToolUseBlock: ObjectSchema<types.ServerToolUseBlock> = openObject({
  type: z.literal('server_tool_use'),
  /** Id of the call. */
  id: rule('INF-137', z.string().min(1)),
  /** Name of the tool. */
  name: rule('INF-137', ServerToolName),
  /** Input of the tool, a JSON object. */
  input: rule('INF-137', toolInput),
  /** Caller of the tool. */
  caller: ToolCaller.optional(),
});

/**
 * A file that was uploaded to the container.
 *
 * @source inference > Response content blocks
 */
export const ContainerUploadBlock: ObjectSchema<types.ContainerUploadBlock> = openObject({
  type: z.literal('container_upload'),
  /** Id of the file. */
  file_id: z.string(),
});

/** A file to upload to the container. */
export const ContainerUploadBlockParam: ObjectSchema<types.ContainerUploadBlockParam> = object(
  'ContainerUploadBlock',
  'Cacheable',
  {
    ...closed(ContainerUploadBlock).shape,
    ...Cacheable.shape,
  },
);

/**
 * A call of a tool of an MCP server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const McpToolUseBlock: ObjectSchema<types.McpToolUseBlock> = openObject({
  type: z.literal('mcp_tool_use'),
  /** Id of the call. */
  id: z.string().min(1),
  /** Name of the tool. */
  name: z.string().min(1),
  /** Name of the MCP server. */
  server_name: z.string(),
  /** Input of the tool, a JSON object. */
  input: toolInput,
});

/** A call of a tool of an MCP server, in a request. */
export const McpToolUseBlockParam: ObjectSchema<types.McpToolUseBlockParam> = object(
  'McpToolUseBlock',
  'Cacheable',
  {
    ...closed(McpToolUseBlock).shape,
    ...Cacheable.shape,
  },
);

/**
 * A summary that replaces the conversation before it.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const CompactionBlock: ObjectSchema<types.CompactionBlock> = openObject({
  type: z.literal('compaction'),
  /** The summary; null when compaction failed. */
  content: z.string().nullish(),
  /** The summary, encrypted for the service. */
  encrypted_content: z.string().nullish(),
});

/** A summary, in a request. */
export const CompactionBlockParam: ObjectSchema<types.CompactionBlockParam> = object(
  'CompactionBlock',
  'Cacheable',
  {
    ...closed(CompactionBlock).shape,
    ...Cacheable.shape,
  },
);

/** A content block of a reply. Unknown block types are preserved unchanged. */
export const ContentBlock: Schema<types.ContentBlock> = openUnion('type', [
  TextBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
  ToolUseBlock,
  ServerToolUseBlock,
  WebSearchToolResultBlock,
  WebFetchToolResultBlock,
  CodeExecutionToolResultBlock,
  BashCodeExecutionToolResultBlock,
  TextEditorCodeExecutionToolResultBlock,
  ToolSearchToolResultBlock,
  ContainerUploadBlock,
  McpToolUseBlock,
  McpToolResultBlock,
  AdvisorToolResultBlock,
  CompactionBlock,
]);

const blockParam = union('type', [
  TextBlockParam,
  ImageBlockParam,
  DocumentBlockParam,
  SearchResultBlockParam,
  markable(closed(ThinkingBlock)),
  markable(closed(RedactedThinkingBlock)),
  ToolUseBlockParam,
  ToolResultBlockParam,
  markable(closed(ServerToolUseBlock)),
  markable(closed(WebSearchToolResultBlock)),
  markable(closed(WebFetchToolResultBlock)),
  markable(closed(CodeExecutionToolResultBlock)),
  markable(closed(BashCodeExecutionToolResultBlock)),
  markable(closed(TextEditorCodeExecutionToolResultBlock)),
  markable(closed(ToolSearchToolResultBlock)),
  ContainerUploadBlockParam,
  McpToolUseBlockParam,
  markable(closed(McpToolResultBlock)),
  markable(closed(AdvisorToolResultBlock)),
  CompactionBlockParam,
]);

/** A content block of a request. Blocks of a reply can be sent back unchanged. */
export const ContentBlockParam: Schema<types.ContentBlockParam> = rule('INF-147', typedOpen(blockParam));

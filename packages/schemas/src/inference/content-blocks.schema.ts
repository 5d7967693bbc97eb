/** Schemas of the content blocks of requests and replies. */
import * as z from 'zod';
import { record } from '../kit/limits.schema.js';
import { object, type ObjectSchema, openObject, openUnion, rule, type Schema, union } from '../kit/schema.js';
import { markable } from './cache-control.schema.js';
import { callerSchema } from './callers.schema.js';
import { citationSchema } from './citations.schema.js';
import type * as types from './content-blocks.js';
import {
  bashCodeExecutionToolResult,
  codeExecutionToolResult,
  textEditorCodeExecutionToolResult,
} from './execution-results.schema.js';
import { REPLY, REQUEST, type Form } from './form.schema.js';
import {
  DocumentBlockParamSchema,
  ImageBlockParamSchema,
  SearchResultBlockParamSchema,
  TextBlockParamSchema,
  ToolResultBlockParamSchema,
} from './input-blocks.schema.js';
import { advisorToolResult, mcpToolResult, toolSearchToolResult } from './search-results.schema.js';
import { webFetchToolResult, webSearchToolResult } from './web-results.schema.js';

const toolInput = record(z.unknown());

/** Schema of {@link types.TextBlock}. */
export const TextBlockSchema: ObjectSchema<types.TextBlock> = openObject<types.TextBlock>()({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(citationSchema(REPLY)).nullish(),
});

function thinking(form: Form): Schema<types.ThinkingBlock> {
  return form.object<types.ThinkingBlock>()({
    type: z.literal('thinking'),
    thinking: rule('INF-132', z.string()),
    signature: rule('INF-132', z.string()),
  });
}

function redactedThinking(form: Form): Schema<types.RedactedThinkingBlock> {
  return form.object<types.RedactedThinkingBlock>()({
    type: z.literal('redacted_thinking'),
    data: rule('INF-133', z.string()),
  });
}

function toolUse(form: Form): Schema<types.ToolUseBlock> {
  return form.object<types.ToolUseBlock>()({
    type: z.literal('tool_use'),
    id: rule('INF-134', z.string().min(1)),
    name: rule('INF-134', z.string().min(1)),
    input: rule('INF-134', toolInput),
    caller: callerSchema(form).optional(),
  });
}

function serverToolUse(form: Form): Schema<types.ServerToolUseBlock> {
  return form.object<types.ServerToolUseBlock>()({
    type: z.literal('server_tool_use'),
    id: rule('INF-137', z.string().min(1)),
    name: rule(
      'INF-137',
      form.oneOf<types.ServerToolName>()([
        'web_search',
        'web_fetch',
        'code_execution',
        'bash_code_execution',
        'text_editor_code_execution',
        'tool_search_tool_regex',
        'tool_search_tool_bm25',
        'advisor',
      ]),
    ),
    input: rule('INF-137', toolInput),
    caller: callerSchema(form).optional(),
  });
}

function containerUpload(form: Form): Schema<types.ContainerUploadBlock> {
  return form.object<types.ContainerUploadBlock>()({
    type: z.literal('container_upload'),
    file_id: z.string(),
  });
}

function mcpToolUse(form: Form): Schema<types.McpToolUseBlock> {
  return form.object<types.McpToolUseBlock>()({
    type: z.literal('mcp_tool_use'),
    id: z.string().min(1),
    name: z.string().min(1),
    server_name: z.string(),
    input: toolInput,
  });
}

function compaction(form: Form): Schema<types.CompactionBlock> {
  return form.object<types.CompactionBlock>()({
    type: z.literal('compaction'),
    content: z.string().nullish(),
    encrypted_content: z.string().nullish(),
  });
}

/** Schema of {@link types.ContentBlock}. */
export const ContentBlockSchema: Schema<types.ContentBlock> = openUnion<types.ContentBlock>()('type', {
  text: TextBlockSchema,
  thinking: thinking(REPLY),
  redacted_thinking: redactedThinking(REPLY),
  tool_use: toolUse(REPLY),
  server_tool_use: serverToolUse(REPLY),
  web_search_tool_result: webSearchToolResult(REPLY),
  web_fetch_tool_result: webFetchToolResult(REPLY),
  code_execution_tool_result: codeExecutionToolResult(REPLY),
  bash_code_execution_tool_result: bashCodeExecutionToolResult(REPLY),
  text_editor_code_execution_tool_result: textEditorCodeExecutionToolResult(REPLY),
  tool_search_tool_result: toolSearchToolResult(REPLY),
  container_upload: containerUpload(REPLY),
  mcp_tool_use: mcpToolUse(REPLY),
  mcp_tool_result: mcpToolResult(REPLY, TextBlockSchema),
  advisor_tool_result: advisorToolResult(REPLY),
  compaction: compaction(REPLY),
});

const plainText: ObjectSchema<types.TextBlock> = object<types.TextBlock>()({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(citationSchema(REQUEST)).nullish(),
});

/** Schema of {@link types.ContentBlockParam}. */
export const ContentBlockParamSchema: Schema<types.ContentBlockParam> = rule(
  'INF-147',
  union<types.ContentBlockParam>()('type', {
    text: TextBlockParamSchema,
    image: ImageBlockParamSchema,
    document: DocumentBlockParamSchema,
    search_result: SearchResultBlockParamSchema,
    thinking: markable(thinking(REQUEST)),
    redacted_thinking: markable(redactedThinking(REQUEST)),
    tool_use: markable(toolUse(REQUEST)),
    tool_result: ToolResultBlockParamSchema,
    server_tool_use: markable(serverToolUse(REQUEST)),
    web_search_tool_result: markable(webSearchToolResult(REQUEST)),
    web_fetch_tool_result: markable(webFetchToolResult(REQUEST)),
    code_execution_tool_result: markable(codeExecutionToolResult(REQUEST)),
    bash_code_execution_tool_result: markable(bashCodeExecutionToolResult(REQUEST)),
    text_editor_code_execution_tool_result: markable(textEditorCodeExecutionToolResult(REQUEST)),
    tool_search_tool_result: markable(toolSearchToolResult(REQUEST)),
    container_upload: markable(containerUpload(REQUEST)),
    mcp_tool_use: markable(mcpToolUse(REQUEST)),
    mcp_tool_result: markable(mcpToolResult(REQUEST, plainText)),
    advisor_tool_result: markable(advisorToolResult(REQUEST)),
    compaction: markable(compaction(REQUEST)),
  }),
);

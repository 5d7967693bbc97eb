/** Schemas of the results of tool search, MCP servers and the advisor. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import type { TextBlock } from './content-blocks.js';
import type { Form } from './form.schema.js';
import type * as types from './search-results.js';

/**
 * Creates the schema of {@link types.ToolSearchToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function toolSearchToolResult(form: Form): Schema<types.ToolSearchToolResultBlock> {
  const reference = form.object<types.ToolReferenceBlock>()({
    type: z.literal('tool_reference'),
    tool_name: z.string(),
  });
  const content = form.union<types.ToolSearchToolResultBlock['content']>()('type', {
    tool_search_tool_search_result: form.object<types.ToolSearchToolSearchResult>()({
      type: z.literal('tool_search_tool_search_result'),
      tool_references: z.array(reference),
    }),
    tool_search_tool_result_error: form.object<types.ToolSearchToolResultError>()({
      type: z.literal('tool_search_tool_result_error'),
      error_code: form.oneOf<types.ToolSearchErrorCode>()([
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
      ]),
      error_message: z.string().nullish(),
    }),
  });
  return form.object<types.ToolSearchToolResultBlock>()({
    type: z.literal('tool_search_tool_result'),
    tool_use_id: rule('INF-047', z.string()),
    content: rule('INF-047', content),
  });
}

/**
 * Creates the schema of {@link types.McpToolResultBlock}.
 *
 * @param form - Request or reply.
 * @param text - Schema of text blocks in that form.
 */
export function mcpToolResult(form: Form, text: Schema<TextBlock>): Schema<types.McpToolResultBlock> {
  return form.object<types.McpToolResultBlock>()({
    type: z.literal('mcp_tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(text)]).optional(),
    is_error: z.boolean().optional(),
  });
}

/**
 * Creates the schema of {@link types.AdvisorToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function advisorToolResult(form: Form): Schema<types.AdvisorToolResultBlock> {
  const content = form.union<types.AdvisorToolResultBlock['content']>()('type', {
    advisor_result: form.object<types.AdvisorResult>()({
      type: z.literal('advisor_result'),
      text: z.string(),
    }),
    advisor_redacted_result: form.object<types.AdvisorRedactedResult>()({
      type: z.literal('advisor_redacted_result'),
      encrypted_content: z.string(),
    }),
    advisor_tool_result_error: form.object<types.AdvisorToolResultError>()({
      type: z.literal('advisor_tool_result_error'),
      error_code: form.oneOf<types.AdvisorErrorCode>()([
        'max_uses_exceeded',
        'prompt_too_long',
        'too_many_requests',
        'overloaded',
        'unavailable',
        'execution_time_exceeded',
      ]),
    }),
  });
  return form.object<types.AdvisorToolResultBlock>()({
    type: z.literal('advisor_tool_result'),
    tool_use_id: z.string(),
    content,
  });
}

/** Results of tool search, MCP servers and the advisor, in replies and in requests. */
import * as z from 'zod';
import { type ObjectSchema, openEnum, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import type * as types from './search-results.js';
import { TextBlock } from './text-blocks.contract.js';

/** A tool that tool search found. */
export const ToolReferenceBlock: ObjectSchema<types.ToolReferenceBlock> = openObject({
  type: z.literal('tool_reference'),
  /** Name of the tool. */
  tool_name: z.string(),
});

/** The tools that tool search found. */
export const ToolSearchToolSearchResult: ObjectSchema<types.ToolSearchToolSearchResult> = openObject({
  type: z.literal('tool_search_tool_search_result'),
  /** References to the tools. */
  tool_references: z.array(ToolReferenceBlock),
});

/**
 * Error codes of tool search, as requests may use them.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const ToolSearchErrorCodeParam: Schema<types.ToolSearchErrorCodeParam> = z.enum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
]);

/**
 * Why tool search failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const ToolSearchErrorCode: Schema<types.ToolSearchErrorCode> = openEnum(ToolSearchErrorCodeParam);

/** A failed tool search. */
export const ToolSearchToolResultError: ObjectSchema<types.ToolSearchToolResultError> = openObject({
  type: z.literal('tool_search_tool_result_error'),
  /** Why it failed. */
  error_code: ToolSearchErrorCode,
  /** Details of the error; null if there are none. */
  error_message: z.string().nullish(),
});

/**
 * Result of tool search.
 *
 * @source inference > Response content blocks
 */
export const ToolSearchToolResultBlock: ObjectSchema<types.ToolSearchToolResultBlock> = openObject({
  type: z.literal('tool_search_tool_result'),
  /** Id of the `server_tool_use` block. */
  tool_use_id: rule('INF-047', z.string()),
  /** The tools found, or the error. */
  content: rule('INF-047', openUnion('type', [ToolSearchToolSearchResult, ToolSearchToolResultError])),
});

/**
 * Result of a tool of an MCP server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const McpToolResultBlock: ObjectSchema<types.McpToolResultBlock> = openObject({
  type: z.literal('mcp_tool_result'),
  /** Id of the `mcp_tool_use` block. */
  tool_use_id: z.string(),
  /** Output of the tool. */
  content: z.union([z.string(), z.array(TextBlock)]).optional(),
  /** Whether the tool failed. */
  is_error: z.boolean().optional(),
});

/**
 * Error codes of the advisor, as requests may use them.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const AdvisorErrorCodeParam: Schema<types.AdvisorErrorCodeParam> = z.enum([
  'max_uses_exceeded',
  'prompt_too_long',
  'too_many_requests',
  'overloaded',
  'unavailable',
  'execution_time_exceeded',
]);

/**
 * Why the advisor did not reply.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const AdvisorErrorCode: Schema<types.AdvisorErrorCode> = openEnum(AdvisorErrorCodeParam);

/** A failed call of the advisor. */
export const AdvisorToolResultError: ObjectSchema<types.AdvisorToolResultError> = openObject({
  type: z.literal('advisor_tool_result_error'),
  /** Why it failed. */
  error_code: AdvisorErrorCode,
});

/** Advice from the advisor. */
export const AdvisorResult: ObjectSchema<types.AdvisorResult> = openObject({
  type: z.literal('advisor_result'),
  /** The advice as text. */
  text: z.string(),
});

/** Redacted advice from the advisor. */
export const AdvisorRedactedResult: ObjectSchema<types.AdvisorRedactedResult> = openObject({
  type: z.literal('advisor_redacted_result'),
  /** The encrypted advice. Send it back unchanged. */
  encrypted_content: z.string(),
});

/**
 * Result of the advisor tool.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const AdvisorToolResultBlock: ObjectSchema<types.AdvisorToolResultBlock> = openObject({
  type: z.literal('advisor_tool_result'),
  /** Id of the `server_tool_use` block. */
  tool_use_id: z.string(),
  /** The advice, or the error. */
  content: openUnion('type', [AdvisorResult, AdvisorRedactedResult, AdvisorToolResultError]),
});

/** Results of tool search, MCP servers and the advisor, in replies and in requests. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { TextBlock } from './content-blocks.js';

/** A tool that tool search found. */
export interface ToolReferenceBlock {
  /** Always `tool_reference`. */
  type: 'tool_reference';
  /** Name of the tool. */
  tool_name: string;
}

/** The tools that tool search found. */
export interface ToolSearchToolSearchResult {
  /** Always `tool_search_tool_search_result`. */
  type: 'tool_search_tool_search_result';
  /** References to the tools. */
  tool_references: ToolReferenceBlock[];
}

/**
 * Error codes of tool search, as requests may use them.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export type ToolSearchErrorCodeParam =
  'invalid_tool_input' | 'unavailable' | 'too_many_requests' | 'execution_time_exceeded';

/**
 * Why tool search failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export type ToolSearchErrorCode = OpenEnum<ToolSearchErrorCodeParam>;

/** A failed tool search. */
export interface ToolSearchToolResultError {
  /** Always `tool_search_tool_result_error`. */
  type: 'tool_search_tool_result_error';
  /** Why it failed. */
  error_code: ToolSearchErrorCode;
  /** Details of the error; null if there are none. */
  error_message?: string | null | undefined;
}

/**
 * Result of tool search.
 *
 * @source inference > Response content blocks
 */
export interface ToolSearchToolResultBlock {
  /** Always `tool_search_tool_result`. */
  type: 'tool_search_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The tools found, or the error. */
  content: ToolSearchToolSearchResult | ToolSearchToolResultError | UnknownMember;
}

/**
 * Result of a tool of an MCP server.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export interface McpToolResultBlock {
  /** Always `mcp_tool_result`. */
  type: 'mcp_tool_result';
  /** Id of the `mcp_tool_use` block. */
  tool_use_id: string;
  /** Output of the tool. */
  content?: string | TextBlock[] | undefined;
  /** Whether the tool failed. */
  is_error?: boolean | undefined;
}

/**
 * Error codes of the advisor, as requests may use them.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export type AdvisorErrorCodeParam =
  | 'max_uses_exceeded'
  | 'prompt_too_long'
  | 'too_many_requests'
  | 'overloaded'
  | 'unavailable'
  | 'execution_time_exceeded';

/**
 * Why the advisor did not reply.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export type AdvisorErrorCode = OpenEnum<AdvisorErrorCodeParam>;

/** A failed call of the advisor. */
export interface AdvisorToolResultError {
  /** Always `advisor_tool_result_error`. */
  type: 'advisor_tool_result_error';
  /** Why it failed. */
  error_code: AdvisorErrorCode;
}

/** Advice from the advisor. */
export interface AdvisorResult {
  /** Always `advisor_result`. */
  type: 'advisor_result';
  /** The advice as text. */
  text: string;
}

/** Redacted advice from the advisor. */
export interface AdvisorRedactedResult {
  /** Always `advisor_redacted_result`. */
  type: 'advisor_redacted_result';
  /** The encrypted advice. Send it back unchanged. */
  encrypted_content: string;
}

/**
 * Result of the advisor tool.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export interface AdvisorToolResultBlock {
  /** Always `advisor_tool_result`. */
  type: 'advisor_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The advice, or the error. */
  content: AdvisorResult | AdvisorRedactedResult | AdvisorToolResultError | UnknownMember;
}

/** Calls and results of server tools in requests. Unlike in replies, tool names and error codes are closed. */
import type { Cacheable } from './cache-control.js';
import type { ServerToolNameParam, ServerToolUseBlock } from './content-blocks.js';
import type * as execution from './execution-results.js';
import type * as search from './search-results.js';
import type * as web from './web-results.js';

/** A call of a server tool, in a request. */
export interface ServerToolUseBlockParam extends ServerToolUseBlock, Cacheable {
  /** Name of the tool. */
  name: ServerToolNameParam;
}

/** A failed web search, in a request. */
export interface WebSearchToolResultErrorParam extends web.WebSearchToolResultError {
  /** Why it failed. */
  error_code: web.WebSearchErrorCodeParam;
}

/** Result of a web search, in a request. */
export interface WebSearchToolResultBlockParam extends web.WebSearchToolResultBlock, Cacheable {
  /** The pages found, or the error. */
  content: web.WebSearchResult[] | WebSearchToolResultErrorParam;
}

/** A failed web fetch, in a request. */
export interface WebFetchToolResultErrorParam extends web.WebFetchToolResultError {
  /** Why it failed. */
  error_code: web.WebFetchErrorCodeParam;
}

/** Result of a web fetch, in a request. */
export interface WebFetchToolResultBlockParam extends web.WebFetchToolResultBlock, Cacheable {
  /** The page, or the error. */
  content: web.WebFetchResult | WebFetchToolResultErrorParam;
}

/** A failed code execution, in a request. */
export interface CodeExecutionToolResultErrorParam extends execution.CodeExecutionToolResultError {
  /** Why it failed. */
  error_code: execution.CodeExecutionErrorCodeParam;
}

/** Result of code execution, in a request. */
export interface CodeExecutionToolResultBlockParam extends execution.CodeExecutionToolResultBlock, Cacheable {
  /** The output, or the error. */
  content:
    | execution.CodeExecutionResult
    | execution.EncryptedCodeExecutionResult
    | CodeExecutionToolResultErrorParam;
}

/** A failed shell command, in a request. */
export interface BashCodeExecutionToolResultErrorParam extends execution.BashCodeExecutionToolResultError {
  /** Why it failed. */
  error_code: execution.BashCodeExecutionErrorCodeParam;
}

/** Result of a shell command, in a request. */
export interface BashCodeExecutionToolResultBlockParam
  extends execution.BashCodeExecutionToolResultBlock, Cacheable {
  /** The output, or the error. */
  content: execution.BashCodeExecutionResult | BashCodeExecutionToolResultErrorParam;
}

/** A failed file command, in a request. */
export interface TextEditorCodeExecutionToolResultErrorParam
  extends execution.TextEditorCodeExecutionToolResultError {
  /** Why it failed. */
  error_code: execution.TextEditorErrorCodeParam;
}

/** Result of a file command, in a request. */
export interface TextEditorCodeExecutionToolResultBlockParam
  extends execution.TextEditorCodeExecutionToolResultBlock, Cacheable {
  /** The output, or the error. */
  content:
    | execution.TextEditorCodeExecutionViewResult
    | execution.TextEditorCodeExecutionCreateResult
    | execution.TextEditorCodeExecutionStrReplaceResult
    | TextEditorCodeExecutionToolResultErrorParam;
}

/** A failed tool search, in a request. */
export interface ToolSearchToolResultErrorParam extends search.ToolSearchToolResultError {
  /** Why it failed. */
  error_code: search.ToolSearchErrorCodeParam;
}

/** Result of tool search, in a request. */
export interface ToolSearchToolResultBlockParam extends search.ToolSearchToolResultBlock, Cacheable {
  /** The tools found, or the error. */
  content: search.ToolSearchToolSearchResult | ToolSearchToolResultErrorParam;
}

/** A failed call of the advisor, in a request. */
export interface AdvisorToolResultErrorParam extends search.AdvisorToolResultError {
  /** Why it failed. */
  error_code: search.AdvisorErrorCodeParam;
}

/** Result of the advisor tool, in a request. */
export interface AdvisorToolResultBlockParam extends search.AdvisorToolResultBlock, Cacheable {
  /** The advice, or the error. */
  content: search.AdvisorResult | search.AdvisorRedactedResult | AdvisorToolResultErrorParam;
}

/** Calls and results of server tools in requests. Unlike in replies, tool names and error codes are closed. */
import type { Cacheable } from './cache-control.js';
import type { ServerToolNameParam, ServerToolUseBlock } from './content-blocks.js';
import type {
  BashCodeExecutionErrorCodeParam,
  BashCodeExecutionResult,
  BashCodeExecutionToolResultBlock,
  BashCodeExecutionToolResultError,
  CodeExecutionErrorCodeParam,
  CodeExecutionResult,
  CodeExecutionToolResultBlock,
  CodeExecutionToolResultError,
  EncryptedCodeExecutionResult,
  TextEditorCodeExecutionCreateResult,
  TextEditorCodeExecutionStrReplaceResult,
  TextEditorCodeExecutionToolResultBlock,
  TextEditorCodeExecutionToolResultError,
  TextEditorCodeExecutionViewResult,
  TextEditorErrorCodeParam,
} from './execution-results.js';
import type {
  AdvisorErrorCodeParam,
  AdvisorRedactedResult,
  AdvisorResult,
  AdvisorToolResultBlock,
  AdvisorToolResultError,
  ToolSearchErrorCodeParam,
  ToolSearchToolResultBlock,
  ToolSearchToolResultError,
  ToolSearchToolSearchResult,
} from './search-results.js';
import type {
  WebFetchErrorCodeParam,
  WebFetchResult,
  WebFetchToolResultBlock,
  WebFetchToolResultError,
  WebSearchErrorCodeParam,
  WebSearchResult,
  WebSearchToolResultBlock,
  WebSearchToolResultError,
} from './web-results.js';

/** A call of a server tool, in a request. */
export interface ServerToolUseBlockParam extends ServerToolUseBlock, Cacheable {
  /** Name of the tool. */
  name: ServerToolNameParam;
}

/** A failed web search, in a request. */
export interface WebSearchToolResultErrorParam extends WebSearchToolResultError {
  /** Why it failed. */
  error_code: WebSearchErrorCodeParam;
}

/** Result of a web search, in a request. */
export interface WebSearchToolResultBlockParam extends WebSearchToolResultBlock, Cacheable {
  /** The pages found, or the error. */
  content: WebSearchResult[] | WebSearchToolResultErrorParam;
}

/** A failed web fetch, in a request. */
export interface WebFetchToolResultErrorParam extends WebFetchToolResultError {
  /** Why it failed. */
  error_code: WebFetchErrorCodeParam;
}

/** Result of a web fetch, in a request. */
export interface WebFetchToolResultBlockParam extends WebFetchToolResultBlock, Cacheable {
  /** The page, or the error. */
  content: WebFetchResult | WebFetchToolResultErrorParam;
}

/** A failed code execution, in a request. */
export interface CodeExecutionToolResultErrorParam extends CodeExecutionToolResultError {
  /** Why it failed. */
  error_code: CodeExecutionErrorCodeParam;
}

/** Result of code execution, in a request. */
export interface CodeExecutionToolResultBlockParam extends CodeExecutionToolResultBlock, Cacheable {
  /** The output, or the error. */
  content: CodeExecutionResult | EncryptedCodeExecutionResult | CodeExecutionToolResultErrorParam;
}

/** A failed shell command, in a request. */
export interface BashCodeExecutionToolResultErrorParam extends BashCodeExecutionToolResultError {
  /** Why it failed. */
  error_code: BashCodeExecutionErrorCodeParam;
}

/** Result of a shell command, in a request. */
export interface BashCodeExecutionToolResultBlockParam extends BashCodeExecutionToolResultBlock, Cacheable {
  /** The output, or the error. */
  content: BashCodeExecutionResult | BashCodeExecutionToolResultErrorParam;
}

/** A failed file command, in a request. */
export interface TextEditorCodeExecutionToolResultErrorParam extends TextEditorCodeExecutionToolResultError {
  /** Why it failed. */
  error_code: TextEditorErrorCodeParam;
}

/** Result of a file command, in a request. */
export interface TextEditorCodeExecutionToolResultBlockParam
  extends TextEditorCodeExecutionToolResultBlock, Cacheable {
  /** The output, or the error. */
  content:
    | TextEditorCodeExecutionViewResult
    | TextEditorCodeExecutionCreateResult
    | TextEditorCodeExecutionStrReplaceResult
    | TextEditorCodeExecutionToolResultErrorParam;
}

/** A failed tool search, in a request. */
export interface ToolSearchToolResultErrorParam extends ToolSearchToolResultError {
  /** Why it failed. */
  error_code: ToolSearchErrorCodeParam;
}

/** Result of tool search, in a request. */
export interface ToolSearchToolResultBlockParam extends ToolSearchToolResultBlock, Cacheable {
  /** The tools found, or the error. */
  content: ToolSearchToolSearchResult | ToolSearchToolResultErrorParam;
}

/** A failed call of the advisor, in a request. */
export interface AdvisorToolResultErrorParam extends AdvisorToolResultError {
  /** Why it failed. */
  error_code: AdvisorErrorCodeParam;
}

/** Result of the advisor tool, in a request. */
export interface AdvisorToolResultBlockParam extends AdvisorToolResultBlock, Cacheable {
  /** The advice, or the error. */
  content: AdvisorResult | AdvisorRedactedResult | AdvisorToolResultErrorParam;
}

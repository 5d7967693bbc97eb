/** Results of the tools that run on the service, in replies and in requests. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { CitationsConfig } from './citations.js';
import type { ToolCaller } from './content-blocks.js';
import type { DocumentSource } from './sources.js';

/**
 * Error codes of web search, as requests may use them.
 *
 * @source inference > Errors
 */
export type WebSearchErrorCodeParam =
  | 'invalid_tool_input'
  | 'unavailable'
  | 'max_uses_exceeded'
  | 'too_many_requests'
  | 'query_too_long'
  | 'request_too_large';

/**
 * Why a web search failed.
 *
 * @source inference > Errors
 */
export type WebSearchErrorCode = OpenEnum<WebSearchErrorCodeParam>;

/** A failed web search. */
export interface WebSearchToolResultError {
  /** Always `web_search_tool_result_error`. */
  type: 'web_search_tool_result_error';
  /** Why it failed. */
  error_code: WebSearchErrorCode;
}

/** A page that a web search found. */
export interface WebSearchResult {
  /** Always `web_search_result`. */
  type: 'web_search_result';
  /** Text of the page, encrypted for the service. Send it back unchanged. */
  encrypted_content: string;
  /** Title of the page. */
  title: string;
  /** URL of the page. */
  url: string;
  /** Age of the page as text; null when unknown. */
  page_age?: string | null | undefined;
}

/** Result of a web search. */
export interface WebSearchToolResultBlock {
  /** Always `web_search_tool_result`. */
  type: 'web_search_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The pages found, or the error. */
  content: WebSearchResult[] | WebSearchToolResultError | UnknownMember;
  /** Caller of the tool. */
  caller?: ToolCaller | undefined;
}

/**
 * Error codes of web fetch, as requests may use them.
 *
 * @source inference > Errors
 */
export type WebFetchErrorCodeParam =
  | 'invalid_tool_input'
  | 'url_too_long'
  | 'url_not_allowed'
  | 'url_not_accessible'
  | 'unsupported_content_type'
  | 'too_many_requests'
  | 'max_uses_exceeded'
  | 'unavailable';

/**
 * Why a web fetch failed.
 *
 * @source inference > Errors
 */
export type WebFetchErrorCode = OpenEnum<WebFetchErrorCodeParam>;

/** A failed web fetch. */
export interface WebFetchToolResultError {
  /** Always `web_fetch_tool_result_error`. */
  type: 'web_fetch_tool_result_error';
  /** Why it failed. */
  error_code: WebFetchErrorCode;
}

/** A fetched page as a document. */
export interface FetchedDocument {
  /** Always `document`. */
  type: 'document';
  /** Content of the page. */
  source: DocumentSource;
  /** Title of the page; null if it has none. */
  title?: string | null | undefined;
  /** Whether the reply can cite the page; null when not requested. */
  citations?: CitationsConfig | null | undefined;
  /** Context for the model. Only in requests. */
  context?: string | null | undefined;
}

/** A fetched page. */
export interface WebFetchResult {
  /** Always `web_fetch_result`. */
  type: 'web_fetch_result';
  /** The page. */
  content: FetchedDocument;
  /** URL of the page. */
  url: string;
  /** ISO 8601 time of the fetch; null when unknown. */
  retrieved_at?: string | null | undefined;
}

/** Result of a web fetch. */
export interface WebFetchToolResultBlock {
  /** Always `web_fetch_tool_result`. */
  type: 'web_fetch_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The page, or the error. */
  content: WebFetchResult | WebFetchToolResultError | UnknownMember;
  /** Caller of the tool. */
  caller?: ToolCaller | undefined;
}

/**
 * Error codes of code execution, as requests may use them.
 *
 * @source inference > Errors
 */
export type CodeExecutionErrorCodeParam =
  'invalid_tool_input' | 'unavailable' | 'too_many_requests' | 'execution_time_exceeded';

/**
 * Why code execution failed.
 *
 * @source inference > Errors
 */
export type CodeExecutionErrorCode = OpenEnum<CodeExecutionErrorCodeParam>;

/** A failed code execution. */
export interface CodeExecutionToolResultError {
  /** Always `code_execution_tool_result_error`. */
  type: 'code_execution_tool_result_error';
  /** Why it failed. */
  error_code: CodeExecutionErrorCode;
}

/** A file that code wrote. */
export interface CodeExecutionOutput {
  /** Always `code_execution_output`. */
  type: 'code_execution_output';
  /** Id of the file. */
  file_id: string;
}

/** Output of code. */
export interface CodeExecutionResult {
  /** Always `code_execution_result`. */
  type: 'code_execution_result';
  /** Files written. */
  content: CodeExecutionOutput[];
  /** Exit code; 0 is success. */
  return_code: number;
  /** Standard error. */
  stderr: string;
  /** Standard output. */
  stdout: string;
}

/** Output of code whose standard output is encrypted. */
export interface EncryptedCodeExecutionResult {
  /** Always `encrypted_code_execution_result`. */
  type: 'encrypted_code_execution_result';
  /** Files written. */
  content: CodeExecutionOutput[];
  /** Standard output, encrypted for the service. */
  encrypted_stdout: string;
  /** Exit code; 0 is success. */
  return_code: number;
  /** Standard error. */
  stderr: string;
}

/** Result of code execution. */
export interface CodeExecutionToolResultBlock {
  /** Always `code_execution_tool_result`. */
  type: 'code_execution_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The output, or the error. */
  content: CodeExecutionResult | EncryptedCodeExecutionResult | CodeExecutionToolResultError | UnknownMember;
  /** Caller of the tool. */
  caller?: ToolCaller | undefined;
}

/**
 * Error codes of shell commands, as requests may use them.
 *
 * @source inference > Errors
 */
export type BashCodeExecutionErrorCodeParam =
  | 'invalid_tool_input'
  | 'unavailable'
  | 'too_many_requests'
  | 'execution_time_exceeded'
  | 'output_file_too_large';

/**
 * Why a shell command failed to run.
 *
 * @source inference > Errors
 */
export type BashCodeExecutionErrorCode = OpenEnum<BashCodeExecutionErrorCodeParam>;

/** A failed shell command. */
export interface BashCodeExecutionToolResultError {
  /** Always `bash_code_execution_tool_result_error`. */
  type: 'bash_code_execution_tool_result_error';
  /** Why it failed. */
  error_code: BashCodeExecutionErrorCode;
}

/** A file that a shell command wrote. */
export interface BashCodeExecutionOutput {
  /** Always `bash_code_execution_output`. */
  type: 'bash_code_execution_output';
  /** Id of the file. */
  file_id: string;
}

/** Output of a shell command. */
export interface BashCodeExecutionResult {
  /** Always `bash_code_execution_result`. */
  type: 'bash_code_execution_result';
  /** Files written. */
  content: BashCodeExecutionOutput[];
  /** Exit code; 0 is success. */
  return_code: number;
  /** Standard error. */
  stderr: string;
  /** Standard output. */
  stdout: string;
}

/** Result of a shell command. */
export interface BashCodeExecutionToolResultBlock {
  /** Always `bash_code_execution_tool_result`. */
  type: 'bash_code_execution_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The output, or the error. */
  content: BashCodeExecutionResult | BashCodeExecutionToolResultError | UnknownMember;
  /** Caller of the tool. */
  caller?: ToolCaller | undefined;
}

/**
 * Error codes of file commands, as requests may use them.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export type TextEditorErrorCodeParam =
  'invalid_tool_input' | 'unavailable' | 'too_many_requests' | 'execution_time_exceeded' | 'file_not_found';

/**
 * Why a file command failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export type TextEditorErrorCode = OpenEnum<TextEditorErrorCodeParam>;

/** A failed file command. */
export interface TextEditorCodeExecutionToolResultError {
  /** Always `text_editor_code_execution_tool_result_error`. */
  type: 'text_editor_code_execution_tool_result_error';
  /** Why it failed. */
  error_code: TextEditorErrorCode;
  /** Details of the error; null if there are none. */
  error_message?: string | null | undefined;
}

/** Result of viewing a file. */
export interface TextEditorCodeExecutionViewResult {
  /** Always `text_editor_code_execution_view_result`. */
  type: 'text_editor_code_execution_view_result';
  /** The lines viewed. */
  content: string;
  /** Kind of the file. */
  file_type: OpenEnum<'text' | 'image' | 'pdf'>;
  /** Number of lines shown; null unless the file is text. */
  num_lines?: number | null | undefined;
  /** Number of the first line shown; null unless the file is text. */
  start_line?: number | null | undefined;
  /** Number of lines of the file; null unless the file is text. */
  total_lines?: number | null | undefined;
}

/** Result of writing a file. */
export interface TextEditorCodeExecutionCreateResult {
  /** Always `text_editor_code_execution_create_result`. */
  type: 'text_editor_code_execution_create_result';
  /** Whether the file existed before. */
  is_file_update: boolean;
}

/** Result of replacing text in a file. */
export interface TextEditorCodeExecutionStrReplaceResult {
  /** Always `text_editor_code_execution_str_replace_result`. */
  type: 'text_editor_code_execution_str_replace_result';
  /** The changed lines, as a diff. */
  lines?: string[] | null | undefined;
  /** Number of lines after the change. */
  new_lines?: number | null | undefined;
  /** Number of the first line after the change. */
  new_start?: number | null | undefined;
  /** Number of lines before the change. */
  old_lines?: number | null | undefined;
  /** Number of the first line before the change. */
  old_start?: number | null | undefined;
}

/** Result of a file command. */
export interface TextEditorCodeExecutionToolResultBlock {
  /** Always `text_editor_code_execution_tool_result`. */
  type: 'text_editor_code_execution_tool_result';
  /** Id of the `server_tool_use` block. */
  tool_use_id: string;
  /** The output, or the error. */
  content:
    | TextEditorCodeExecutionViewResult
    | TextEditorCodeExecutionCreateResult
    | TextEditorCodeExecutionStrReplaceResult
    | TextEditorCodeExecutionToolResultError
    | UnknownMember;
}

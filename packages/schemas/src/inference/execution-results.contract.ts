/** Results of code execution, shell commands and file commands. */
import * as z from 'zod';
import { type ObjectSchema, openEnum, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import { ToolCaller } from './callers.contract.js';
import type * as types from './execution-results.js';

/**
 * Error codes of code execution, as requests may use them.
 *
 * @source inference > Errors
 */
export const CodeExecutionErrorCodeParam: Schema<types.CodeExecutionErrorCodeParam> = z.enum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
]);

/**
 * Why code execution failed.
 *
 * @source inference > Errors
 */
export const CodeExecutionErrorCode: Schema<types.CodeExecutionErrorCode> =
  openEnum(CodeExecutionErrorCodeParam);

/** A failed code execution. */
export const CodeExecutionToolResultError: ObjectSchema<types.CodeExecutionToolResultError> = openObject({
  type: z.literal('code_execution_tool_result_error'),
  /** Why it failed. */
  error_code: rule('INF-143', CodeExecutionErrorCode),
});

/** A file that code wrote. */
export const CodeExecutionOutput: ObjectSchema<types.CodeExecutionOutput> = openObject({
  type: z.literal('code_execution_output'),
  /** Id of the file. */
  file_id: z.string(),
});

/** Output of code. */
export const CodeExecutionResult: ObjectSchema<types.CodeExecutionResult> = openObject({
  type: z.literal('code_execution_result'),
  /** Files written. */
  content: z.array(CodeExecutionOutput),
  /** Exit code; 0 is success. */
  return_code: z.number(),
  /** Standard error. */
  stderr: z.string(),
  /** Standard output. */
  stdout: z.string(),
});

/** Output of code whose standard output is encrypted. */
export const EncryptedCodeExecutionResult: ObjectSchema<types.EncryptedCodeExecutionResult> = openObject({
  type: z.literal('encrypted_code_execution_result'),
  /** Files written. */
  content: z.array(CodeExecutionOutput),
  /** Standard output, encrypted for the service. */
  encrypted_stdout: z.string(),
  /** Exit code; 0 is success. */
  return_code: z.number(),
  /** Standard error. */
  stderr: z.string(),
});

/** Result of code execution. */
export const CodeExecutionToolResultBlock: ObjectSchema<types.CodeExecutionToolResultBlock> = openObject({
  type: z.literal('code_execution_tool_result'),
  /** Id of the `server_tool_use` block. */
  tool_use_id: rule('INF-142', z.string()),
  /** The output, or the error. */
  content: rule(
    'INF-142',
    openUnion('type', [CodeExecutionResult, EncryptedCodeExecutionResult, CodeExecutionToolResultError]),
  ),
  /** Caller of the tool. */
  caller: ToolCaller.optional(),
});

/**
 * Error codes of shell commands, as requests may use them.
 *
 * @source inference > Errors
 */
export const BashCodeExecutionErrorCodeParam: Schema<types.BashCodeExecutionErrorCodeParam> = z.enum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
  'output_file_too_large',
]);

/**
 * Why a shell command failed to run.
 *
 * @source inference > Errors
 */
export const BashCodeExecutionErrorCode: Schema<types.BashCodeExecutionErrorCode> = openEnum(
  BashCodeExecutionErrorCodeParam,
);

/** A failed shell command. */
export const BashCodeExecutionToolResultError: ObjectSchema<types.BashCodeExecutionToolResultError> =
  openObject({
    type: z.literal('bash_code_execution_tool_result_error'),
    /** Why it failed. */
    error_code: rule('INF-145', BashCodeExecutionErrorCode),
  });

/** A file that a shell command wrote. */
export const BashCodeExecutionOutput: ObjectSchema<types.BashCodeExecutionOutput> = openObject({
  type: z.literal('bash_code_execution_output'),
  /** Id of the file. */
  file_id: z.string(),
});

/** Output of a shell command. */
export const BashCodeExecutionResult: ObjectSchema<types.BashCodeExecutionResult> = openObject({
  type: z.literal('bash_code_execution_result'),
  /** Files written. */
  content: z.array(BashCodeExecutionOutput),
  /** Exit code; 0 is success. */
  return_code: z.number(),
  /** Standard error. */
  stderr: z.string(),
  /** Standard output. */
  stdout: z.string(),
});

/** Result of a shell command. */
export const BashCodeExecutionToolResultBlock: ObjectSchema<types.BashCodeExecutionToolResultBlock> =
  openObject({
    type: z.literal('bash_code_execution_tool_result'),
    /** Id of the `server_tool_use` block. */
    tool_use_id: rule('INF-144', z.string()),
    /** The output, or the error. */
    content: rule('INF-144', openUnion('type', [BashCodeExecutionResult, BashCodeExecutionToolResultError])),
    /** Caller of the tool. */
    caller: ToolCaller.optional(),
  });

/**
 * Error codes of file commands, as requests may use them.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const TextEditorErrorCodeParam: Schema<types.TextEditorErrorCodeParam> = z.enum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
  'file_not_found',
]);

/**
 * Why a file command failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.2
 */
export const TextEditorErrorCode: Schema<types.TextEditorErrorCode> = openEnum(TextEditorErrorCodeParam);

/** A failed file command. */
export const TextEditorCodeExecutionToolResultError: ObjectSchema<types.TextEditorCodeExecutionToolResultError> =
  openObject({
    type: z.literal('text_editor_code_execution_tool_result_error'),
    /** Why it failed. */
    error_code: TextEditorErrorCode,
    /** Details of the error; null if there are none. */
    error_message: z.string().nullish(),
  });

/** Result of viewing a file. */
export const TextEditorCodeExecutionViewResult: ObjectSchema<types.TextEditorCodeExecutionViewResult> =
  openObject({
    type: z.literal('text_editor_code_execution_view_result'),
    /** The lines viewed. */
    content: z.string(),
    /** Kind of the file. */
    file_type: openEnum(['text', 'image', 'pdf']),
    /** Number of lines shown; null unless the file is text. */
    num_lines: z.number().nullish(),
    /** Number of the first line shown; null unless the file is text. */
    start_line: z.number().nullish(),
    /** Number of lines of the file; null unless the file is text. */
    total_lines: z.number().nullish(),
  });

/** Result of writing a file. */
export const TextEditorCodeExecutionCreateResult: ObjectSchema<types.TextEditorCodeExecutionCreateResult> =
  openObject({
    type: z.literal('text_editor_code_execution_create_result'),
    /** Whether the file existed before. */
    is_file_update: z.boolean(),
  });

/** Result of replacing text in a file. */
export const TextEditorCodeExecutionStrReplaceResult: ObjectSchema<types.TextEditorCodeExecutionStrReplaceResult> =
  openObject({
    type: z.literal('text_editor_code_execution_str_replace_result'),
    /** The changed lines, as a diff. */
    lines: z.array(z.string()).nullish(),
    /** Number of lines after the change. */
    new_lines: z.number().nullish(),
    /** Number of the first line after the change. */
    new_start: z.number().nullish(),
    /** Number of lines before the change. */
    old_lines: z.number().nullish(),
    /** Number of the first line before the change. */
    old_start: z.number().nullish(),
  });

/** Result of a file command. */
export const TextEditorCodeExecutionToolResultBlock: ObjectSchema<types.TextEditorCodeExecutionToolResultBlock> =
  openObject({
    type: z.literal('text_editor_code_execution_tool_result'),
    /** Id of the `server_tool_use` block. */
    tool_use_id: z.string(),
    /** The output, or the error. */
    content: openUnion('type', [
      TextEditorCodeExecutionViewResult,
      TextEditorCodeExecutionCreateResult,
      TextEditorCodeExecutionStrReplaceResult,
      TextEditorCodeExecutionToolResultError,
    ]),
  });

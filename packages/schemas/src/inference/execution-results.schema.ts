/** Schemas of the results of code execution. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import { callerSchema } from './callers.schema.js';
import type { Form } from './form.schema.js';
import type {
  BashCodeExecutionErrorCode,
  BashCodeExecutionOutput,
  BashCodeExecutionResult,
  BashCodeExecutionToolResultBlock,
  BashCodeExecutionToolResultError,
  CodeExecutionErrorCode,
  CodeExecutionOutput,
  CodeExecutionResult,
  CodeExecutionToolResultBlock,
  CodeExecutionToolResultError,
  EncryptedCodeExecutionResult,
  TextEditorCodeExecutionCreateResult,
  TextEditorCodeExecutionStrReplaceResult,
  TextEditorCodeExecutionToolResultBlock,
  TextEditorCodeExecutionToolResultError,
  TextEditorCodeExecutionViewResult,
  TextEditorErrorCode,
} from './tool-results.js';

/**
 * Creates the schema of {@link CodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function codeExecutionToolResult(form: Form): Schema<CodeExecutionToolResultBlock> {
  const files = z.array(
    form.object<CodeExecutionOutput>()({
      type: z.literal('code_execution_output'),
      file_id: z.string(),
    }),
  );
  const outcome = { content: files, return_code: z.number(), stderr: z.string() };
  const content = form.union<CodeExecutionToolResultBlock['content']>()('type', {
    code_execution_result: form.object<CodeExecutionResult>()({
      ...outcome,
      type: z.literal('code_execution_result'),
      stdout: z.string(),
    }),
    encrypted_code_execution_result: form.object<EncryptedCodeExecutionResult>()({
      ...outcome,
      type: z.literal('encrypted_code_execution_result'),
      encrypted_stdout: z.string(),
    }),
    code_execution_tool_result_error: codeExecutionError(form),
  });
  return form.object<CodeExecutionToolResultBlock>()({
    type: z.literal('code_execution_tool_result'),
    tool_use_id: rule('INF-142', z.string()),
    content: rule('INF-142', content),
    caller: callerSchema(form).optional(),
  });
}

function codeExecutionError(form: Form): Schema<CodeExecutionToolResultError> {
  return form.object<CodeExecutionToolResultError>()({
    type: z.literal('code_execution_tool_result_error'),
    error_code: rule(
      'INF-143',
      form.oneOf<CodeExecutionErrorCode>()([
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
      ]),
    ),
  });
}

/**
 * Creates the schema of {@link BashCodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function bashCodeExecutionToolResult(form: Form): Schema<BashCodeExecutionToolResultBlock> {
  const files = z.array(
    form.object<BashCodeExecutionOutput>()({
      type: z.literal('bash_code_execution_output'),
      file_id: z.string(),
    }),
  );
  const content = form.union<BashCodeExecutionToolResultBlock['content']>()('type', {
    bash_code_execution_result: form.object<BashCodeExecutionResult>()({
      type: z.literal('bash_code_execution_result'),
      content: files,
      return_code: z.number(),
      stderr: z.string(),
      stdout: z.string(),
    }),
    bash_code_execution_tool_result_error: bashError(form),
  });
  return form.object<BashCodeExecutionToolResultBlock>()({
    type: z.literal('bash_code_execution_tool_result'),
    tool_use_id: rule('INF-144', z.string()),
    content: rule('INF-144', content),
    caller: callerSchema(form).optional(),
  });
}

function bashError(form: Form): Schema<BashCodeExecutionToolResultError> {
  return form.object<BashCodeExecutionToolResultError>()({
    type: z.literal('bash_code_execution_tool_result_error'),
    error_code: rule(
      'INF-145',
      form.oneOf<BashCodeExecutionErrorCode>()([
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
        'output_file_too_large',
      ]),
    ),
  });
}

const count = z.number().nullish();

/**
 * Creates the schema of {@link TextEditorCodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function textEditorCodeExecutionToolResult(
  form: Form,
): Schema<TextEditorCodeExecutionToolResultBlock> {
  const content = form.union<TextEditorCodeExecutionToolResultBlock['content']>()('type', {
    text_editor_code_execution_view_result: form.object<TextEditorCodeExecutionViewResult>()({
      type: z.literal('text_editor_code_execution_view_result'),
      content: z.string(),
      file_type: form.oneOf<TextEditorCodeExecutionViewResult['file_type']>()(['text', 'image', 'pdf']),
      num_lines: count,
      start_line: count,
      total_lines: count,
    }),
    text_editor_code_execution_create_result: form.object<TextEditorCodeExecutionCreateResult>()({
      type: z.literal('text_editor_code_execution_create_result'),
      is_file_update: z.boolean(),
    }),
    text_editor_code_execution_str_replace_result: form.object<TextEditorCodeExecutionStrReplaceResult>()({
      type: z.literal('text_editor_code_execution_str_replace_result'),
      lines: z.array(z.string()).nullish(),
      new_lines: count,
      new_start: count,
      old_lines: count,
      old_start: count,
    }),
    text_editor_code_execution_tool_result_error: textEditorError(form),
  });
  return form.object<TextEditorCodeExecutionToolResultBlock>()({
    type: z.literal('text_editor_code_execution_tool_result'),
    tool_use_id: z.string(),
    content,
  });
}

function textEditorError(form: Form): Schema<TextEditorCodeExecutionToolResultError> {
  return form.object<TextEditorCodeExecutionToolResultError>()({
    type: z.literal('text_editor_code_execution_tool_result_error'),
    error_code: form.oneOf<TextEditorErrorCode>()([
      'invalid_tool_input',
      'unavailable',
      'too_many_requests',
      'execution_time_exceeded',
      'file_not_found',
    ]),
    error_message: z.string().nullish(),
  });
}

/** Schemas of the results of code execution. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import { callerSchema } from './callers.schema.js';
import type { Form } from './form.schema.js';
import type * as types from './tool-results.js';

/**
 * Creates the schema of {@link types.CodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function codeExecutionToolResult(form: Form): Schema<types.CodeExecutionToolResultBlock> {
  const files = z.array(
    form.object<types.CodeExecutionOutput>()({
      type: z.literal('code_execution_output'),
      file_id: z.string(),
    }),
  );
  const outcome = { content: files, return_code: z.number(), stderr: z.string() };
  const content = form.union<types.CodeExecutionToolResultBlock['content']>()('type', {
    code_execution_result: form.object<types.CodeExecutionResult>()({
      ...outcome,
      type: z.literal('code_execution_result'),
      stdout: z.string(),
    }),
    encrypted_code_execution_result: form.object<types.EncryptedCodeExecutionResult>()({
      ...outcome,
      type: z.literal('encrypted_code_execution_result'),
      encrypted_stdout: z.string(),
    }),
    code_execution_tool_result_error: codeExecutionError(form),
  });
  return form.object<types.CodeExecutionToolResultBlock>()({
    type: z.literal('code_execution_tool_result'),
    tool_use_id: rule('INF-142', z.string()),
    content: rule('INF-142', content),
    caller: callerSchema(form).optional(),
  });
}

function codeExecutionError(form: Form): Schema<types.CodeExecutionToolResultError> {
  return form.object<types.CodeExecutionToolResultError>()({
    type: z.literal('code_execution_tool_result_error'),
    error_code: rule(
      'INF-143',
      form.oneOf<types.CodeExecutionErrorCode>()([
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
      ]),
    ),
  });
}

/**
 * Creates the schema of {@link types.BashCodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function bashCodeExecutionToolResult(form: Form): Schema<types.BashCodeExecutionToolResultBlock> {
  const files = z.array(
    form.object<types.BashCodeExecutionOutput>()({
      type: z.literal('bash_code_execution_output'),
      file_id: z.string(),
    }),
  );
  const content = form.union<types.BashCodeExecutionToolResultBlock['content']>()('type', {
    bash_code_execution_result: form.object<types.BashCodeExecutionResult>()({
      type: z.literal('bash_code_execution_result'),
      content: files,
      return_code: z.number(),
      stderr: z.string(),
      stdout: z.string(),
    }),
    bash_code_execution_tool_result_error: bashError(form),
  });
  return form.object<types.BashCodeExecutionToolResultBlock>()({
    type: z.literal('bash_code_execution_tool_result'),
    tool_use_id: rule('INF-144', z.string()),
    content: rule('INF-144', content),
    caller: callerSchema(form).optional(),
  });
}

function bashError(form: Form): Schema<types.BashCodeExecutionToolResultError> {
  return form.object<types.BashCodeExecutionToolResultError>()({
    type: z.literal('bash_code_execution_tool_result_error'),
    error_code: rule(
      'INF-145',
      form.oneOf<types.BashCodeExecutionErrorCode>()([
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
 * Creates the schema of {@link types.TextEditorCodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function textEditorCodeExecutionToolResult(
  form: Form,
): Schema<types.TextEditorCodeExecutionToolResultBlock> {
  const content = form.union<types.TextEditorCodeExecutionToolResultBlock['content']>()('type', {
    text_editor_code_execution_view_result: form.object<types.TextEditorCodeExecutionViewResult>()({
      type: z.literal('text_editor_code_execution_view_result'),
      content: z.string(),
      file_type: form.oneOf<types.TextEditorCodeExecutionViewResult['file_type']>()(['text', 'image', 'pdf']),
      num_lines: count,
      start_line: count,
      total_lines: count,
    }),
    text_editor_code_execution_create_result: form.object<types.TextEditorCodeExecutionCreateResult>()({
      type: z.literal('text_editor_code_execution_create_result'),
      is_file_update: z.boolean(),
    }),
    text_editor_code_execution_str_replace_result:
      form.object<types.TextEditorCodeExecutionStrReplaceResult>()({
        type: z.literal('text_editor_code_execution_str_replace_result'),
        lines: z.array(z.string()).nullish(),
        new_lines: count,
        new_start: count,
        old_lines: count,
        old_start: count,
      }),
    text_editor_code_execution_tool_result_error: textEditorError(form),
  });
  return form.object<types.TextEditorCodeExecutionToolResultBlock>()({
    type: z.literal('text_editor_code_execution_tool_result'),
    tool_use_id: z.string(),
    content,
  });
}

function textEditorError(form: Form): Schema<types.TextEditorCodeExecutionToolResultError> {
  return form.object<types.TextEditorCodeExecutionToolResultError>()({
    type: z.literal('text_editor_code_execution_tool_result_error'),
    error_code: form.oneOf<types.TextEditorErrorCode>()([
      'invalid_tool_input',
      'unavailable',
      'too_many_requests',
      'execution_time_exceeded',
      'file_not_found',
    ]),
    error_message: z.string().nullish(),
  });
}

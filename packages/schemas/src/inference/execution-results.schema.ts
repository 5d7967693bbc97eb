/** Schemas of the results of code execution. */
import { s } from '../kit/schema.js';
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
 * Makes the schema of {@link CodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function codeExecutionToolResult(form: Form): Schema<CodeExecutionToolResultBlock> {
  const files = s.array(
    form.object<CodeExecutionOutput>()({
      type: s.literal('code_execution_output'),
      file_id: s.string(),
    }),
  );
  const outcome = { content: files, return_code: s.number(), stderr: s.string() };
  const content = form.union<CodeExecutionToolResultBlock['content']>()('type', {
    code_execution_result: form.object<CodeExecutionResult>()({
      ...outcome,
      type: s.literal('code_execution_result'),
      stdout: s.string(),
    }),
    encrypted_code_execution_result: form.object<EncryptedCodeExecutionResult>()({
      ...outcome,
      type: s.literal('encrypted_code_execution_result'),
      encrypted_stdout: s.string(),
    }),
    code_execution_tool_result_error: codeExecutionError(form),
  });
  return form.object<CodeExecutionToolResultBlock>()({
    type: s.literal('code_execution_tool_result'),
    tool_use_id: rule('INF-142', s.string()),
    content: rule('INF-142', content),
    caller: callerSchema(form).optional(),
  });
}

function codeExecutionError(form: Form): Schema<CodeExecutionToolResultError> {
  return form.object<CodeExecutionToolResultError>()({
    type: s.literal('code_execution_tool_result_error'),
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
 * Makes the schema of {@link BashCodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function bashCodeExecutionToolResult(form: Form): Schema<BashCodeExecutionToolResultBlock> {
  const files = s.array(
    form.object<BashCodeExecutionOutput>()({
      type: s.literal('bash_code_execution_output'),
      file_id: s.string(),
    }),
  );
  const content = form.union<BashCodeExecutionToolResultBlock['content']>()('type', {
    bash_code_execution_result: form.object<BashCodeExecutionResult>()({
      type: s.literal('bash_code_execution_result'),
      content: files,
      return_code: s.number(),
      stderr: s.string(),
      stdout: s.string(),
    }),
    bash_code_execution_tool_result_error: bashError(form),
  });
  return form.object<BashCodeExecutionToolResultBlock>()({
    type: s.literal('bash_code_execution_tool_result'),
    tool_use_id: rule('INF-144', s.string()),
    content: rule('INF-144', content),
    caller: callerSchema(form).optional(),
  });
}

function bashError(form: Form): Schema<BashCodeExecutionToolResultError> {
  return form.object<BashCodeExecutionToolResultError>()({
    type: s.literal('bash_code_execution_tool_result_error'),
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

const count = s.number().nullable().optional();

/**
 * Makes the schema of {@link TextEditorCodeExecutionToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function textEditorCodeExecutionToolResult(
  form: Form,
): Schema<TextEditorCodeExecutionToolResultBlock> {
  const content = form.union<TextEditorCodeExecutionToolResultBlock['content']>()('type', {
    text_editor_code_execution_view_result: form.object<TextEditorCodeExecutionViewResult>()({
      type: s.literal('text_editor_code_execution_view_result'),
      content: s.string(),
      file_type: form.oneOf<TextEditorCodeExecutionViewResult['file_type']>()(['text', 'image', 'pdf']),
      num_lines: count,
      start_line: count,
      total_lines: count,
    }),
    text_editor_code_execution_create_result: form.object<TextEditorCodeExecutionCreateResult>()({
      type: s.literal('text_editor_code_execution_create_result'),
      is_file_update: s.boolean(),
    }),
    text_editor_code_execution_str_replace_result: form.object<TextEditorCodeExecutionStrReplaceResult>()({
      type: s.literal('text_editor_code_execution_str_replace_result'),
      lines: s.array(s.string()).nullable().optional(),
      new_lines: count,
      new_start: count,
      old_lines: count,
      old_start: count,
    }),
    text_editor_code_execution_tool_result_error: textEditorError(form),
  });
  return form.object<TextEditorCodeExecutionToolResultBlock>()({
    type: s.literal('text_editor_code_execution_tool_result'),
    tool_use_id: s.string(),
    content,
  });
}

function textEditorError(form: Form): Schema<TextEditorCodeExecutionToolResultError> {
  return form.object<TextEditorCodeExecutionToolResultError>()({
    type: s.literal('text_editor_code_execution_tool_result_error'),
    error_code: form.oneOf<TextEditorErrorCode>()([
      'invalid_tool_input',
      'unavailable',
      'too_many_requests',
      'execution_time_exceeded',
      'file_not_found',
    ]),
    error_message: s.string().nullable().optional(),
  });
}

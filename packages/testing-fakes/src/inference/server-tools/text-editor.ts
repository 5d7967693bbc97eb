/** The text editor of code execution, on the files of a container. */
import type { ContentBlock } from '@parlance/schemas';
import { failed, textIn, type Outcome, type ServerToolUse, type ToolContext } from './outcome.js';

/** Runs a command of the text editor: `view`, `create` or `str_replace`. */
export function editFile(use: ServerToolUse, context: ToolContext): Outcome {
  const path = textIn(use, 'path');
  const command = textIn(use, 'command');
  if (path === undefined || command === undefined) return failed(use, 'invalid_tool_input');
  const container = context.container();
  const before = Object.hasOwn(container.files, path) ? container.files[path] : undefined;
  if (command === 'create') {
    const text = typeof use.input.file_text === 'string' ? use.input.file_text : '';
    context.keep({ ...container, files: { ...container.files, [path]: text } });
    return editorResult(use, {
      type: 'text_editor_code_execution_create_result',
      is_file_update: before !== undefined,
    });
  }
  if (before === undefined) return failed(use, 'file_not_found');
  if (command === 'view') return view(use, before);
  const wanted = textIn(use, 'old_str');
  const at = wanted === undefined ? -1 : before.indexOf(wanted);
  if (command !== 'str_replace' || wanted === undefined || at < 0) return failed(use, 'invalid_tool_input');
  const replacement = typeof use.input.new_str === 'string' ? use.input.new_str : '';
  const after = before.slice(0, at) + replacement + before.slice(at + wanted.length);
  context.keep({ ...container, files: { ...container.files, [path]: after } });
  const line = before.slice(0, at).split('\n').length;
  const [old, fresh] = [wanted.split('\n'), replacement.split('\n')];
  return editorResult(use, {
    type: 'text_editor_code_execution_str_replace_result',
    lines: [...old.map((text) => `-${text}`), ...fresh.map((text) => `+${text}`)],
    old_start: line,
    old_lines: old.length,
    new_start: line,
    new_lines: fresh.length,
  });
}

function view(use: ServerToolUse, content: string): Outcome {
  const lines = content.split('\n').length;
  return editorResult(use, {
    type: 'text_editor_code_execution_view_result',
    content,
    file_type: 'text',
    start_line: 1,
    num_lines: lines,
    total_lines: lines,
  });
}

function editorResult(
  use: ServerToolUse,
  content: (ContentBlock & { type: 'text_editor_code_execution_tool_result' })['content'],
): Outcome {
  const block = { type: 'text_editor_code_execution_tool_result' as const, tool_use_id: use.id, content };
  return { block, say: `The file ${textIn(use, 'path') ?? ''} is done.` };
}

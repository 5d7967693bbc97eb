/** Code execution: simulates a few commands in a container that stores files. No code is ever executed. */
import type { ContentBlock } from '@parlance/schemas';
import { readProgramCall } from './programs.js';
import { failed, textIn, type Outcome, type ServerToolUse, type ToolContext } from './outcome.js';

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly return_code: number;
}

/**
 * Simulates a program: prints the literals and results of tools in its `print` calls, and stops at the first `raise` or
 * failed tool.
 */
export function runCode(use: ServerToolUse, context: ToolContext): Outcome {
  const code = textIn(use, 'code');
  if (code === undefined) return failed(use, 'invalid_tool_input');
  context.keep(context.container());
  const printed = printedBy(code, use.id, context.program);
  const content = { type: 'code_execution_result' as const, content: [], ...printed };
  return {
    block: { type: 'code_execution_tool_result', tool_use_id: use.id, content },
    say: summaryOf(printed),
  };
}

function printedBy(code: string, useId: string, { names, resultsOf }: ToolContext['program']): Printed {
  let stdout = '';
  const results = resultsOf(useId).values();
  for (const line of code.split('\n')) {
    const call = readProgramCall(line, names);
    const result = call === undefined ? undefined : results.next().value;
    if (result?.isError === true)
      return { stdout, stderr: traceback(`ToolError: ${result.text}`), return_code: 1 };
    if (result !== undefined && call?.isPrinted === true) stdout += `${result.text}\n`;
    const text = /^\s*print\((?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?))\)\s*$/.exec(line);
    if (text !== null) stdout += `${text[1] ?? text[2] ?? text[3] ?? ''}\n`;
    const raised = /^\s*raise\s+(\w+)/.exec(line)?.[1];
    if (raised !== undefined) return { stdout, stderr: traceback(raised), return_code: 1 };
  }
  return { stdout, stderr: '', return_code: 0 };
}

function traceback(error: string): string {
  return `Traceback (most recent call last):\n${error}\n`;
}

/** Simulates a shell command: `echo TEXT`, `cat FILE`, `ls` or `exit N`. */
export function runCommand(use: ServerToolUse, context: ToolContext): Outcome {
  const command = textIn(use, 'command');
  if (command === undefined) return failed(use, 'invalid_tool_input');
  const container = context.container();
  context.keep(container);
  const printed = shell(command.trim(), container.files);
  const content = { type: 'bash_code_execution_result' as const, content: [], ...printed };
  return {
    block: { type: 'bash_code_execution_tool_result', tool_use_id: use.id, content },
    say: summaryOf(printed),
  };
}

function shell(command: string, files: Readonly<Record<string, string>>): Printed {
  const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(command) ?? [];
  switch (name) {
    case 'echo':
      return { stdout: `${rest.replaceAll(/^(["'])(.*)\1$/g, '$2')}\n`, stderr: '', return_code: 0 };
    case 'ls':
      return {
        stdout: Object.keys(files)
          .map((path) => `${path}\n`)
          .join(''),
        stderr: '',
        return_code: 0,
      };
    case 'cat':
      return Object.hasOwn(files, rest)
        ? { stdout: files[rest] ?? '', stderr: '', return_code: 0 }
        : { stdout: '', stderr: `cat: ${rest}: No such file or directory\n`, return_code: 1 };
    case 'exit':
      return { stdout: '', stderr: '', return_code: Number(/^\d{1,3}$/.exec(rest)?.[0] ?? 0) };
    default:
      return { stdout: '', stderr: `${name}: command not found\n`, return_code: 127 };
  }
}

function summaryOf({ stdout, stderr, return_code }: Printed): string {
  return return_code === 0
    ? `It printed: ${stdout.trimEnd()}`
    : `It failed with ${return_code}: ${stderr.trimEnd()}`;
}

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

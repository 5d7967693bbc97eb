/** Code execution: simulates programs and commands in a container that stores files. No code is ever executed. */
import type { BashCodeExecutionOutput, CodeExecutionOutput, CodeExecutionResult } from '@parlance/schemas';
import { runShell } from './run-shell.js';
import { failed, opaque, textIn, type Outcome, type ServerToolUse, type ToolContext } from './outcome.js';
import { runProgram, type CallTool, type Execution } from './run-program.js';
import { addOutputFile } from './container-files.js';

/** Simulates a program, see {@link runProgram}. */
export function runCode(use: ServerToolUse, context: ToolContext, callTool: CallTool): Outcome {
  const code = textIn(use, 'code');
  if (code === undefined) return failed(use, 'invalid_tool_input');
  const container = context.container();
  const execution = runProgram(code, { use, context, files: container.files, callTool });
  context.keep({ ...container, files: execution.files });
  const { stdout, stderr, returnCode } = execution;
  const result = {
    content: outputsOf(execution, context).map((file_id): CodeExecutionOutput => ({
      type: 'code_execution_output',
      file_id,
    })),
    stderr,
    return_code: returnCode,
  };
  const content = execution.isEncrypted
    ? {
        ...result,
        type: 'encrypted_code_execution_result' as const,
        encrypted_stdout: opaque(`stdout ${stdout}`),
      }
    : ({ ...result, type: 'code_execution_result', stdout } satisfies CodeExecutionResult);
  return {
    block: { type: 'code_execution_tool_result', tool_use_id: use.id, content },
    nested: execution.nested,
    say: summaryOf(execution),
  };
}

/** Simulates a shell command, see {@link runShell}. */
export function runCommand(use: ServerToolUse, context: ToolContext): Outcome {
  const command = textIn(use, 'command');
  if (command === undefined) return failed(use, 'invalid_tool_input');
  const container = context.container();
  const execution = runShell(command.trim(), container.files);
  context.keep({ ...container, files: execution.files });
  const { stdout, stderr, returnCode } = execution;
  const content = {
    type: 'bash_code_execution_result' as const,
    content: outputsOf(execution, context).map((file_id): BashCodeExecutionOutput => ({
      type: 'bash_code_execution_output',
      file_id,
    })),
    stdout,
    stderr,
    return_code: returnCode,
  };
  return {
    block: { type: 'bash_code_execution_tool_result', tool_use_id: use.id, content },
    say: summaryOf(execution),
  };
}

/** Stores the files that an execution wrote, and returns their ids. */
function outputsOf({ written, files }: Execution, { world }: ToolContext): string[] {
  return [...written].map((path) => addOutputFile(world, path, files[path] ?? ''));
}

function summaryOf({ stdout, stderr, returnCode }: Execution): string {
  return returnCode === 0
    ? `It printed: ${stdout.trimEnd()}`
    : `It failed with ${returnCode}: ${stderr.trimEnd()}`;
}

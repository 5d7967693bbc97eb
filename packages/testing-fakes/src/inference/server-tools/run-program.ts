/** Programs of code execution: a few kinds of lines, everything else is ignored. */
import type { ContentBlock } from '@parlance/schemas';
import type { CallResult, Outcome, ServerToolUse, ToolContext } from './outcome.js';
import { readProgramCall, type ProgramCall } from './programs.js';

/** Result of a program or of a command. */
export interface Execution {
  readonly stdout: string;
  readonly stderr: string;
  readonly returnCode: number;
  /** Files of the container afterwards, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Paths of the files that it wrote. */
  readonly written: ReadonlySet<string>;
  /** Uses and results of the server tools that it called. */
  readonly nested: readonly ContentBlock[];
  /** Whether its output contains results that only the service can read. */
  readonly isEncrypted: boolean;
}

/** Runs a server tool for a program. */
export type CallTool = (
  use: ServerToolUse,
  call: ProgramCall,
) => (Outcome & { readonly use: ContentBlock }) | undefined;

/** A program and its surroundings. */
export interface ProgramRun {
  readonly use: ServerToolUse;
  readonly context: ToolContext;
  readonly files: Readonly<Record<string, string>>;
  readonly callTool: CallTool;
}

/**
 * Simulates a program: `print` with a literal or a tool call, `open(PATH, "w").write(TEXT)`, and `raise`. It stops at the
 * first `raise` or failed tool.
 */
export function runProgram(code: string, { use, context, files, callTool }: ProgramRun): Execution {
  const results = context.program.resultsOf(use.id).values();
  const nested: ContentBlock[] = [];
  const written = new Map<string, string>();
  let stdout = '';
  let isEncrypted = false;
  const end = (stderr: string): Execution => ({
    stdout,
    stderr,
    returnCode: stderr === '' ? 0 : 1,
    files: { ...files, ...Object.fromEntries(written) },
    written: new Set(written.keys()),
    nested,
    isEncrypted,
  });
  const resultOf = (call: ProgramCall): CallResult | undefined => {
    const served = callTool(use, call);
    if (served === undefined) return results.next().value;
    nested.push(served.use, served.block);
    isEncrypted ||= use.offered.tool.type === 'code_execution_20260120';
    return { text: served.say, isError: served.isError === true };
  };
  for (const line of code.split('\n')) {
    const call = readProgramCall(line, context.program.names);
    const result = call === undefined ? undefined : resultOf(call);
    if (result?.isError === true) return end(traceback(`ToolError: ${result.text}`));
    if (result !== undefined && call?.isPrinted === true) stdout += `${result.text}\n`;
    const printed = /^\s*print\((?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?))\)\s*$/.exec(line);
    if (printed !== null) stdout += `${printed[1] ?? printed[2] ?? printed[3] ?? ''}\n`;
    const raised = /^\s*raise\s+(\w+)/.exec(line)?.[1];
    if (raised !== undefined) return end(traceback(raised));
    const file = readWrite(line);
    if (file !== undefined) written.set(...file);
  }
  return end('');
}

/** Parses a line that writes a file: `open("PATH", "w").write("TEXT")`. */
function readWrite(line: string): [path: string, text: string] | undefined {
  const call =
    /^\s*open\((["'])([^"']+)\1, *(["'])w\3\)\.write\((?:("(?:[^"\\]|\\.)*")|'([^'\\]*)')\)\s*$/.exec(line);
  const path = call?.[2];
  if (call === null || path === undefined) return undefined;
  if (call[5] !== undefined) return [path, call[5]];
  try {
    return [path, String(JSON.parse(call[4] ?? '""'))];
  } catch {
    return undefined;
  }
}

function traceback(error: string): string {
  return `Traceback (most recent call last):\n${error}\n`;
}

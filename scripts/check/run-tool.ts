import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';

const BIN = path.resolve(import.meta.dirname, '../../node_modules/.bin');

/** The result of a program. */
export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a program of the repository's dependencies.
 *
 * @param options.cwd - Working directory. Defaults to the current one.
 * @param options.env - Variables to add to those of this process.
 */
export function runTool(
  name: string,
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ToolResult> {
  return runCaptured(path.join(BIN, name), args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
}

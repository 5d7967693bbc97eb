/** Child processes, for what can only be seen from outside a process. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Options of {@link startProgram}. */
export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** A program in a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** What it printed; resolves when it has exited by itself. */
  readonly output: Promise<string>;
}

const CORE_TRANSPORT = fileURLToPath(new URL('../../../packages/core-transport/src', import.meta.url));

/** Starts a program on the sources; `Transport` and `openStream` are imported. */
export async function startProgram(code: string, options: ProgramOptions = {}): Promise<Program> {
  const imports = `import { Transport } from './transport.ts'; import { openStream } from './streaming/open-stream.ts';`;
  const { outputFiles } = await build({
    stdin: { contents: `${imports} ${code}`, resolveDir: CORE_TRANSPORT },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['undici', 'undici/*'],
  });
  const { flags = [], env = {} } = options;
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-'], {
    cwd: CORE_TRANSPORT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 30_000,
  });
  child.stdin.end(outputFiles[0]?.text ?? '');
  const exited = once(child, 'exit');
  const output = Promise.all([text(child.stdout), exited]).then(([printed, [status]]) => {
    if (status !== 0) throw new Error(`the program ended with ${String(status)}: ${printed}`);
    return printed.trim();
  });
  return { child, output };
}

/** Runs a program on the sources; returns what it printed once it has exited by itself. */
export async function runProgram(code: string, options: ProgramOptions = {}): Promise<string> {
  return (await startProgram(code, options)).output;
}

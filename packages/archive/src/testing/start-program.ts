/** Programs in processes of their own, on the sources. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles a program. It can import the packages of the workspace, and the sources of this package relative to `src`.
 *
 * @param folder - The program runs in this folder, instead of the one that it is started in for its dependencies.
 */
export async function bundleProgram(contents: string, folder?: string): Promise<string> {
  const changeFolder = folder === undefined ? '' : `process.chdir(${JSON.stringify(folder)});`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.join(import.meta.dirname, '..') },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg-native', 'pg-boss'],
    // For undici, which is CommonJS.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(process.cwd()); ${changeFolder}`,
    },
  });
  return outputFiles[0]?.text ?? '';
}

/** Options of {@link startProgram}. */
export interface ProgramOptions {
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of a package whose dependencies the program can use. Default: this one. */
  readonly cwd?: string;
}

/** Starts a bundled program. Packages that are not part of the bundle are those of the folder. */
export function startProgram(
  program: string,
  { args = [], env = {}, cwd = import.meta.dirname }: ProgramOptions = {},
): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(program);
  return child;
}

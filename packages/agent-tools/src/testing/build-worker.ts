/** Builds the program of a process that tests start. */
import { join } from 'node:path';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { build } from 'esbuild';

/** A built program, in a folder that is removed with it. */
export interface Worker extends AsyncDisposable {
  /** The folder; tests may write to it. */
  readonly folder: string;
  /** Path of the program. */
  readonly program: string;
}

/** Builds a program of this folder, with the sources of all packages. */
export async function buildWorker(name: string): Promise<Worker> {
  const folder = await temporaryFolder();
  const program = join(folder.path, 'worker.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, name)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    logLevel: 'error',
  });
  return { folder: folder.path, program, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

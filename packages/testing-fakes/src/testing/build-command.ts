/** Builds the command into a folder of its own, so that tests run the sources as they are now. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Builds the command as the package does.
 *
 * @param folder - Where to put it.
 * @returns The path of the command.
 */
export async function buildCommand(folder: string): Promise<string> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const tsup = join(cwd, 'node_modules/tsup/dist/cli-default.js');
  await run(process.execPath, [tsup, '--config', 'tsup.command.ts', '--out-dir', folder], { cwd });
  return join(folder, 'cli.js');
}

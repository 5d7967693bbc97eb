/** Builds the command, so that tests run the current sources rather than an earlier build. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Builds the command with the package's own configuration.
 *
 * @param folder - Output directory.
 * @returns Path of the built command.
 */
export async function buildCommand(folder: string): Promise<string> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const tsup = join(cwd, 'node_modules/tsup/dist/cli-default.js');
  await run(process.execPath, [tsup, '--config', 'tsup.command.ts', '--out-dir', folder], { cwd });
  return join(folder, 'cli.js');
}

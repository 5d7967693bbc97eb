import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAMS = ['--filter=@parlance/console', '--filter=@parlance/testing-fakes'];

/** Builds the console and the emulator CLI if their sources have changed. */
export async function setup(): Promise<void> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const turbo = fileURLToPath(new URL('../../../../node_modules/.bin/turbo', import.meta.url));
  await promisify(execFile)(turbo, ['run', 'build', ...PROGRAMS], { cwd: root });
}

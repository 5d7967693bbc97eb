/** The receivers of `npm run test:receivers`, from their own lockfile. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const folder = new URL('../receivers/', import.meta.url);

/** Installs them. The global set-up of vitest calls it. */
export async function setup(): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', ...flags], { cwd: fileURLToPath(folder) });
}

/** Imports one of them. Its types are those of the caller. */
export async function importReceiver(name: string): Promise<unknown> {
  const file = createRequire(new URL('package.json', folder)).resolve(name);
  return import(pathToFileURL(file).href);
}

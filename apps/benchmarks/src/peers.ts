/** Installs the libraries to compare with, from their own lockfile. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = new URL('../peers/', import.meta.url);
const lockfile = new URL('package-lock.json', folder);
const installed = new URL('node_modules/.package-lock.json', folder);

/** Installs the peers unless they are up to date. */
export async function installPeers(): Promise<void> {
  if (existsSync(installed) && versions(installed) === versions(lockfile)) return;
  process.stderr.write('Installing the libraries to compare...\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', ...flags], { cwd: fileURLToPath(folder) });
}

/** Returns the names and versions of all packages in an npm lockfile. */
function versions(file: URL): string {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const paths = Object.keys(packages).filter((path) => path !== '');
  return paths
    .sort()
    .map((path) => `${path}@${packages[path]?.version}`)
    .join();
}

/** Returns the installed versions of libraries by package name. */
export function versionsOf(names: readonly string[]): Record<string, string> {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, folder), 'utf8')) as {
      version: string;
    };
  return Object.fromEntries(names.map((name) => [name, read(name).version]));
}

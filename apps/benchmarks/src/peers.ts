/** Brings the libraries that are compared with, from their own lockfile, the first time they are wanted. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = new URL('../peers/', import.meta.url);
const lockfile = new URL('package-lock.json', folder);
const installed = new URL('node_modules/.package-lock.json', folder);

/** Installs the peers; does nothing when they are there already. */
export async function installPeers(): Promise<void> {
  if (existsSync(installed) && versions(installed) === versions(lockfile)) return;
  process.stderr.write('installing the libraries to compare with\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', ...flags], { cwd: fileURLToPath(folder) });
}

/** Name and version of everything in a lockfile of npm. */
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

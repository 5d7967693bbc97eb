/**
 * Runs `npm start` in a copy of the sources without installed dependencies and build output, in a folder whose path must be encoded
 * in URLs. The production dependencies must suffice for the program and its pages, and with --silent, which hides npm's banner,
 * stdout must contain only the reply. Reuses the tools that are already downloaded. The README must say how much is stored in the folder.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.parlance', 'parlance-data', '.turbo', 'docs']);
const EXPECTED = 'You said: hello\n';

/** Vite replaces an optional peer dependency that is not installed by a module that fails in the browser. */
function requireResolved(assets: string): void {
  for (const name of readdirSync(assets)) {
    const missing = /Could not resolve "[^"]+" imported by "[^"]+"/.exec(
      readFileSync(path.join(assets, name), 'utf8'),
    );
    if (missing !== null) throw new Error(`${name}: ${missing[0]}`);
  }
}

/** The bytes that the files of a folder occupy on the disk. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const file = path.join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(file) : lstatSync(file).blocks * 512);
  }, 0);
}

/** The README states the size of the folder for people who pay for disk space or bandwidth. */
function requireStatedSize(bytes: number): void {
  const [, stated] = /stores about (\d+) MB in this folder/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const megabytes = Math.round(bytes / 1_000_000);
  if (stated === undefined || Math.abs(megabytes - Number(stated)) > 100)
    throw new Error(
      `npm start stores ${megabytes} MB in its folder, but README.md says ${stated ?? 'no'} MB`,
    );
}

const root = path.resolve(import.meta.dirname, '../../../..');
const copy = mkdtempSync(path.join(tmpdir(), 'parlance start ü-'));
try {
  cpSync(root, copy, { recursive: true, filter: (file) => !LEFT_OUT.has(path.basename(file)) });
  mkdirSync(path.join(copy, '.parlance'));
  const tools: string[] = [];
  for (const name of readdirSync(path.join(root, '.parlance'))) {
    if (/^(node|pnpm-\d)/.test(name)) {
      symlinkSync(path.join(root, '.parlance', name), path.join(copy, '.parlance', name));
      tools.push(path.join(root, '.parlance', name));
    }
  }
  const { stdout, stderr } = await promisify(execFile)(
    'npm',
    ['start', '--silent', '--', '--prompt', 'hello'],
    {
      cwd: copy,
    },
  );
  if (stdout !== EXPECTED) {
    throw new Error(
      `standard output is ${JSON.stringify(stdout)} instead of ${JSON.stringify(EXPECTED)}\n${stderr}`,
    );
  }
  requireStatedSize([copy, ...tools].reduce((sum, folder) => sum + sizeOf(folder), 0));
  requireResolved(path.join(copy, 'apps/console/dist/web/assets'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/**
 * Runs `npm start` in a copy of the sources without installed dependencies and build output, in a folder whose path must be encoded
 * in URLs. The production dependencies must suffice for the program and its pages, and with --silent, which hides npm's banner,
 * stdout must contain only the reply. Reuses the tools that are already downloaded.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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

const root = path.resolve(import.meta.dirname, '../../../..');
const copy = mkdtempSync(path.join(tmpdir(), 'parlance start ü-'));
try {
  cpSync(root, copy, { recursive: true, filter: (file) => !LEFT_OUT.has(path.basename(file)) });
  mkdirSync(path.join(copy, '.parlance'));
  for (const name of readdirSync(path.join(root, '.parlance'))) {
    if (/^(node|pnpm-\d)/.test(name)) {
      symlinkSync(path.join(root, '.parlance', name), path.join(copy, '.parlance', name));
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
  requireResolved(path.join(copy, 'apps/console/dist/web/assets'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

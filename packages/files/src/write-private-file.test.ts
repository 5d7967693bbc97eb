import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writePrivateFile, type FileContent } from './index.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-files-'));
  path = join(folder, 'file');
});
afterEach(() => rm(folder, { recursive: true }));

async function* pieces(): AsyncGenerator<string | Uint8Array> {
  yield 'naï';
  yield Buffer.from('ve');
}

test.each<[string, FileContent, string]>([
  ['text', 'naïve', 'naïve'],
  ['bytes', Buffer.from('naïve'), 'naïve'],
  ['pieces', pieces(), 'naïve'],
  ['nothing', '', ''],
])('writes %s that only the owner can read', async (_, content, text) => {
  await writePrivateFile(path, content);
  expect(await readFile(path, 'utf8')).toBe(text);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['file']);
});

test('replaces a file and its mode, and leaves its other names alone', async () => {
  await writeFile(path, 'before', { mode: 0o644 });
  await link(path, join(folder, 'other'));
  await writePrivateFile(path, 'after');
  expect(await readFile(path, 'utf8')).toBe('after');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, 'other'), 'utf8')).toBe('before');
});

test('the old file stays until the new one is complete', async () => {
  await writeFile(path, 'before');
  await writePrivateFile(
    path,
    (async function* () {
      yield 'half';
      expect(await readFile(path, 'utf8')).toBe('before');
      const [, part] = (await readdir(folder)).sort();
      expect((await stat(join(folder, String(part)))).mode & 0o777).toBe(0o600);
      yield ' and half';
    })(),
  );
  expect(await readFile(path, 'utf8')).toBe('half and half');
});

test('content that fails leaves nothing, and its error is not changed', async () => {
  const problem = Object.assign(new Error('no content'), { code: 'ENOENT' });
  const content = (async function* () {
    yield 'half';
    throw problem;
  })();
  await expect(writePrivateFile(path, content)).rejects.toBe(problem);
  expect(await readdir(folder)).toEqual([]);
});

test('of files that are written to the same path at the same time, one is there, complete', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
  await Promise.all(texts.map((text) => writePrivateFile(path, text)));
  expect(texts).toContain(await readFile(path, 'utf8'));
  expect(await readdir(folder)).toEqual(['file']);
});

test.each([
  ['a link', () => symlink(join(folder, 'target'), path), 'file_is_link', 'is a symbolic link'],
  ['a folder', () => mkdir(path), 'file_not_regular', 'is a directory'],
  ['a device', async () => void (path = '/dev/null'), 'file_not_regular', 'is not a regular file'],
  [
    'a missing folder',
    async () => void (path = join(folder, 'none', 'file')),
    'file_not_found',
    'cannot be created: its folder does not exist',
  ],
])('refuses to write to %s, and changes nothing', async (_, prepare, code, problem) => {
  await prepare();
  const before = await readdir(folder);
  await expect(writePrivateFile(path, 'text')).rejects.toMatchObject({ code, path, problem });
  expect(await readdir(folder)).toEqual(before);
});

test('a link is not replaced even if its target exists', async () => {
  const target = join(folder, 'target');
  await writeFile(target, 'before');
  await symlink(target, path);
  await expect(writePrivateFile(path, 'after')).rejects.toMatchObject({ code: 'file_is_link' });
  expect([await readlink(path), await readFile(target, 'utf8')]).toEqual([target, 'before']);
});

test('a name that is too long is reported with the cause', async () => {
  path = join(folder, 'x'.repeat(300));
  const error = await writePrivateFile(path, 'text').catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'file_unwritable',
    problem: 'cannot be written: name too long',
    cause: { code: 'ENAMETOOLONG' },
  });
});

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileError, openUntrustedFile, readUntrustedFile } from './index.js';

let folder: string;
const server = createServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-files-'));
  const at = (name: string) => join(folder, name);
  await Promise.all([
    mkdir(at('folder')),
    writeFile(at('empty'), ''),
    writeFile(at('text'), 'naïve 👋\r\n'),
    writeFile(at('marked'), '\uFEFF{}'),
    writeFile(at('full'), 'x'.repeat(100)),
    writeFile(at('over'), 'x'.repeat(101)),
    writeFile(at('latin1'), Buffer.from('na\u00efve', 'latin1')),
    writeFile(at('utf16'), Buffer.from('\uFEFFtext', 'utf16le')),
    writeFile(at('cut'), Buffer.from('👋').subarray(0, 3)),
    writeFile(at('sparse'), ''),
    symlink(at('text'), at('link')),
    symlink(at('folder'), at('link-to-folder')),
    symlink(at('nowhere'), at('broken-link')),
    symlink(at('circle'), at('circle')),
  ]);
  await truncate(at('sparse'), 2 ** 40);
  await symlink(at('pipe'), at('link-to-pipe'));
  execFileSync('mkfifo', [at('pipe')]);
  await new Promise<void>((resolve) => void server.listen(at('socket'), resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['an empty file', 'empty', ''],
  ['text', 'text', 'naïve 👋\r\n'],
  ['text after a byte order mark', 'marked', '{}'],
  ['a file of the largest size', 'full', 'x'.repeat(100)],
])('reads %s', async (_, name, text) => {
  expect(await readUntrustedFile(join(folder, name), { maxBytes: 100 })).toBe(text);
});

test.each([
  ['a missing file', 'nothing', 'file_not_found', 'does not exist'],
  ['a file in a file', 'text/file', 'file_not_found', 'does not exist'],
  ['a link', 'link', 'file_is_link', 'is a symbolic link'],
  ['a link to a folder', 'link-to-folder', 'file_is_link', 'is a symbolic link'],
  ['a link to nothing', 'broken-link', 'file_is_link', 'is a symbolic link'],
  ['a link to a pipe', 'link-to-pipe', 'file_is_link', 'is a symbolic link'],
  ['a folder', 'folder', 'file_not_regular', 'is a directory'],
  ['a pipe that nobody writes to', 'pipe', 'file_not_regular', 'is not a regular file'],
  ['a socket', 'socket', 'file_not_regular', 'is not a regular file'],
  ['a device', '/dev/zero', 'file_not_regular', 'is not a regular file'],
  ['a file that is one byte too large', 'over', 'file_too_large', 'is larger than 100 bytes'],
  ['a terabyte of nothing', 'sparse', 'file_too_large', 'is larger than 100 bytes'],
  ['Latin-1', 'latin1', 'file_not_text', 'is not UTF-8 text'],
  ['UTF-16', 'utf16', 'file_not_text', 'is not UTF-8 text'],
  ['a character that is cut off', 'cut', 'file_not_text', 'is not UTF-8 text'],
])('refuses %s', async (_, name, code, problem) => {
  const path = name.startsWith('/') ? name : join(folder, name);
  const error = await readUntrustedFile(path, { maxBytes: 100 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FileError);
  expect(error).toMatchObject({ code, path, problem, message: `${path} ${problem}` });
});

test.each([
  ['link', null],
  ['link-to-folder', 'file_not_regular'],
  ['link-to-pipe', 'file_not_regular'],
  ['broken-link', 'file_not_found'],
  ['circle', 'file_unreadable'],
])('with followLink, %s is judged by what it refers to', async (name, code) => {
  const opened = openUntrustedFile(join(folder, name), { followLink: true });
  if (code !== null) return expect(opened).rejects.toMatchObject({ code });
  await using file = await opened;
  return expect(await file.readFile('utf8')).toBe('naïve 👋\r\n');
});

test.runIf(process.platform === 'linux')('reads a file whose size is unknown', async () => {
  expect(await readUntrustedFile('/proc/self/stat', { maxBytes: 10_000 })).toContain(String(process.pid));
  await expect(readUntrustedFile('/proc/self/stat', { maxBytes: 1 })).rejects.toMatchObject({
    code: 'file_too_large',
  });
});

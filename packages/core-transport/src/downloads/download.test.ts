import fc from 'fast-check';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { FaultServer } from '@parlance/testing/fault-server';
import { respond } from '@parlance/testing/responders';
import { readThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { Download, openDownload } from './download.js';

const downloadWith = (headers: Record<string, string>): Download =>
  new Download({ status: 200, headers, requestId: null, stream: new ReadableStream(), maxBytes: 8 }, () =>
    Promise.reject(new Error('not requested again')),
  );
const named = (disposition: string): string | null =>
  downloadWith({ 'content-disposition': disposition }).filename;

test.each([
  ['attachment; filename="a.txt"', 'a.txt'],
  ['attachment; filename=a.txt', 'a.txt'],
  ['attachment; FileName = "a b.txt"; size=3', 'a b.txt'],
  [String.raw`attachment; filename="say \"hi\".txt"`, 'say "hi".txt'],
  [`attachment; filename="r_gion.csv"; filename*=UTF-8''r%C3%A9gion.csv`, 'région.csv'],
  [`attachment; filename*=utf-8'fr'r%C3%A9gion.csv; filename="r_gion.csv"`, 'région.csv'],
  [`attachment; filename="plain.csv"; filename*=UTF-8''%E9`, 'plain.csv'],
  [`attachment; filename="plain.csv"; filename*=ISO-8859-1''%E9`, 'plain.csv'],
  [`attachment; filename="a; filename*=UTF-8''b"`, "a; filename*=UTF-8''b"],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  [`attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
  [String.raw`attachment; filename="..\\..\\boot.ini"`, 'boot.ini'],
  ['attachment; filename="C:boot.ini"', 'boot.ini'],
  [`attachment; filename*=UTF-8''a%0D%0Ab%00.txt`, 'ab.txt'],
  [`attachment; filename="${'a'.repeat(250)}"`, 'a'.repeat(250)],
  [`attachment; filename="${'a'.repeat(251)}"`, 'a'.repeat(250)],
  [`attachment; filename="${'a'.repeat(300)}.tar.gz"`, `${'a'.repeat(247)}.gz`],
  [`attachment; filename="a.${'b'.repeat(300)}"`, `a.${'b'.repeat(248)}`],
  [`attachment; filename*=UTF-8''${encodeURIComponent('é'.repeat(130))}.txt`, `${'é'.repeat(123)}.txt`],
  [`attachment; filename*=UTF-8''${encodeURIComponent('😀'.repeat(70))}`, '😀'.repeat(62)],
  ['attachment; filename=".."', null],
  ['attachment; filename="a/.."', null],
  [`attachment; filename*=UTF-8''%2E%2E`, null],
  ['attachment; filename="."', null],
  ['attachment; filename=""', null],
  ['attachment', null],
  ['filename', null],
])('%s names the file %j', (disposition, filename) => {
  expect(named(disposition)).toBe(filename);
});

const character = fc.constantFrom(...'a.:/%\\;=\'" \0\r\né😀');

test('a name always stays in the folder to which it is joined', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), fc.boolean(), (text, isQuoted) => {
      const exact = encodeURIComponent(text.toWellFormed());
      const disposition = isQuoted
        ? `attachment; filename="${text.replaceAll(/[^\x20-\x7e]|["\\]/g, '')}"`
        : `attachment; filename*=UTF-8''${exact}`;
      const filename = named(disposition) ?? 'none';
      expect(path.dirname(path.join('/folder', filename))).toBe('/folder');
    }),
  );
});

test.each([
  [{ 'content-length': '3' }, 3],
  [{ 'content-length': '' }, null],
  [{ 'content-length': 'many' }, null],
  [{}, null],
])('%j announces %j bytes', (headers, size) => {
  expect(downloadWith(headers as Record<string, string>).sizeBytes).toBe(size);
});

const LIMIT = 100_000;

test.each(['bytes', 'text'] as const)('%s() reads up to maxResponseBytes', async (read) => {
  const content = 'x'.repeat(LIMIT);
  await using server = await FaultServer.start(
    respond(200, content),
    respond(200, `${content}x`),
    respond(200, gzipSync('x'.repeat(50 * LIMIT)), { 'content-encoding': 'gzip' }),
    respond(200, content),
  );
  await using transport = new Transport(
    { baseUrl: server.url, apiKey: 'key', maxResponseBytes: LIMIT },
    { key: 'api-key' },
  );
  const open = () => openDownload(() => transport.download(readThing, { params: { thing_id: 'a' } }));
  const refused = { name: 'DownloadError', code: 'download_too_large' };

  expect((await (await open())[read]()).length).toBe(LIMIT);
  await expect((await open())[read]()).rejects.toMatchObject(refused);
  await expect((await open())[read]()).rejects.toMatchObject(refused);
  let length = 0;
  for await (const chunk of await open()) length += chunk.byteLength;
  expect(length).toBe(LIMIT);
});

import fc from 'fast-check';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Download } from './download.js';

const downloadWith = (headers: Record<string, string>): Download =>
  new Download({ status: 200, headers, requestId: null, stream: new ReadableStream() }, () =>
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

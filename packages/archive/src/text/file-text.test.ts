/** The text of files, as it is searched. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ArchiveError } from '../archive-error.js';
import type { ArchivedFile } from '../records/archive-record.js';
import { fileRecord } from '../testing/sample-records.js';
import { readFileText, type ExtractText } from './file-text.js';

function read(
  name: string,
  content: string | Buffer,
  changes: Partial<ArchivedFile> & { readonly extract?: ExtractText } = {},
) {
  const { extract, ...fields } = changes;
  const file = { ...fileRecord(1, '').body, name, mime_type: null, ...fields };
  return readFileText(file, () => Readable.from([Buffer.from(content)]), extract);
}

test.each([
  ['a.txt', 'caf\u00e9', 'caf\u00e9'],
  ['a.MD', '# Plan', '# Plan'],
  ['a.csv', 'a,"b"', 'a,"b"'],
  ['a.txt', Buffer.from('\ufeffmarked'), 'marked'],
  ['a.txt', '', ''],
  ['a.txt', 'a\0b', 'a\ufffdb'],
  ['a.json', String.raw`{"\u793e":["\u5185",{"b":1}],"c":null}`, '\u793e\n\u5185\nb\n1\nc\nnull'],
  ['a.json', 'not JSON', 'not JSON'],
  ['a.json', `${'['.repeat(50_000)}"deep"${']'.repeat(50_000)}`, 'deep'],
  ['a.html', '<p>an<b>nu</b>al &amp; &#x793e;&#20869;<td>x</td>', '\nannual & \u793e\u5185\nx\n'],
  ['a.htm', 'a<!-- hidden > -->b<script>let c = "<p>";</script >d<style>e</style>f', 'a\nb\nd\nf'],
  ['a.html', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['a.html', 'a<script>no end', 'a\n'],
  ['a.html', '&#0;&#99999999;&unknown;', '\ufffd\ufffd&unknown;'],
])('the text of %s with %j is %j', async (name, content, text) => {
  expect(await read(name, content)).toEqual({ text });
});

test('the MIME type decides before the name', async () => {
  const html = { mime_type: 'text/html; charset=utf-8' };
  expect(await read('a.bin', '<i>a</i>', html)).toEqual({ text: 'a' });
});

test.each([
  ['a.pdf', 'x', {}, 'type'],
  ['a', 'x', {}, 'type'],
  ['a.txt', 'x', { size_bytes: 8_388_609 }, 'too_large'],
  ['a.txt', Buffer.from([0x63, 0xe9]), {}, 'not_text'],
  ['a.pdf', 'x', { extract: async () => null }, 'type'],
  ['a.pdf', 'x', { extract: () => Promise.reject(new Error('secret')) }, 'extract_failed'],
])('%s with %j is not searched: %#', async (name, content, changes, problem) => {
  expect(await read(name, content, changes)).toEqual({ problem });
});

test('a damaged file is not searched', async () => {
  const damaged = new ArchiveError('archive_damaged', { path: 'files/x' }, 'is damaged.');
  const file = { ...fileRecord(1, '').body, name: 'a.txt' };
  const failing = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw damaged;
      })(),
    );
  expect(await readFileText(file, failing, undefined)).toEqual({ problem: 'damaged' });
});

test('extract receives file and content', async () => {
  const extract: ExtractText = async ({ name }, content) =>
    `${name}: ${Buffer.from(content).toString('utf8')}`;
  expect(await read('a.pdf', 'x', { extract })).toEqual({ text: 'a.pdf: x' });
});

test.each(['<', '<a', '<!--', '<script>', '&#', '<a<b>'])(
  'a page of %j is read in one pass',
  async (part) => {
    const found = await read('a.html', part.repeat(150_000));
    expect('text' in found && found.text.length).toBeLessThanOrEqual(part.length * 150_000);
  },
);

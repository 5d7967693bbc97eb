import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryWriter, readContent } from '../world/content.js';
import { createFormReader } from './multipart.js';
import { Refusal } from './refusal.js';

async function encode(form: FormData) {
  const request = new Request('http://a/', { method: 'POST', body: form });
  return {
    body: new Uint8Array(await request.arrayBuffer()),
    type: request.headers.get('content-type') ?? '',
  };
}

/** Parses a form that arrives in pieces of a size. */
function readMultipart(body: string | Uint8Array, type: string, pieceBytes = 7) {
  const bytes = Buffer.from(body);
  const reader = createFormReader(type, memoryWriter);
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  return reader
    .end()
    .map(({ content, ...part }) => ({ ...part, data: new Uint8Array(readContent(content)) }));
}

const field = fc.record({
  // Clients escape `"` differently (`%22`, `\\"`), so names with `%` or `\\` are ambiguous.
  name: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((name) => !/[\r\n%\\]/.test(name)),
  filename: fc.option(
    fc.constantFrom('a.txt', 'with "quotes".txt', 'ümlaut 🙂.md', 'a;b=c.txt', 'folder/SKILL.md'),
  ),
  data: fc.uint8Array({ maxLength: 200 }),
});

describe('a form reader', () => {
  test('returns the parts that a client encoded, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(field, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        async (fields, pieceBytes) => {
          const form = new FormData();
          for (const { name, filename, data } of fields) {
            form.append(name, new File([data], filename ?? 'blob', { type: 'text/markdown' }));
          }
          const { body, type } = await encode(form);
          const parts = readMultipart(body, type, pieceBytes);
          expect(
            parts.map(({ name, filename, contentType, data }) => ({ name, filename, contentType, data })),
          ).toEqual(
            fields.map(({ name, filename, data }) => ({
              name,
              filename: filename ?? 'blob',
              contentType: 'text/markdown',
              data,
            })),
          );
        },
      ),
      { examples: [[[{ name: '\u2028', filename: 'a.txt', data: new Uint8Array() }], 100]] },
    );
  });

  test('distinguishes fields from files', async () => {
    const form = new FormData();
    form.append('expires_in_seconds', '3600');
    const { body, type } = await encode(form);
    expect(readMultipart(body, type)).toMatchObject([
      { name: 'expires_in_seconds', filename: undefined, contentType: 'text/plain' },
    ]);
  });

  const head = 'content-disposition: form-data; name="a"';
  test.each([
    ['no boundary', 'multipart/form-data', '--x--'],
    ['another boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n--x--'],
    ['an empty body', 'multipart/form-data; boundary=x', ''],
    ['no final boundary', 'multipart/form-data; boundary=x', `--x\r\n${head}\r\n\r\nabc`],
    [
      'a part without a name',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data\r\n\r\nabc\r\n--x--',
    ],
    ['a part without a header', 'multipart/form-data; boundary=x', '--x\r\nabc\r\n--x--'],
  ])('rejects %s', (_, type, body) => {
    expect(() => readMultipart(body, type)).toThrow(Refusal);
  });

  test('throws nothing but a Refusal for truncated or arbitrary bytes', async () => {
    const form = new FormData();
    form.append('file', new File(['content'], 'a.txt'));
    form.append('note', 'x');
    const { body, type } = await encode(form);
    const attempt = (bytes: Uint8Array): boolean => {
      try {
        return Array.isArray(readMultipart(bytes, type));
      } catch (error) {
        return error instanceof Refusal;
      }
    };
    for (let length = 0; length <= body.length; length++)
      expect(attempt(body.subarray(0, length))).toBe(true);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => attempt(bytes)));
  });
});

import { Buffer } from 'node:buffer';
import type { Operation } from '@parlance/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidParamsError } from '../errors/request-errors.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { createThing, readThing, transportWith } from '../testing/things.js';
import type { CallOptions } from '../options/client-options.js';
import { writeMultipart } from '../uploads/multipart.js';
import type { TransportOptions } from '../options/client-options.js';

async function sent(
  operation: Operation,
  input: object,
  { options, client }: { options?: CallOptions; client?: TransportOptions } = {},
) {
  const http = new ScriptedAdapter({ body: {} });
  await transportWith({ http, ...client }).transport.call(operation, input as never, options);
  const [request] = http.requests;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

describe('ids cannot leave their path segment', () => {
  test('for any id, the path has the same segments and decodes to the id', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (id) => {
        fc.pre(id !== '.' && id !== '..');
        const { path } = await sent(readThing, { params: { thing_id: id } });
        const segments = path.split('/');
        expect(segments.slice(0, 3)).toEqual(['', 'v1', 'things']);
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[3] ?? '')).toBe(id);
        expect(path).toMatch(/^[\x21-\x7e]+$/);
        expect(new URL(path, 'http://x').pathname + new URL(path, 'http://x').search).toBe(path);
      }),
    );
  });

  test.each(['', '.', '..', '\ud800', 5, null, undefined, {}])('%o is refused', async (id) => {
    const error: unknown = await sent(readThing, { params: { thing_id: id } }).catch((e: unknown) => e);
    expect(InvalidParamsError.is(error)).toBe(true);
    expect(error).toMatchObject({ issues: [{ path: 'thing_id' }] });
  });
});

describe('queries', () => {
  const query = (styles: object): Operation =>
    ({ ...readThing, path: '/v1/things', query: styles }) as Operation;
  test.each<[object, object, string]>([
    [{}, { a: 1, b: true, c: 'x y', d: null, e: undefined }, '?a=1&b=true&c=x%20y&d='],
    [{ ids: 'name[]' }, { ids: ['a', 'b&c'] }, '?ids%5B%5D=a&ids%5B%5D=b%26c'],
    [{ at: 'name[gte]' }, { at: { gte: 1, lt: undefined, lte: 2 } }, '?at%5Bgte%5D=1&at%5Blte%5D=2'],
    [{ at: 'name.gte' }, { at: { gte: '2026' } }, '?at.gte=2026'],
    [{ ids: 'name[]' }, { ids: [] }, ''],
    [{}, {}, ''],
  ])('%o %o', async (styles, values, expected) => {
    const { path } = await sent(query(styles), { query: values });
    expect(path).toBe(`/v1/things${expected}`);
  });
});

describe('headers', () => {
  test('of a call with a body', async () => {
    const { headers, body } = await sent(createThing, { body: { a: 1, b: undefined, c: null } });
    expect(headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'parlance-js',
      'vendor-beta': 'things-2026-01-01',
      'vendor-version': '2023-06-01',
      'x-api-key': 'key',
    });
    expect(body).toBe('{"a":1,"c":null}');
  });

  test.each<[string[] | undefined, string[] | undefined, string]>([
    [undefined, undefined, 'things-2026-01-01'],
    [['a'], undefined, 'a,things-2026-01-01'],
    [['a', 'b'], ['b', 'c'], 'a,b,c,things-2026-01-01'],
    [['things-2026-01-01', 'a'], undefined, 'a,things-2026-01-01'],
  ])('betas of the client %o and of the call %o', async (client, call, expected) => {
    const { headers } = await sent(
      createThing,
      { body: {} },
      { client: { betas: client }, options: { betas: call } },
    );
    expect(headers['vendor-beta']).toBe(expected);
  });

  test.each([
    [{ 'vendor-beta': 'b' }, undefined, 'a,things-2026-01-01,b'],
    [undefined, { 'Vendor-Beta': 'b, c' }, 'a,things-2026-01-01,b,c'],
    [{ 'VENDOR-BETA': 'b' }, { 'vendor-beta': 'c,a' }, 'a,things-2026-01-01,b,c'],
    [{ 'vendor-beta': '' }, undefined, 'a,things-2026-01-01'],
    [{ 'vendor-beta': 'b' }, { 'vendor-beta': null }, undefined],
  ])('betas in the headers %o of the client and %o of the call are added', async (client, call, expected) => {
    const { headers } = await sent(
      createThing,
      { body: {} },
      { client: { betas: ['a'], headers: client }, options: { headers: call } },
    );
    expect(headers['vendor-beta']).toBe(expected);
  });

  test('extra ones add, replace and remove', async () => {
    const { headers } = await sent(
      createThing,
      { body: {} },
      {
        client: { headers: { 'X-One': '1', 'user-agent': 'me/1' } },
        options: { headers: { 'x-one': '2', accept: null } },
      },
    );
    expect(headers).toMatchObject({ 'x-one': '2', 'user-agent': 'me/1' });
    expect(headers).not.toHaveProperty('accept');
  });
});

test.each([[{ a: 1n }], [((cycle: Record<string, unknown>) => (cycle['self'] = cycle))({})]])(
  'rejects a body that is not JSON-serializable: %o',
  async (body) => {
    const error: unknown = await sent(createThing, { body }).catch((e: unknown) => e);
    expect(InvalidParamsError.is(error)).toBe(true);
  },
);

describe('uploads', () => {
  const text = async (body: unknown): Promise<string> => {
    if (body instanceof Uint8Array) return Buffer.from(body).toString();
    let whole = '';
    for await (const chunk of body as AsyncIterable<Uint8Array>) whole += Buffer.from(chunk).toString();
    return whole;
  };

  test('bytes, strings and arrays become parts that a form parser reads', async () => {
    const { headers, body } = await sent(createThing, {
      write: writeMultipart,
      body: {
        file: { filename: 'a "b".txt', contentType: 'text/plain', data: Buffer.from('bytes\r\n--x') },
        purpose: 'é',
        tags: ['x', 'y'],
        count: 3,
        none: undefined,
      },
    });
    expect(headers['content-length']).toBe(String((body as Uint8Array).byteLength));
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['a "b".txt', 'text/plain', 'bytes\r\n--x']);
    expect([form.get('purpose'), form.getAll('tags'), form.get('count'), form.has('none')]).toEqual([
      'é',
      ['x', 'y'],
      '3',
      false,
    ]);
  });

  test('a Blob is sent as it is read, with its length', async () => {
    const { headers, body } = await sent(createThing, {
      write: writeMultipart,
      body: { file: new File(['abc'], 'n.bin') },
    });
    const written = await text(body);
    expect(written).toContain('filename="n.bin"\r\ncontent-type: application/octet-stream\r\n\r\nabc\r\n');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(written)));
  });

  test('a file name cannot inject a header', async () => {
    const { body } = await sent(createThing, {
      write: writeMultipart,
      body: { file: { filename: 'a"\r\nx: y', data: 'z' } },
    });
    expect(await text(body)).toContain('filename="a%22%0D%0Ax: y"');
    const bad = sent(createThing, {
      write: writeMultipart,
      body: { file: { filename: 'a', contentType: 'a\r\nb', data: 'z' } },
    });
    await expect(bad).rejects.toThrow('file.contentType');
  });
});

import { operations } from '@parlance/schemas';
import * as z from 'zod';
import { schemas, type OperationSchemas } from '@parlance/schemas/validation';
import fc from 'fast-check';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { FakeHttpRequest } from '../adapters/adapter.js';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { verifies } from '../testing/verifies.js';

const NASTY = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  ' ',
  '.',
  '..',
  '%2e%2e',
  '%00',
  '%',
  '%zz',
  '%ud800',
  '\uD800',
  '\u0000',
  '\u202E',
  '%2F',
  '?',
  '#',
  '[]',
  'a[b][c]',
  '🙂',
];
const NUMBERS = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 1e21, Number.MIN_VALUE];

const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 20 }));
const all = Object.values(operations);

const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...all.map((one) => one.path as string)), nasty)
      .map(([template, part]) => template.replaceAll(/\{[^}]+\}/g, part)),
  },
  { weight: 1, arbitrary: fc.array(nasty, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`) },
  { weight: 1, arbitrary: nasty },
);

const names = [...new Set(all.flatMap((one) => fieldsOf(one.id, 'query')))];
const query = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...names, 'beta'), nasty),
      fc.constantFrom('', '[]', '[gte]', '.gte', '[', '[a][b]', '.'),
      nasty,
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, suffix, value]) => `${name}${suffix}=${value}`).join('&'));

/** Arbitrary JSON, with fields of the contract among its keys. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, ...NUMBERS),
    nasty,
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom(
              'type',
              'text',
              'content',
              'role',
              'metadata',
              'messages',
              'tools',
              'auth',
              'name',
            ),
            nasty,
          ),
          tie('json'),
        ),
        { maxLength: 5 },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

const body = fc.oneof(
  { weight: 6, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '['.repeat(200_000),
      '{"a":'.repeat(50_000),
      '{"__proto__":{"x":1}}',
      '{"a":1e999}',
      '"\\ud800"',
      '{"a":"\\ud800"}',
    ),
  },
);

const headers = fc.record(
  {
    'x-api-key': fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('api-default', 'admin-default', 'compliance-default') },
      { weight: 1, arbitrary: nasty },
    ),
    'vendor-version': fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('2023-06-01', '2026-10-21') },
      { weight: 1, arbitrary: nasty },
    ),
    'vendor-beta': fc.constantFrom(
      'managed-agents-2026-04-01',
      'managed-agents-2026-04-01,files-api-2025-04-14',
      ',,',
      '__proto__',
    ),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'multipart/form-data; boundary=a',
      'multipart/form-data',
      '',
    ),
    origin: nasty,
    authorization: nasty,
  },
  { requiredKeys: ['x-api-key', 'vendor-version', 'content-type'] },
);

function fieldsOf(id: string, part: 'query' | 'body'): string[] {
  const schema = (schemas as Readonly<Record<string, OperationSchemas>>)[id]?.[part];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

async function ask(fake: Fake, request: Pick<FakeHttpRequest, 'method' | 'path' | 'headers' | 'body'>) {
  const cancellation = { cancelled: false, reason: undefined, listen: () => undefined };
  const response = await fake.http().send({ ...request, origin: fake.url, cancellation });
  const chunks: Uint8Array[] = [];
  await new Promise<void>((resolve, reject) => {
    response.body.read({ data: (chunk) => chunks.push(chunk), end: resolve, fail: reject });
    // Session streams never end on their own.
    if (response.headers['content-type']?.startsWith('text/event-stream') === true)
      setImmediate(() => resolve());
  });
  response.body.cancel();
  return { status: response.status, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

test('no request results in a 5xx, and every error response is well-formed and names its rule', async () => {
  verifies('GEN-026');
  const fake = createFake();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', '__proto__'),
      path,
      query,
      headers,
      body,
      async (method, where, search, fields, content) => {
        const isBodyless = method === 'GET' || method === 'DELETE';
        const response = await ask(fake, {
          method,
          path: `${where}?${search}`,
          headers: fields,
          body: isBodyless ? null : content,
        });
        expect(response.status).toBeLessThan(500);
        expect(response.headers['request-id']).toMatch(/^req_/);
        const isError = response.status >= 400;
        const said = isError
          ? (JSON.parse(response.text) as { error: { type: string; message: string } })
          : undefined;
        expect([isError, typeof said?.error.message]).toEqual([isError, isError ? 'string' : 'undefined']);
        expect(response.headers['x-parlance-rule'] === undefined).toBe(!isError);
      },
    ),
    { numRuns: 1500 },
  );
  expect(({} as { x?: unknown }).x).toBeUndefined();
}, 60_000);

test('no body with arbitrary values in known fields results in a 5xx', async () => {
  verifies('GEN-026');
  const fake = createFake();
  const withBody = all.filter((one) => one.method === 'POST' && fieldsOf(one.id, 'body').length > 0);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...withBody),
      fc.array(fc.tuple(fc.nat(), json), { maxLength: 8 }),
      async (operation, picks) => {
        const fields = fieldsOf(operation.id, 'body');
        const content = Object.fromEntries(
          picks.map(([index, value]) => [fields[index % fields.length] as string, value]),
        );
        const key = {
          'api-key': 'api-default',
          'admin-key': 'admin-default',
          'compliance-key': 'compliance-default',
        }[operation.auth];
        const response = await ask(fake, {
          method: 'POST',
          path: operation.path.replaceAll(/\{[^}]+\}/g, 'x'),
          headers: { 'x-api-key': key, 'vendor-version': '2026-10-21', 'content-type': 'application/json' },
          body: JSON.stringify(content),
        });
        expect(response.status).toBeLessThan(500);
      },
    ),
    { numRuns: 1000 },
  );
}, 60_000);

test('headers that are too large result in a 431', async () => {
  await using fake = createFake();
  const { url } = await fake.listen();
  const response = await fetch(`${url}/v1/models`, { headers: { 'x-filler': 'a'.repeat(100_000) } });
  expect(response.status).toBe(431);
});

test.each([
  'GET /v1/models/../../etc HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET http://other/v1/models HTTP/1.1\r\nhost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
  'POST /v1/messages HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab',
  'POST /v1/messages HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'NONSENSE\r\n\r\n',
  '\u0000\u0001\u0002\r\n\r\n',
])('the server survives %j', async (bytes) => {
  await using fake = createFake();
  const { url } = await fake.listen();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.on('error', () => undefined);
  socket.end(bytes);
  socket.resume();
  const response = await fetch(`${url}/v1/models`, {
    headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' },
  });
  socket.destroy();
  expect(response.status).toBe(200);
});

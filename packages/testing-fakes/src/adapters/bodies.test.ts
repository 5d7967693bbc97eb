import { once } from 'node:events';
import { request as post } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { verifies } from '../testing/verifies.js';

const MB = 1024 * 1024;
const UPLOAD = '/v1/files';
const MESSAGES = '/v1/messages';
const FORM = 'multipart/form-data; boundary=x';

let fake: Fake;
let socket: Socket;
let received: string;

beforeEach(async () => {
  fake = createFake();
  const { port } = new URL((await fake.listen()).url);
  socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  received = '';
  socket.on('data', (bytes) => (received += bytes.toString()));
});

afterEach(async () => {
  socket.destroy();
  await fake.close();
});

function writeHead(path: string, headers: Readonly<Record<string, string | number>>): void {
  const lines = Object.entries({ host: 'x', 'vendor-version': '2026-06-01', ...headers });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
}

async function until(text: string): Promise<void> {
  while (!received.includes(text)) await once(socket, 'data');
}

describe('a request is rejected before its body is sent, when the client asks for it first,', () => {
  test.each([
    ['without a key', UPLOAD, { 'content-type': FORM, 'content-length': 200 * MB }, 'GEN-006', 401],
    ['with an invalid key', UPLOAD, { 'x-api-key': 'sk', 'content-length': 200 * MB }, 'GEN-006', 401],
    ['with a key of another kind', UPLOAD, { 'x-api-key': 'admin-a', 'content-length': 9 }, 'GEN-006', 403],
    [
      'for an unknown path',
      '/v1/nothing',
      { 'x-api-key': 'api-a', 'content-length': 200 * MB },
      'GEN-007',
      404,
    ],
    [
      'with a message over 32 MB',
      MESSAGES,
      { 'x-api-key': 'api-a', 'content-type': 'application/json', 'content-length': 32 * MB + 1 },
      'GEN-008',
      413,
    ],
    [
      'with a file over 500 MB',
      UPLOAD,
      { 'x-api-key': 'api-a', 'content-type': FORM, 'content-length': 500 * MB + 1 },
      'GEN-008',
      413,
    ],
  ])('%s', async (_, path, headers, rule, status) => {
    writeHead(path, { ...headers, expect: '100-continue' });
    await until(rule);
    expect(received).toMatch(`HTTP/1.1 ${status} `);
    expect(received).not.toContain('100 Continue');
  });
});

test('a client without a key can send its whole body before it receives the response', async () => {
  const request = new Promise<number | undefined>((resolve, reject) => {
    const outgoing = post(`${fake.url}${UPLOAD}`, { method: 'POST' }, (response) =>
      resolve(response.statusCode),
    );
    outgoing.on('error', reject);
    const piece = Buffer.alloc(MB);
    let left = 50;
    const write = (): void => {
      while (left-- > 0) if (!outgoing.write(piece)) return void outgoing.once('drain', write);
      outgoing.end();
    };
    write();
  });
  expect(await request).toBe(401);
});

test('a client with a valid key is asked to continue', async () => {
  const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--';
  const headers = { 'content-type': FORM, 'content-length': body.length, expect: '100-continue' };
  writeHead(UPLOAD, { 'x-api-key': 'api-a', ...headers });
  await until('100 Continue');
  socket.write(body);
  await until('"size_bytes":3');
  expect(received).toContain('HTTP/1.1 200 OK');
});

test('the connection stays usable after a rejected body', async () => {
  writeHead(MESSAGES, { 'content-length': 2 * MB });
  socket.write(Buffer.alloc(2 * MB));
  writeHead(MESSAGES, { 'content-length': 0 });
  await until('GEN-006');
  while (received.split('HTTP/1.1 401').length < 3) await once(socket, 'data');
  expect(received).not.toContain('connection: close');
});

test('a body of unknown length is discarded beyond the limit', async () => {
  writeHead(MESSAGES, {
    'x-api-key': 'api-a',
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  });
  for (let sent = 0; sent <= 32; sent++) {
    socket.write(`${MB.toString(16)}\r\n`);
    socket.write(Buffer.alloc(MB, 32));
    socket.write('\r\n');
  }
  socket.write('0\r\n\r\n');
  await until('GEN-008');
  expect(received).toMatch('HTTP/1.1 413 ');
});

/** A form with one file of a size, in pieces. */
async function* form(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
  const piece = Buffer.alloc(MB, 7);
  for (let left = bytes; left > 0; left -= MB) yield piece.subarray(0, Math.min(left, MB));
  yield Buffer.from('\r\n--x--\r\n');
}

test.each([420 * MB, 499 * MB])('a file of %i bytes can be uploaded', { timeout: 60_000 }, async (size) => {
  const response = await fake.fetch(`${fake.url}${UPLOAD}`, {
    method: 'POST',
    headers: { 'x-api-key': 'api-a', 'vendor-version': '2026-06-01', 'content-type': FORM },
    body: ReadableStream.from(form(size)),
    duplex: 'half',
  } as RequestInit);
  expect([response.status, await response.json()]).toMatchObject([200, { size_bytes: size }]);
});

test('a file of unknown length over 500 MB is rejected', { timeout: 60_000 }, async () => {
  verifies('GEN-008');
  const { body, ...response } = await fake.http().send({
    method: 'POST',
    origin: fake.url,
    path: UPLOAD,
    headers: { 'x-api-key': 'api-a', 'vendor-version': '2026-06-01', 'content-type': FORM },
    body: form(501 * MB),
    cancellation: { cancelled: false, reason: undefined, listen: () => {} },
  });
  body.cancel();
  expect(response.status).toBe(413);
});

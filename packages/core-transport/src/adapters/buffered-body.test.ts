import { expect, test } from 'vitest';
import type { Middleware } from '../http-adapter.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { readThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { bufferedBody, readBytes } from './buffered-body.js';

const params = { thing_id: 't' };

function transportWith(middleware: Middleware, http: ScriptedAdapter): Transport {
  return new Transport(
    { baseUrl: 'https://api.example.com', apiKey: 'key', http, middleware: [middleware] },
    { key: 'api-key' },
  );
}

test('middleware can read a body and pass it on', async () => {
  const seen: string[] = [];
  const read: Middleware = (next) => async (request) => {
    const response = await next(request);
    const bytes = await readBytes(response.body);
    seen.push(new TextDecoder().decode(bytes));
    return { ...response, body: bufferedBody(bytes) };
  };
  const http = new ScriptedAdapter({ body: { id: 'a' } });
  expect(await transportWith(read, http).call(readThing, { params })).toEqual({ id: 'a' });
  expect(seen).toEqual(['{"id":"a"}']);
});

test('middleware can respond on its own', async () => {
  const respond: Middleware = () => () =>
    Promise.resolve({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: bufferedBody(new TextEncoder().encode('{"id":"b"}')),
    });
  const http = new ScriptedAdapter();
  expect(await transportWith(respond, http).call(readThing, { params })).toEqual({ id: 'b' });
  expect(http.requests).toEqual([]);
});

test('readBytes truncates a body at a maximum size, and fails with the error of the connection', async () => {
  expect(await readBytes(bufferedBody(Uint8Array.of(1, 2, 3)), 2)).toEqual(Uint8Array.of(1, 2));
  expect(await readBytes(bufferedBody(new Uint8Array()))).toEqual(new Uint8Array());
  const error = new Error('reset');
  const broken = {
    ...bufferedBody(new Uint8Array()),
    read: (sink: { fail: (error: unknown) => void }) => sink.fail(error),
  };
  await expect(readBytes(broken)).rejects.toBe(error);
});

test('a cancelled body delivers nothing', () => {
  const body = bufferedBody(Uint8Array.of(1));
  const delivered: unknown[] = [];
  const sink = {
    data: (chunk: Uint8Array) => delivered.push(chunk),
    end: () => delivered.push('end'),
    fail: () => undefined,
  };
  body.pause();
  body.resume();
  body.cancel();
  body.read(sink);
  expect(delivered).toEqual([]);
});

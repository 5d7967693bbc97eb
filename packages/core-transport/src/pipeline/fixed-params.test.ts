/** What a call sends is fixed when the method returns: a file of its own, so that the first row is the first call of a process. */
import { writeMultipart } from '../uploads/multipart.js';
import { openStream } from '../streaming/open-stream.js';
import { expect, test } from 'vitest';

import { failure, ScriptedAdapter } from '../testing/scripted-adapter.js';
import {
  createThing,
  generateThing,
  listThings,
  readThing,
  settle,
  transportWith,
} from '../testing/things.js';
import type { TransportOptions } from '../options/client-options.js';

const good = { body: { id: 'ok' } };
const rateLimiter = { acquire: () => Promise.resolve({ release: () => undefined }) };

test.each<[string, Partial<TransportOptions>]>([
  ['the first call of a process', {}],
  ['a later call', {}],
  ['a call that waits for its key', { apiKey: () => Promise.resolve('key') }],
  ['a call that waits for a rate limiter', { rateLimiter }],
])('%s sends the body it was called with', async (_name, options) => {
  const http = new ScriptedAdapter(good);
  const { transport } = transportWith({ ...options, http });
  const body = { prompt: { text: 'before' } };
  const result = transport.call(createThing, { body });
  body.prompt.text = 'after';
  await result;
  expect(http.requests[0]?.body).toBe('{"prompt":{"text":"before"}}');
});

test('a retry sends the same body, query, path and headers again', async () => {
  const http = new ScriptedAdapter(failure('ECONNREFUSED', false), good);
  const { transport, clock } = transportWith({ http });
  const input = { params: { thing_id: 'a' }, query: { ids: ['1'] }, body: { text: 'before' } };
  const options = { headers: { 'x-extra': 'before' }, betas: ['before'] };
  const result = transport.call(createThing, input as never, options);
  await settle();
  input.query.ids.push('2');
  input.body.text = 'after';
  options.headers['x-extra'] = 'after';
  options.betas.push('after');
  clock.advance(500);
  await result;
  expect(http.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/things?ids%5B%5D=1', '{"text":"before"}'],
    ['/v1/things?ids%5B%5D=1', '{"text":"before"}'],
  ]);
  for (const { headers } of http.requests)
    expect(headers).toMatchObject({ 'x-extra': 'before', 'vendor-beta': 'before,things-2026-01-01' });
});

test('a stream sends the body it was called with', async () => {
  const http = new ScriptedAdapter({ headers: { 'content-type': 'text/event-stream' }, pieces: [] });
  const { transport } = transportWith({ http });
  const body = { prompt: { text: 'before' } };
  const stream = openStream(transport, generateThing, { body });
  body.prompt.text = 'after';
  await settle();
  stream.abort();
  expect(http.requests[0]?.body).toBe('{"prompt":{"text":"before"},"stream":true}');
});

test('a list keeps the filters it was made with', async () => {
  const http = new ScriptedAdapter({ body: { data: [], next_page: null } });
  const { transport } = transportWith({ http });
  const query = { user_ids: ['before'], created_at: { gte: 'before' } };
  const list = transport.list(listThings, { query: query as never });
  query.user_ids.push('after');
  query.created_at.gte = 'after';
  await list;
  expect(http.requests[0]?.path).toBe('/v1/things?user_ids%5B%5D=before&created_at%5Bgte%5D=before');
});

test('a path parameter is fixed too', async () => {
  const http = new ScriptedAdapter(good);
  const { transport } = transportWith({ http });
  const params = { thing_id: 'before' };
  const result = transport.call(readThing, { params });
  params.thing_id = 'after';
  await result;
  expect(http.requests[0]?.path).toBe('/v1/things/before');
});

test.each([
  ['bytes', new Uint8Array([1])],
  ['a Blob', new Blob(['x'])],
])('an upload sends the bytes it was called with, beside %s', async (_name, other) => {
  const http = new ScriptedAdapter(good);
  const { transport } = transportWith({ http });
  const bytes = new TextEncoder().encode('before');
  const result = transport.call(createThing, { body: { bytes, other }, write: writeMultipart });
  bytes.set(new TextEncoder().encode('after!'));
  await result;
  const sent = http.requests[0]?.body as Uint8Array | AsyncIterable<Uint8Array>;
  let text = '';
  for await (const piece of sent instanceof Uint8Array ? [sent] : sent)
    text += new TextDecoder().decode(piece);
  expect(text).toContain('before');
});

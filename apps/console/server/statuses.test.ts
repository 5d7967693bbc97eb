/** The HTTP statuses of the console's server, over a socket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFake, type Fault } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from './connect.js';
import { serveConsole } from './serve-console.js';
import { serviceOf } from './testing/service-of.js';

/** Serves a console that is connected to an emulator by URL. `keys` override the emulator's. */
async function serve(keys: Readonly<Record<string, string | undefined>> = {}) {
  const fake = createFake({ seed: 'demo' });
  const listening = await fake.listen();
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-statuses-'));
  const backend = await connect({ ...serviceOf(fake), ...keys });
  const running = await serveConsole({ backend, ports: [0], pages: folder, exports: folder });
  const entered = await fetch(running.urlOf('/'));
  const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  onTestFinished(async () => {
    await running.close();
    await fake.close();
    await rm(folder, { recursive: true });
  });
  /** Makes a call as a page that was opened with the printed URL. */
  const ask = (address: string, body?: unknown): Promise<Response> =>
    fetch(running.url + address, {
      headers: { cookie, 'content-type': 'application/json', 'vendor-version': '2023-06-01' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  return { url: running.url, ask, fake, stopEmulator: () => listening.close() };
}

test.each([
  [400, '/rpc/compliance/deleteChat', { id: 7 }, { kind: 'input' }],
  [404, '/rpc/unknown', null, { kind: 'console', code: 'console_request' }],
  [404, '/rpc/service/about', undefined, { kind: 'console' }],
  [404, '/files/exports/missing/chats.ndjson', undefined, { kind: 'console' }],
  [404, '/files/files/file_missing', undefined, { kind: 'refused' }],
  [404, '/files/unknown', undefined, { kind: 'console' }],
  [404, '/api/v1/unknown', undefined, { kind: 'console' }],
  [200, '/rpc/service/about', null, { emulator: false }],
])('responds with %i to %s with %j', async (status, address, body, expected) => {
  const { ask } = await serve();
  const response = await ask(address, body);
  expect([response.status, await response.json()]).toMatchObject([status, expected]);
});

const ID = 'missing';
test('responds with 404 to every call with an unknown ID', async () => {
  const { ask } = await serve();
  const calls: readonly (readonly [string, object])[] = [
    ['batches/results', { id: ID }],
    ['compliance/deleteChat', { id: 'assistant_chat_missing' }],
    ['exports/pause', { id: ID }],
    ['exports/resume', { id: ID }],
    ['exports/verify', { id: ID }],
    ['inspector/call', { id: 0 }],
  ];
  const statuses = await Promise.all(
    calls.map(async ([route, body]) => [route, (await ask(`/rpc/${route}`, body)).status]),
  );
  expect(statuses).toEqual(calls.map(([route]) => [route, 404]));
});

test('responds with 409 to all but one of the calls that resume an export at the same time', async () => {
  const { ask, fake } = await serve();
  fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 60_000 }]);
  const id = (await (await ask('/rpc/exports/start', { kind: 'chats', filters: {} })).json()) as string;
  const running = await ask('/rpc/exports/resume', { id });
  expect([running.status, await running.json()]).toMatchObject([409, { code: 'already_running' }]);
  await ask('/rpc/exports/pause', { id });
  const responses = await Promise.all([1, 2, 3].map(() => ask('/rpc/exports/resume', { id })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  const refused = await Promise.all(responses.filter(({ ok }) => !ok).map((one) => one.json()));
  expect(refused).toMatchObject([{ code: 'already_running' }, { code: 'already_running' }]);
});

test('responds with 401 without the cookie, and when the service rejects the key', async () => {
  const { ask, url } = await serve({ apiKey: 'wrong' });
  const stranger = await fetch(`${url}/rpc/service/about`, { method: 'POST', body: 'null' });
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { code: 'console_unauthorized' }]);
  const passed = await fetch(`${url}/api/v1/models`, { headers: { 'vendor-version': '2023-06-01' } });
  expect([passed.status, await passed.json()]).toMatchObject([401, { code: 'console_unauthorized' }]);
  const refused = await ask('/api/v1/models');
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'authentication_error' }]);
});

test('responds with 503 if the key of a slice is missing', async () => {
  const { ask } = await serve({ adminKey: undefined });
  const response = await ask('/api/v1/organizations/me');
  expect([response.status, await response.json()]).toMatchObject([503, { kind: 'setup' }]);
});

const REQUEST_ID = expect.stringMatching(/^req_/) as unknown;

test.each<[number, Fault, object]>([
  [409, { status: 409 }, { kind: 'refused', status: 409 }],
  [502, { status: 500 }, { kind: 'refused', status: 500, requestId: REQUEST_ID }],
  [502, { status: 529 }, { kind: 'refused', status: 529, requestId: REQUEST_ID }],
  [502, { truncate_bytes: 20 }, { kind: 'response', requestId: REQUEST_ID }],
  [502, { body: '<p>Sign in</p>', content_type: 'text/html' }, { kind: 'response', requestId: REQUEST_ID }],
])('responds with %i if the service responds with %j', async (status, fault, expected) => {
  const { ask, fake } = await serve();
  fake.setFaults([fault]);
  const response = await ask('/api/v1/agents', { name: 'A', model: 'assistant-haiku-4-5' });
  expect([response.status, await response.json()]).toMatchObject([status, expected]);
});

test('responds with 502 if the service cannot be reached', async () => {
  const { ask, stopEmulator } = await serve();
  await stopEmulator();
  const response = await ask('/rpc/service/probe', null);
  expect([response.status, await response.json()]).toMatchObject([502, { kind: 'connection' }]);
});

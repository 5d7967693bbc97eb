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
  const running = await serveConsole({ backend, port: 0, pages: folder, exports: folder });
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
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  return { url: running.url, ask, fake, stopEmulator: () => listening.close() };
}

const COUNT = {
  model: 'assistant-haiku-4-5',
  useTools: false,
  messages: [{ role: 'user', content: 'Hi' }],
};

test.each([
  [400, '/rpc/chat/count', { ...COUNT, messages: 'Hi' }, { kind: 'input' }],
  [404, '/rpc/sessions/retrieve', { id: 'sesn_missing' }, { kind: 'refused', code: 'not_found_error' }],
  [404, '/rpc/unknown', null, { kind: 'console', code: 'console_request' }],
  [404, '/rpc/service/about', undefined, { kind: 'console' }],
  [404, '/files/exports/missing/chats.ndjson', undefined, { kind: 'console' }],
  [404, '/files/files/file_missing', undefined, { kind: 'refused' }],
  [404, '/files/unknown', undefined, { kind: 'console' }],
  [200, '/rpc/chat/count', COUNT, expect.any(Number)],
])('responds with %i to %s with %j', async (status, address, body, expected) => {
  const { ask } = await serve();
  const response = await ask(address, body);
  expect([response.status, await response.json()]).toMatchObject([status, expected]);
});

const ID = 'missing';
const SESSION = { id: 'sesn_missing' };
const MEMORY = { storeId: 'memstore_missing', id: 'mem_missing' };
const CREDENTIAL = { vaultId: 'vlt_missing', id: 'vcrd_missing' };
const MESSAGE = { type: 'user.message', content: [{ type: 'text', text: 'Hi' }] };
const FILE = { type: 'file', file_id: 'file_1' };
const TOKEN = { type: 'static_bearer', token: 'secret' };

test('responds with 404 to every call with an unknown ID', async () => {
  const { ask } = await serve();
  const calls: readonly (readonly [string, object])[] = [
    ['batches/retrieve', { id: ID }],
    ['batches/results', { id: ID }],
    ['batches/cancel', { id: ID }],
    ['batches/delete', { id: ID }],
    ['compliance/chat', { id: 'assistant_chat_missing' }],
    ['compliance/deleteChat', { id: 'assistant_chat_missing' }],
    ['activities/retrieve', { id: ID, at: 0 }],
    ['exports/pause', { id: ID }],
    ['exports/resume', { id: ID }],
    ['exports/verify', { id: ID }],
    ['admin/members', { workspaceId: ID }],
    ['admin/apply', { kind: 'role', userId: ID, role: 'user' }],
    ['admin/apply', { kind: 'removeUser', userId: ID }],
    ['admin/apply', { kind: 'revokeInvite', inviteId: ID }],
    ['admin/apply', { kind: 'archiveWorkspace', workspaceId: ID }],
    ['admin/apply', { kind: 'addMember', workspaceId: ID, userId: ID, role: 'workspace_user' }],
    ['agents/versions', { id: ID }],
    ['agents/update', { id: ID, version: 1 }],
    ['agents/archive', { id: ID }],
    ['sessions/retrieve', SESSION],
    ['sessions/create', { agent: ID }],
    ['sessions/send', { ...SESSION, event: MESSAGE }],
    ['sessions/queued', SESSION],
    ['sessions/archiveThread', { ...SESSION, threadId: ID }],
    ['sessions/archive', SESSION],
    ['sessions/delete', SESSION],
    ['resources/attach', { ...SESSION, ...FILE }],
    ['resources/detach', { ...SESSION, resourceId: ID }],
    ['resources/renewToken', { ...SESSION, resourceId: ID, token: 'secret' }],
    ['memory/archiveStore', { id: ID }],
    ['memory/deleteStore', { id: ID }],
    ['memory/list', { id: ID }],
    ['memory/read', MEMORY],
    ['memory/write', { storeId: ID, path: '/a', content: '' }],
    ['memory/change', { ...MEMORY, content: '', read: 'a'.repeat(64) }],
    ['memory/forget', MEMORY],
    ['vaults/archive', { id: ID }],
    ['vaults/delete', { id: ID }],
    ['credentials/list', { id: ID, archived: false }],
    ['credentials/create', { vaultId: ID, auth: { ...TOKEN, mcp_server_url: 'https://a.example/mcp' } }],
    ['credentials/replace', { ...CREDENTIAL, auth: TOKEN }],
    ['credentials/validate', CREDENTIAL],
    ['credentials/archive', CREDENTIAL],
    ['credentials/delete', CREDENTIAL],
    ['profiles/update', { id: ID }],
    ['profiles/enroll', { id: ID }],
    ['inspector/call', { id: 0 }],
  ];
  const statuses = await Promise.all(
    calls.map(async ([route, body]) => [route, (await ask(`/rpc/${route}`, body)).status]),
  );
  expect(statuses).toEqual(calls.map(([route]) => [route, 404]));
});

test('responds with 401 without the cookie, and when the service rejects the key', async () => {
  const { ask, url } = await serve({ apiKey: 'wrong' });
  const stranger = await fetch(`${url}/rpc/service/about`, { method: 'POST', body: 'null' });
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { code: 'console_unauthorized' }]);
  const refused = await ask('/rpc/chat/models', null);
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'authentication_error' }]);
});

test('responds with 503 if the key of a slice is missing', async () => {
  const { ask } = await serve({ adminKey: undefined });
  const response = await ask('/rpc/admin/overview', null);
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
  const response = await ask('/rpc/agents/create', { name: 'A', model: 'assistant-haiku-4-5' });
  expect([response.status, await response.json()]).toMatchObject([status, expected]);
});

test('responds with 502 if the service cannot be reached', async () => {
  const { ask, stopEmulator } = await serve();
  await stopEmulator();
  const response = await ask('/rpc/service/probe', null);
  expect([response.status, await response.json()]).toMatchObject([502, { kind: 'connection' }]);
});

/** Requests of the SDK in the pages, and those that nobody should send. */
import { NotFoundError } from '@parlance/core-transport';
import { operations, type Operation } from '@parlance/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from './app.js';
import type { Backend } from './backend.js';
import { connect } from './connect.js';
import { Exports } from './exports.js';
import { PASSED } from './pass-through.js';
import { openApp, post } from './testing/open-app.js';
import { Traffic } from './traffic.js';

const SDK = { 'vendor-version': '2023-06-01' };
const isPassed = ({ id }: Operation): boolean => (PASSED as readonly string[]).includes(id);

let backend: Backend;
let send: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  backend = await connect(undefined);
  const traffic = new Traffic(backend);
  const exports = new Exports({ folder: '/nowhere', backend });
  const app = createApp({ backend, traffic, pages: import.meta.dirname, exports });
  send = async (path, init) => app.request(`http://127.0.0.1/api${path}`, init);
  return async () => {
    traffic.close();
    await backend.close();
  };
});

const pathOf = ({ path }: Operation, id: string): string => path.replaceAll(/\{\w+\}/g, id);

describe.each(Object.values<Operation>(operations).map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    const init = {
      method: operation.method,
      ...(operation.method === 'POST' ? post({}, SDK) : { headers: SDK }),
    };

    test('is passed on only if it is on the list, and only for scripts of the console', async () => {
      const asked = await send(pathOf(operation, 'missing'), init);
      const body = (await asked.json()) as object;
      const isUnknown = asked.status === 404 && 'code' in body && body.code === 'console_request';
      expect(isUnknown).toBe(!isPassed(operation));
      if (!isPassed(operation)) return;
      const without = { ...init, headers: { 'content-type': 'application/json' } };
      expect((await send(pathOf(operation, 'missing'), without)).status).toBe(403);
      for (const strange of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const headers = { ...init.headers, ...strange };
        expect((await send(pathOf(operation, 'missing'), { ...init, headers })).status).toBe(403);
      }
    });
  },
);

test('a chat cannot be deleted, a stream not be opened and a file not be read', () => {
  expect(PASSED).not.toContain('chats.delete');
  const plain = PASSED.map((id): Operation => operations[id]);
  expect(plain.filter(({ stream, download, upload }) => stream ?? download ?? upload)).toEqual([]);
});

const AGENT = { name: 'A', model: 'assistant-haiku-4-5' };

test.each([
  ['malformed JSON', '/v1/vaults', { ...post(null, SDK), body: '{"display_name":' }, undefined],
  ['text', '/v1/vaults', { method: 'POST', headers: SDK, body: '{"display_name":"A"}' }, undefined],
  ['no body', '/v1/vaults', { method: 'POST', headers: SDK }, undefined],
  ['null', '/v1/vaults', post(null, SDK), 'body'],
  ['a list', '/v1/vaults', post([], SDK), 'body'],
  ['a missing field', '/v1/vaults', post({}, SDK), 'display_name'],
  ['an unknown field', '/v1/vaults', post({ display_name: 'A', surplus: 1 }, SDK), 'surplus'],
  ['a value of another type', '/v1/agents', post({ ...AGENT, tools: 'all' }, SDK), 'tools'],
  ['an unknown parameter', '/v1/agents?surplus=1', { headers: SDK }, 'surplus'],
  ['a parameter of another type', '/v1/agents?limit=many', { headers: SDK }, 'limit'],
  ['a parameter out of range', '/v1/agents?limit=0', { headers: SDK }, 'limit'],
  ['a list as a scalar', '/v1/agents?limit[]=1', { headers: SDK }, 'limit'],
  ['a malformed date', '/v1/compliance/activities?created_at.gte=x', { headers: SDK }, 'created_at.gte'],
])('responds with 400 to %s, and names the field', async (_, path, init, field) => {
  const response = await send(path, init);
  const problem = await response.json();
  expect([response.status, problem]).toMatchObject([
    400,
    field === undefined ? { kind: 'console' } : { kind: 'input', fields: [{ path: field }] },
  ]);
});

test.each([
  '/v1/agents/%zz/versions',
  '/v1/agents/%2e%2e/versions',
  '/v1/agents/a%2F..%2Fb/versions',
  '/v1/agents/%00/versions',
])('no ID leads to another address: %s', async (path) => {
  const before = backend.emulator?.fake.journal().length ?? 0;
  const response = await send(path, { headers: SDK });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  const requests = backend.emulator?.fake.journal().slice(before) ?? [];
  expect(requests.every(({ operation }) => operation === 'agents.listVersions')).toBe(true);
});

test('the SDK in the page works as with the service: lists, errors, request IDs and cursors', async () => {
  const { page } = await openApp();
  const { agents } = page.managedAgents;
  const created = await agents.create(AGENT).withResponse();
  expect(created.requestId).toMatch(/^req_/);
  for (let count = 0; count < 4; count += 1) await agents.create(AGENT);
  const listed = await Array.fromAsync(agents.list({ limit: 2 }));
  expect(listed.filter(({ name }) => name === 'A')).toHaveLength(5);
  expect(listed.map(({ id }) => id)).toContain(created.data.id);
  const missing = agents.archive('agent_missing');
  await expect(missing).rejects.toSatisfy((error) => NotFoundError.is(error));
  await expect(missing).rejects.toMatchObject({ body: { kind: 'refused', requestId: expect.any(String) } });
  await expect(page.compliance.activities.list({ after_id: '12' }).pages().next()).rejects.toMatchObject({
    body: { kind: 'refused' },
  });
  expect(
    await page.managedAgents.vaults.delete(
      (await page.managedAgents.vaults.create({ display_name: 'V' })).id,
    ),
  ).toMatchObject({ type: 'vault_deleted' });
});

test('the key of the page is not used, and neither keys nor secrets are recorded', async () => {
  const { page, backend: own } = await openApp();
  const { vaults } = page.managedAgents;
  const { id } = await vaults.create({ display_name: 'V' });
  const auth = {
    type: 'static_bearer',
    mcp_server_url: 'https://a.example/mcp',
    token: 'canary-1f2e3d',
  } as const;
  await vaults.credentials.create(id, { auth });
  const [latest] = own.inspector.calls();
  const recorded = JSON.stringify(own.inspector.call(latest?.id ?? 0));
  expect(recorded).toContain('vaults.credentials.create');
  expect(recorded).not.toContain('canary');
  expect(recorded).not.toContain(own.emulator?.fake.keys.api);
});

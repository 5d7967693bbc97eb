/** Invalid bodies of requests to the console's server: every route responds with 400 and names the field. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from './api.js';
import { createApp } from './app.js';
import { connect } from './connect.js';
import { Exports } from './exports.js';
import { Traffic } from './traffic.js';

/** Routes without a body. */
const WITHOUT_BODY = [
  '/service/about',
  '/service/probe',
  '/service/traffic',
  '/service/unreachable',
  '/faults/panel',
  '/chat/models',
  '/batches/list',
  '/compliance/people',
  '/compliance/projects',
  '/exports/watch',
  '/admin/overview',
  '/sessions/environments',
  '/profiles/list',
  '/inspector/calls',
];

/** For each route with a body: the required fields, and an invalid body with the path of its first issue. */
const ROUTES: Readonly<Record<string, readonly [required: readonly string[], body: object, path: string]>> = {
  '/faults/set': [['ids'], { ids: ['unknown'] }, 'ids.0'],
  '/faults/power': [['on'], { on: 'yes' }, 'on'],
  '/chat/count': [
    ['messages', 'model', 'useTools'],
    { model: 'm', messages: 'Hi', useTools: false },
    'messages',
  ],
  '/chat/send': [
    ['max_tokens', 'messages', 'model', 'useTools'],
    {
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'text', text: 7 }] }],
      max_tokens: 5,
      useTools: true,
    },
    'messages.0.content.0.text',
  ],
  '/batches/submit': [['requests'], { requests: [{ custom_id: 'a' }] }, 'requests.0.params'],
  '/batches/retrieve': [['id'], { id: 7 }, 'id'],
  '/batches/results': [['id'], { id: 7 }, 'id'],
  '/batches/cancel': [['id'], { id: null }, 'id'],
  '/batches/delete': [['id'], { id: '' }, 'id'],
  '/usage/report': [['by', 'days'], { by: 'model', days: 1e9 }, 'days'],
  '/compliance/chats': [['user_ids'], { user_ids: 'user_1' }, 'user_ids'],
  '/compliance/chat': [['id'], { id: {} }, 'id'],
  '/compliance/deleteChat': [['id'], { id: [] }, 'id'],
  '/activities/list': [[], { created_at: { gte: 'yesterday' } }, 'created_at.gte'],
  '/activities/retrieve': [['id', 'at'], { id: 'activity_1', at: 1e15 }, 'at'],
  '/exports/start': [['kind'], { kind: 'chats', filters: { user_ids: [7] } }, 'filters.user_ids.0'],
  '/exports/pause': [['id'], { id: 7 }, 'id'],
  '/exports/resume': [['id'], { id: 'a', skip: 'yes' }, 'skip'],
  '/exports/verify': [['id'], { id: 7 }, 'id'],
  '/admin/members': [['workspaceId'], { workspaceId: 7 }, 'workspaceId'],
  '/admin/apply': [['kind'], { kind: 'role', userId: 'user_1', role: 'king' }, 'role'],
  '/agents/list': [['archived'], { archived: 'no' }, 'archived'],
  '/agents/versions': [['id'], { id: 7 }, 'id'],
  '/agents/create': [['model', 'name'], { model: 'm', name: 'A', tools: 'all' }, 'tools'],
  '/agents/update': [['version', 'id'], { id: 'agent_1', version: '1' }, 'version'],
  '/agents/archive': [['id'], { id: 7 }, 'id'],
  '/sessions/list': [['archived', 'status', 'pages'], { archived: true, status: 'busy', pages: 1 }, 'status'],
  '/sessions/retrieve': [['id'], { id: 7 }, 'id'],
  '/sessions/create': [['agent'], { agent: 'agent_1', title: 7 }, 'title'],
  '/sessions/send': [['id', 'event'], { id: 'sesn_1', event: { type: 'status' } }, 'event.type'],
  '/sessions/queued': [['id'], { id: 7 }, 'id'],
  '/sessions/follow': [
    ['id', 'threadId', 'resumeFrom'],
    { id: 'sesn_1', threadId: null, resumeFrom: 'start' },
    'resumeFrom',
  ],
  '/sessions/archiveThread': [['id', 'threadId'], { id: 'sesn_1', threadId: null }, 'threadId'],
  '/sessions/archive': [['id'], { id: 7 }, 'id'],
  '/sessions/delete': [['id'], { id: 7 }, 'id'],
  '/resources/attach': [['file_id', 'type', 'id'], { id: 'sesn_1', type: 'url', file_id: 'file_1' }, 'type'],
  '/resources/detach': [['id', 'resourceId'], { id: 'sesn_1', resourceId: 7 }, 'resourceId'],
  '/resources/renewToken': [['id', 'resourceId', 'token'], { id: 'a', resourceId: 'b', token: '' }, 'token'],
  '/memory/stores': [['archived'], { archived: 1 }, 'archived'],
  '/memory/createStore': [['name'], { name: 7 }, 'name'],
  '/memory/archiveStore': [['id'], { id: 7 }, 'id'],
  '/memory/deleteStore': [['id'], { id: 7 }, 'id'],
  '/memory/list': [['id'], { id: 7 }, 'id'],
  '/memory/read': [['storeId', 'id'], { storeId: 'memstore_1', id: 7 }, 'id'],
  '/memory/write': [['content', 'path', 'storeId'], { storeId: 'a', path: 'no-slash', content: '' }, 'path'],
  '/memory/change': [
    ['storeId', 'id', 'content', 'read'],
    { storeId: 'a', id: 'b', content: null, read: '' },
    'content',
  ],
  '/memory/forget': [['storeId', 'id'], { storeId: 7, id: 'b' }, 'storeId'],
  '/vaults/list': [['archived'], { archived: null }, 'archived'],
  '/vaults/create': [['name'], { name: '' }, 'name'],
  '/vaults/archive': [['id'], { id: 7 }, 'id'],
  '/vaults/delete': [['id'], { id: 7 }, 'id'],
  '/credentials/list': [['archived', 'id'], { id: 'a', archived: 'no' }, 'archived'],
  '/credentials/create': [
    ['auth', 'vaultId'],
    { vaultId: 'a', auth: { type: 'static_bearer', mcp_server_url: 'https://a.example' } },
    'auth.token',
  ],
  '/credentials/replace': [['vaultId', 'id'], { vaultId: 'a', id: 'b', auth: 7 }, 'auth'],
  '/credentials/validate': [['vaultId', 'id'], { vaultId: 'a', id: 7 }, 'id'],
  '/credentials/archive': [['vaultId', 'id'], { vaultId: 'a', id: 7 }, 'id'],
  '/credentials/delete': [['vaultId', 'id'], { vaultId: 'a', id: 7 }, 'id'],
  '/profiles/create': [[], { relationship: 7 }, 'relationship'],
  '/profiles/update': [['id'], { id: 'a', name: 7 }, 'name'],
  '/profiles/enroll': [['id'], { id: 7 }, 'id'],
  '/inspector/call': [['id'], { id: '1' }, 'id'],
  '/inspector/program': [['page', 'routes'], { page: '/chat', routes: [7] }, 'routes.0'],
};

let ask: (route: string, init: RequestInit) => Promise<Response>;
let known: string[];

beforeAll(async () => {
  const backend = await connect(undefined);
  const traffic = new Traffic(backend);
  const exports = new Exports({ folder: '/nowhere', backend });
  const app = createApp({ backend, traffic, pages: import.meta.dirname, exports });
  known = [...new Set(createApi(backend, exports, traffic).routes.map(({ path }) => path))];
  ask = async (route, init) => app.request(`http://127.0.0.1/rpc${route}`, { method: 'POST', ...init });
  return async () => {
    traffic.close();
    await backend.close();
  };
});

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('every route is in one of the tables', () => {
  expect(known.toSorted()).toEqual([...WITHOUT_BODY, ...Object.keys(ROUTES)].toSorted());
});

describe.each(Object.entries(ROUTES))('%s', (route, [required, wrong, path]) => {
  test.each([
    ['text', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['malformed JSON', { headers: { 'content-type': 'application/json' }, body: '{"id":' }],
    ['no body', {}],
  ])('responds with 400 to %s', async (_, init) => {
    const response = await ask(route, init);
    expect([response.status, await response.json()]).toMatchObject([400, { kind: 'console' }]);
  });

  test.each([[null], [[]], ['text'], [7]])('responds with 400 to %j', async (body) => {
    const response = await ask(route, json(body));
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { kind: 'input', code: 'invalid_params', fields: [{ path: 'body' }] },
    ]);
  });

  test('responds with 400 and the path of an invalid value', async () => {
    const response = await ask(route, json(wrong));
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { kind: 'input', fields: [{ path }] },
    ]);
  });

  test('responds with 400 and the missing and unknown fields', async () => {
    const response = await ask(route, json({ surplus: 1 }));
    const { fields } = (await response.json()) as { fields: { path: string }[] };
    expect(response.status).toBe(400);
    const paths = fields.map((field) => field.path);
    expect(paths).toEqual(expect.arrayContaining([...required]));
    // The kind or the operation determines which fields are known.
    if (!required.includes('kind')) expect(paths).toContain('surplus');
  });
});

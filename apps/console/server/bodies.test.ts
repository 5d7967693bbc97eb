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
  '/exports/watch',
  '/inspector/calls',
];

/** For each route with a body: the required fields, and an invalid body with the path of its first issue. */
const ROUTES: Readonly<Record<string, readonly [required: readonly string[], body: object, path: string]>> = {
  '/faults/set': [['ids'], { ids: ['unknown'] }, 'ids.0'],
  '/faults/power': [['on'], { on: 'yes' }, 'on'],
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
  '/batches/results': [['id'], { id: 7 }, 'id'],
  '/compliance/deleteChat': [['id'], { id: [] }, 'id'],
  '/activities/list': [[], { created_at: { gte: 'yesterday' } }, 'created_at.gte'],
  '/exports/start': [['kind'], { kind: 'chats', filters: { user_ids: [7] } }, 'filters.user_ids.0'],
  '/exports/pause': [['id'], { id: 7 }, 'id'],
  '/exports/resume': [['id'], { id: 'a', skip: 'yes' }, 'skip'],
  '/exports/verify': [['id'], { id: 7 }, 'id'],
  '/organization/plan': [
    ['users', 'members', 'archived'],
    { users: [{ email: 7 }], members: [], archived: [] },
    'users.0.email',
  ],
  '/organization/apply': [['plan'], { plan: 'none' }, 'plan'],
  '/sessions/follow': [
    ['id', 'threadId', 'resumeFrom'],
    { id: 'sesn_1', threadId: null, resumeFrom: 'start' },
    'resumeFrom',
  ],
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

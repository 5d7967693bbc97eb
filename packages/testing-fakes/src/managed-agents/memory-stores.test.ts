import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';

function start() {
  const fake = createFake({ checkResponses: true });
  return { fake, ask: asker(fake, 'managed-agents-2026-04-01'), clock: fake.world().clock };
}

test('creates a store that retrieve and list return', async () => {
  verifies('MEM-001', 'MEM-002', 'MEM-003', 'MEM-004', 'MEM-006', 'MEM-008', 'MEM-018', 'MEM-025');
  const { ask } = start();
  const { json } = await ask('POST /v1/memory_stores', { name: 'Notes', metadata: { a: 'b' } });
  expect(json).toEqual({
    id: expect.stringMatching(/^memstore_[0-9A-Za-z]{24}$/),
    created_at: '2026-06-01T00:00:00.000Z',
    name: 'Notes',
    type: 'memory_store',
    updated_at: '2026-06-01T00:00:00.000Z',
    archived_at: null,
    description: '',
    metadata: { a: 'b' },
  });
  expect((await ask(`GET /v1/memory_stores/${json.id}`)).json).toEqual(json);
  expect((await ask('GET /v1/memory_stores')).json).toEqual({ data: [json], next_page: null });
});

test.each([
  ['MEM-013', 'without a name', {}],
  ['MEM-013', 'with a name that is not a string', { name: 1 }],
  ['MEM-014', 'with an empty name', { name: '' }],
  ['MEM-014', 'with a name of 256 characters', { name: 'a'.repeat(256) }],
  ['MEM-015', 'with a line break in its name', { name: 'a\nb' }],
  ['MEM-015', 'with a C1 control character in its name', { name: 'a\u0085b' }],
  ['MEM-017', 'with a description of 1025 characters', { name: 'a', description: 'a'.repeat(1025) }],
])('%s: rejects a store %s', async (rule, _, body) => {
  verifies('MEM-013', 'MEM-014', 'MEM-015', 'MEM-017');
  const { ask } = start();
  expect(await ask('POST /v1/memory_stores', body)).toMatchObject({ status: 400, rule });
  expect((await ask('GET /v1/memory_stores')).json.data).toEqual([]);
});

test('accepts duplicate names and names and descriptions of the maximum length', async () => {
  verifies('MEM-014', 'MEM-016', 'MEM-017');
  const { ask } = start();
  const body = { name: '名'.repeat(255), description: '😀'.repeat(1024) };
  const first = await ask('POST /v1/memory_stores', body);
  const second = await ask('POST /v1/memory_stores', body);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.json.id).not.toBe(second.json.id);
});

test('updates only the fields in the request', async () => {
  verifies('MEM-026', 'MEM-027', 'MEM-028', 'MEM-030');
  const { ask, clock } = start();
  const { json: store } = await ask('POST /v1/memory_stores', {
    name: 'a',
    description: 'd',
    metadata: { x: '1', y: '2' },
  });
  clock.advance(1000);
  const line = `POST /v1/memory_stores/${store.id}` as const;
  const { json: renamed } = await ask(line, { name: 'b', metadata: { x: null, z: '3' } });
  expect(renamed).toEqual({
    ...store,
    name: 'b',
    metadata: { y: '2', z: '3' },
    updated_at: '2026-06-01T00:00:01.000Z',
  });
  expect((await ask(line, { description: '' })).json.description).toBe('');
  expect(await ask(line, { description: 'a'.repeat(1025) })).toMatchObject({ status: 400, rule: 'MEM-026' });
  for (const name of ['', 'a'.repeat(256), 'a\u0007'])
    expect(await ask(line, { name })).toMatchObject({ status: 400, rule: 'MEM-028' });
});

test('excludes archived stores from lists and rejects changes to them', async () => {
  verifies('MEM-009', 'MEM-010', 'GEN-020');
  const { ask } = start();
  const { json } = await ask('POST /v1/memory_stores', { name: 'a' });
  const { json: archived } = await ask(`POST /v1/memory_stores/${json.id}/archive`);
  expect(archived.archived_at).toBe('2026-06-01T00:00:00.000Z');
  expect((await ask('GET /v1/memory_stores')).json.data).toEqual([]);
  expect((await ask('GET /v1/memory_stores?include_archived=true')).json.data).toEqual([archived]);
  expect(await ask(`POST /v1/memory_stores/${json.id}`, { name: 'b' })).toMatchObject({ status: 409 });
  const memory = { path: '/a', content: 'x' };
  expect(await ask(`POST /v1/memory_stores/${json.id}/memories`, memory)).toMatchObject({ status: 409 });
});

test('deletes the memories and memory versions together with the store', async () => {
  verifies('MEM-011', 'MEM-012');
  const { ask } = start();
  const { json } = await ask('POST /v1/memory_stores', { name: 'a' });
  const path = `/v1/memory_stores/${json.id}` as const;
  const { json: memory } = await ask(`POST ${path}/memories`, { path: '/a', content: 'x' });
  expect((await ask(`DELETE ${path}`)).json).toEqual({ id: json.id, type: 'memory_store_deleted' });
  for (const line of [
    `GET ${path}`,
    `DELETE ${path}`,
    `POST ${path}/archive`,
    `GET ${path}/memories`,
    `GET ${path}/memories/${memory.id}`,
    `GET ${path}/memory_versions`,
    `GET ${path}/memory_versions/${memory.memory_version_id}`,
  ] as const)
    expect(await ask(line)).toMatchObject({ status: 404, rule: 'MEM-012' });
});

test('filters lists by inclusive time bounds with literal bracketed parameter names', async () => {
  verifies('MEM-019', 'MEM-023', 'MEM-024', 'MEM-007');
  const { ask, clock } = start();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    ids.push((await ask('POST /v1/memory_stores', { name })).json.id);
    clock.advance(1000);
  }
  const list = async (query: string) =>
    (await ask(`GET /v1/memory_stores?${query}`)).json.data.map((store: { id: string }) => store.id);
  expect(await list('')).toEqual(ids.toReversed());
  expect(await list('created_at[gte]=2026-06-01T00:00:01Z')).toEqual([ids[2], ids[1]]);
  expect(await list('created_at%5Blte%5D=2026-06-01T02:00:01%2B02:00')).toEqual([ids[1], ids[0]]);
  expect(await list('created_at[gte]=2030-01-01T00:00:00Z')).toEqual([]);
  expect(await ask('GET /v1/memory_stores?created_at[gte]=today')).toMatchObject({ status: 400 });
  expect(await ask('GET /v1/memory_stores?metadata[a]=b')).toMatchObject({ status: 400, rule: 'GEN-004' });
});

test('returns 20 stores per page by default and each store exactly once', async () => {
  verifies('MEM-020', 'MEM-021', 'MEM-022');
  const { ask } = start();
  const ids: string[] = [];
  for (let index = 0; index < 23; index++)
    ids.unshift((await ask('POST /v1/memory_stores', { name: `${index}` })).json.id);
  const { json: first } = await ask('GET /v1/memory_stores');
  const { json: second } = await ask(`GET /v1/memory_stores?page=${first.next_page}`);
  expect(first.data).toHaveLength(20);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect((await ask('GET /v1/memory_stores?limit=1')).json.data).toHaveLength(1);
  expect((await ask('GET /v1/memory_stores?limit=100')).json.data).toHaveLength(23);
  for (const limit of [0, 101])
    expect(await ask(`GET /v1/memory_stores?limit=${limit}`)).toMatchObject({ status: 400, rule: 'MEM-020' });
});

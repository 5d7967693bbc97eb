import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';

async function start() {
  const fake = createFake({ checkResponses: true });
  const ask = asker(fake, 'managed-agents-2026-04-01');
  const { json } = await ask('POST /v1/memory_stores', { name: 'Notes' });
  return { fake, ask, path: `/v1/memory_stores/${json.id}` as const };
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

test('creates, reads, updates, renames and deletes a memory, with a version for each change', async () => {
  const { ask, path } = await start();
  const { json: made } = await ask(`POST ${path}/memories`, { path: '/a/b.md', content: 'né' });
  expect(made).toMatchObject({
    path: '/a/b.md',
    content: null,
    content_sha256: sha('né'),
    content_size_bytes: 3,
  });
  const item = `${path}/memories/${made.id}` as const;
  expect((await ask(`GET ${item}`)).json.content).toBe('né');
  expect((await ask(`GET ${item}?view=basic`)).json.content).toBe(null);
  const { json: changed } = await ask(`POST ${item}?view=full`, {
    content: 'two',
    precondition: { type: 'content_sha256', content_sha256: sha('né') },
  });
  expect(changed).toMatchObject({ content: 'two', content_sha256: sha('two') });
  await ask(`POST ${item}`, { path: '/c.md' });
  await ask(`POST ${item}`, { path: '/c.md', content: 'two' });
  expect(await ask(`DELETE ${item}?expected_content_sha256=${sha('one')}`)).toMatchObject({
    status: 409,
    json: { error: { type: 'memory_precondition_failed_error' } },
  });
  expect((await ask(`DELETE ${item}?expected_content_sha256=${sha('two')}`)).json).toEqual({
    id: made.id,
    type: 'memory_deleted',
  });
  const { json: versions } = await ask(`GET ${path}/memory_versions?memory_id=${made.id}`);
  expect(
    versions.data.map(({ operation, path: at }: { operation: string; path: string }) => [operation, at]),
  ).toEqual([
    ['deleted', '/c.md'],
    ['modified', '/c.md'],
    ['modified', '/a/b.md'],
    ['created', '/a/b.md'],
  ]);
  expect(versions.data[0].created_by.type).toBe('api_actor');
  expect((await ask(`GET ${item}`)).status).toBe(404);
});

test('returns 409 for a path that is taken or has a memory as a parent', async () => {
  const { ask, path } = await start();
  const { json } = await ask(`POST ${path}/memories`, { path: '/a', content: null });
  const { json: other } = await ask(`POST ${path}/memories`, { path: '/b', content: '' });
  const taken = {
    status: 409,
    json: { error: { type: 'memory_path_conflict_error', conflicting_memory_id: json.id } },
  };
  for (const at of ['/a', '/a/b'])
    expect(await ask(`POST ${path}/memories`, { path: at, content: '' })).toMatchObject(taken);
  expect(await ask(`POST ${path}/memories/${other.id}`, { path: '/a' })).toMatchObject(taken);
});

test.each([
  ['no leading slash', 'a'],
  ['an empty segment', '/a//b'],
  ['a trailing slash', '/a/'],
  ['a dot segment', '/a/../b'],
  ['21 segments', '/a'.repeat(21)],
  ['1025 bytes', `/${'é'.repeat(512)}`],
  ['another Unicode normalization form', '/e\u0301'],
  ['a control character', '/a\u0001'],
  ['a format character', '/a\u200b'],
])('rejects a path with %s', async (_, at) => {
  const { ask, path } = await start();
  expect(await ask(`POST ${path}/memories`, { path: at, content: '' })).toMatchObject({ status: 400 });
});

test('limits the content size in bytes', async () => {
  const { ask, path } = await start();
  const write = (at: string, content: string) => ask(`POST ${path}/memories`, { path: at, content });
  expect((await write('/a', 'é'.repeat(51_200))).status).toBe(200);
  expect((await write('/b', 'é'.repeat(51_200) + 'a')).status).toBe(400);
});

test('lists one level or all memories under a prefix, with paging', async () => {
  const { ask, path } = await start();
  for (const at of ['/a/1', '/a/2', '/a/b/3', '/c', '/d/4'])
    await ask(`POST ${path}/memories`, { path: at, content: at });
  const list = async (query: string) =>
    (await ask(`GET ${path}/memories?${query}`)).json.data.map((item: { path: string }) => item.path);
  expect(await list('')).toEqual(['/a/1', '/a/2', '/a/b/3', '/c', '/d/4']);
  expect(await list('depth=1')).toEqual(['/a/', '/c', '/d/']);
  expect(await list('depth=1&path_prefix=/a/')).toEqual(['/a/1', '/a/2', '/a/b/']);
  expect(await list('path_prefix=/a/b')).toEqual(['/a/b/3']);
  expect(await list('order=desc&limit=2')).toEqual(['/d/4', '/c']);
  const { json: first } = await ask(`GET ${path}/memories?depth=1&limit=2`);
  const { json: rest } = await ask(`GET ${path}/memories?depth=1&limit=2&page=${first.next_page}`);
  expect([...first.data, ...rest.data].map(({ path: at }: { path: string }) => at)).toEqual([
    '/a/',
    '/c',
    '/d/',
  ]);
});

test('supports every sort order and rejects a cursor of another order', async () => {
  verifies('GEN-009');
  const { ask, path, fake } = await start();
  for (const at of ['/b', '/a', '/c']) {
    await ask(`POST ${path}/memories`, { path: at, content: at });
    fake.world().clock.advance(1000);
  }
  const { data } = (await ask(`GET ${path}/memories?path_prefix=/b`)).json;
  await ask(`POST ${path}/memories/${data[0].id}`, { content: 'changed' });
  const list = async (query: string) =>
    (await ask(`GET ${path}/memories?${query}`)).json.data.map((item: { path: string }) => item.path);
  expect(await list('order_by=path')).toEqual(['/a', '/b', '/c']);
  expect(await list('order_by=created_at')).toEqual(['/b', '/a', '/c']);
  expect(await list('order_by=updated_at&order=desc')).toEqual(['/b', '/c', '/a']);
  const { next_page } = (await ask(`GET ${path}/memories?limit=1&order_by=created_at`)).json;
  expect(await list(`limit=1&order_by=created_at&page=${next_page}`)).toEqual(['/a']);
  for (const other of ['order_by=path', 'order_by=updated_at', 'order_by=created_at&order=desc', 'limit=1'])
    expect(await ask(`GET ${path}/memories?${other}&page=${next_page}`)).toMatchObject({
      status: 400,
      rule: 'GEN-009',
    });
});

test('redacts the content and path of old versions, but not of the current one', async () => {
  const { ask, path } = await start();
  const { json: made } = await ask(`POST ${path}/memories`, { path: '/a', content: 'secret' });
  const version = `${path}/memory_versions/${made.memory_version_id}` as const;
  expect((await ask(`POST ${version}/redact`)).status).toBe(409);
  await ask(`POST ${path}/memories/${made.id}`, { content: 'public' });
  const { json: redacted } = await ask(`POST ${version}/redact`);
  expect(redacted).toMatchObject({
    content: null,
    content_sha256: null,
    content_size_bytes: null,
    path: null,
  });
  expect(redacted.redacted_at).toBe('2026-06-01T00:00:00.000Z');
  expect((await ask(`GET ${version}`)).json).toEqual(redacted);
});

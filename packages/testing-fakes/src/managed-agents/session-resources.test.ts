import { describe, expect, test } from 'vitest';
import { verifies } from '../testing/index.js';
import { addFile } from '../workspace/files.js';
import { slugOf } from './session-resources.js';
import { stagedSession, type StagedSession } from './testing/staged-session.js';

const repository = {
  type: 'githost_repository',
  url: 'https://githost.example/acme/site.git',
  authorization_token: 'tok-secret',
};
const sha = 'a'.repeat(40);

const upload = ({ world }: StagedSession, name = 'a.txt') =>
  addFile(world, { filename: name, mimeType: 'text/plain', data: Buffer.from('hi') }).id;

const start = ({ ask, agent, environment }: StagedSession, ...resources: object[]) =>
  ask('POST /v1/sessions', { agent: agent.id, environment_id: environment.id, resources });

describe('repository resource', () => {
  test('is returned without its token, with the default path and branch', async () => {
    verifies('RES-001', 'RES-002', 'SES-010', 'SES-041', 'SES-042');
    const staged = await stagedSession();
    const { json } = await start(staged, repository);
    expect(json.resources).toEqual([
      {
        id: expect.stringMatching(/^sesrsc_/),
        created_at: '2026-06-01T00:00:00.000Z',
        mount_path: '/workspace/site',
        type: 'githost_repository',
        updated_at: '2026-06-01T00:00:00.000Z',
        url: repository.url,
        checkout: null,
      },
    ]);
    const path = `/v1/sessions/${json.id}` as const;
    const id = json.resources[0].id;
    for (const line of [
      `GET ${path}`,
      `GET ${path}/resources`,
      `GET ${path}/resources/${id}`,
      `GET ${path}/events`,
    ] as const)
      expect(JSON.stringify(await staged.ask(line))).not.toContain('tok-secret');
  });

  test('preserves the requested checkout and mount path', async () => {
    verifies('RES-023', 'SES-049', 'SES-040');
    const staged = await stagedSession();
    for (const checkout of [
      { type: 'branch', name: 'dev' },
      { type: 'commit', sha },
    ]) {
      const { json } = await start(staged, { ...repository, checkout, mount_path: '/srv/site' });
      expect(json.resources[0]).toMatchObject({ checkout, mount_path: '/srv/site' });
      const path = `/v1/sessions/${json.id}/resources/${json.resources[0].id}` as const;
      expect((await staged.ask(`GET ${path}`)).json).toEqual(json.resources[0]);
    }
  });

  test('is the only resource whose token can be updated', async () => {
    verifies('RES-019', 'RES-020', 'RES-021');
    const staged = await stagedSession();
    const { json } = await start(staged, repository, { type: 'file', file_id: upload(staged) });
    const path = `/v1/sessions/${json.id}/resources` as const;
    staged.world.clock.advance(1000);
    const line = `POST ${path}/${json.resources[0].id}` as const;
    const rotated = await staged.ask(line, { authorization_token: 'tok-secret-2' });
    expect(rotated.json).toEqual({ ...json.resources[0], updated_at: '2026-06-01T00:00:01.000Z' });
    expect(await staged.ask(line, {})).toMatchObject({ status: 400, rule: 'RES-019' });
    expect(await staged.ask(line, { authorization_token: 7 })).toMatchObject({
      status: 400,
      rule: 'RES-019',
    });
    expect(
      await staged.ask(`POST ${path}/${json.resources[1].id}`, { authorization_token: 'x' }),
    ).toMatchObject({
      status: 400,
      rule: 'RES-020',
    });
  });
});

describe('memory store resource', () => {
  test('copies the current description and mounts to a directory named after the store', async () => {
    verifies('RES-004', 'RES-005', 'RES-006', 'RES-007', 'RES-009', 'MEM-005', 'MEM-029');
    const staged = await stagedSession();
    const { ask } = staged;
    const { json: store } = await ask('POST /v1/memory_stores', {
      name: 'Team  Notes: 2026!',
      description: 'd',
    });
    const params = {
      type: 'memory_store',
      memory_store_id: store.id,
      access: 'read_only',
      instructions: 'Read.',
    };
    const { json } = await start(staged, params);
    const attached = {
      ...params,
      description: 'd',
      name: 'Team  Notes: 2026!',
      mount_path: '/mnt/memory/team-notes-2026-',
    };
    expect(json.resources).toEqual([attached]);
    await ask(`POST /v1/memory_stores/${store.id}`, { name: 'Renamed', description: '' });
    expect((await ask(`GET /v1/sessions/${json.id}`)).json.resources).toEqual([attached]);
    const { json: later } = await start(staged, { type: 'memory_store', memory_store_id: store.id });
    expect(later.resources[0]).toMatchObject({
      mount_path: '/mnt/memory/renamed',
      description: '',
      access: 'read_write',
    });
  });

  test('gets a separate directory when another store has the same name', async () => {
    verifies('RES-007');
    const staged = await stagedSession();
    const ids: string[] = [];
    for (const name of ['Same 2', 'Same', 'same', 'SAME'])
      ids.push((await staged.ask('POST /v1/memory_stores', { name })).json.id);
    const { json } = await start(staged, ...ids.map((id) => ({ type: 'memory_store', memory_store_id: id })));
    expect(json.resources.map(({ mount_path }: { mount_path: string }) => mount_path)).toEqual([
      '/mnt/memory/same-2',
      '/mnt/memory/same',
      '/mnt/memory/same-3',
      '/mnt/memory/same-4',
    ]);
  });

  test.each([
    ['Notes', 'notes'],
    ['A - B', 'a-b'],
    ['Übung 7', 'übung-7'],
    ['__x__', '-x-'],
  ])('named %s has the slug %s', (name, slug) => {
    verifies('MEM-005');
    expect(slugOf(name)).toBe(slug);
  });
});

const file = { type: 'file', file_id: 'file_none' };
const store = { type: 'memory_store', memory_store_id: 'memstore_none' };

test.each([
  ['SES-038', 'a repository without a token', { ...repository, authorization_token: undefined }, 400],
  ['SES-039', 'a repository without a url', { ...repository, url: undefined }, 400],
  ['SES-040', 'an unknown checkout type', { ...repository, checkout: { type: 'tag', name: 'v1' } }, 400],
  ['SES-040', 'a branch without a name', { ...repository, checkout: { type: 'branch' } }, 400],
  ['SES-040', 'a commit without a sha', { ...repository, checkout: { type: 'commit' } }, 400],
  ['RES-024', 'a short sha', { ...repository, checkout: { type: 'commit', sha: 'abc123' } }, 400],
  ['SES-043', 'a file without an id', { type: 'file' }, 400],
  ['SES-043', 'an unknown file', file, 404],
  ['SES-045', 'a store without an id', { type: 'memory_store' }, 400],
  ['SES-046', 'an unknown access', { ...store, access: 'write_only' }, 400],
  ['SES-047', 'instructions of 4097 characters', { ...store, instructions: 'a'.repeat(4097) }, 400],
  ['SES-059', 'an unknown store', store, 404],
  ['RES-008', 'a store with a mount path', { ...store, mount_path: '/mnt/memory/mine' }, 400],
  ['SES-035', 'a resource of an unknown type', { type: 'volume' }, 400],
])('%s: rejects a session with %s without creating anything', async (rule, _, resource, status) => {
  verifies(
    'SES-035',
    'SES-038',
    'SES-039',
    'SES-040',
    'SES-043',
    'SES-045',
    'SES-046',
    'SES-047',
    'SES-059',
    'RES-008',
    'RES-024',
  );
  const staged = await stagedSession();
  const good = { type: 'file', file_id: upload(staged) };
  expect(await start(staged, good, resource)).toMatchObject({ status, rule });
  expect((await staged.ask('GET /v1/sessions')).json.data).toHaveLength(1);
});

test('rejects stores of another organization and archived stores', async () => {
  verifies('SES-059');
  const staged = await stagedSession();
  const { json: foreign } = await staged.ask('POST /v1/memory_stores', { name: 'a' }, { world: 'other' });
  const { json: old } = await staged.ask('POST /v1/memory_stores', { name: 'b' });
  await staged.ask(`POST /v1/memory_stores/${old.id}/archive`);
  for (const [id, status] of [
    [foreign.id, 404],
    [old.id, 400],
  ] as const)
    expect(await start(staged, { type: 'memory_store', memory_store_id: id })).toMatchObject({
      status,
      rule: 'SES-059',
    });
});

test('accepts instructions of 4096 characters', async () => {
  verifies('SES-047');
  const staged = await stagedSession();
  const { json } = await staged.ask('POST /v1/memory_stores', { name: 'a' });
  const attached = { type: 'memory_store', memory_store_id: json.id, instructions: '😀'.repeat(4096) };
  expect((await start(staged, attached)).status).toBe(200);
});

describe('file resource', () => {
  test('is added to a session and listed there', async () => {
    verifies(
      'RES-003',
      'RES-010',
      'RES-011',
      'RES-012',
      'RES-013',
      'RES-018',
      'SES-044',
      'SES-049',
      'SES-010',
    );
    const staged = await stagedSession();
    const { ask, path } = staged;
    const id = upload(staged);
    const { json: added } = await ask(`POST ${path}/resources`, { type: 'file', file_id: id });
    expect(added).toEqual({
      id: expect.stringMatching(/^sesrsc_/),
      created_at: '2026-06-01T00:00:00.000Z',
      file_id: id,
      mount_path: `/mnt/session/uploads/${id}`,
      type: 'file',
      updated_at: '2026-06-01T00:00:00.000Z',
    });
    expect((await ask(`GET ${path}`)).json.resources).toEqual([added]);
    expect((await ask(`GET ${path}/resources/${added.id}`)).json).toEqual(added);
    expect((await ask(`GET ${path}/resources/sesrsc_none`)).status).toBe(404);
    const { json: placed } = await start(staged, { type: 'file', file_id: id, mount_path: '/data/a.txt' });
    expect(placed.resources[0].mount_path).toBe('/data/a.txt');
    const { json: plain } = await start(staged, { type: 'file', file_id: id });
    expect(plain.resources[0].mount_path).toBe(`/mnt/session/uploads/${id}`);
    const tries = [
      ['RES-010', { type: 'file' }],
      ['RES-010', { type: 'file', file_id: 7 }],
      ['RES-011', { file_id: id }],
      ['RES-011', { ...repository, file_id: id }],
    ] as const;
    for (const [rule, body] of tries)
      expect(await ask(`POST ${path}/resources`, body)).toMatchObject({ status: 400, rule });
  });

  test('is removed from a session', async () => {
    verifies('RES-022', 'GEN-019');
    const staged = await stagedSession();
    const { ask, path } = staged;
    const { json: added } = await ask(`POST ${path}/resources`, { type: 'file', file_id: upload(staged) });
    const item = `${path}/resources/${added.id}` as const;
    expect((await ask(`DELETE ${item}`)).json).toEqual({ id: added.id, type: 'session_resource_deleted' });
    expect((await ask(`GET ${path}`)).json.resources).toEqual([]);
    expect((await ask(`DELETE ${item}`)).status).toBe(404);
  });
});

test('lists resources by creation time, with and without paging', async () => {
  verifies('RES-014', 'RES-015', 'RES-016', 'RES-017');
  const staged = await stagedSession();
  const { ask, path, world } = staged;
  const ids: string[] = [];
  for (let at = 0; at < 25; at++) {
    ids.push(
      (await ask(`POST ${path}/resources`, { type: 'file', file_id: upload(staged, `${at}`) })).json.id,
    );
    world.clock.advance(10);
  }
  const { json: all } = await ask(`GET ${path}/resources`);
  expect(all.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(all.next_page).toBe(null);
  const walked: string[] = [];
  let page: string | null = '';
  while (page !== null) {
    const { json } = await ask(`GET ${path}/resources?limit=10${page === '' ? '' : `&page=${page}`}`);
    walked.push(...json.data.map(({ id }: { id: string }) => id));
    page = json.next_page;
  }
  expect(walked).toEqual(ids);
  expect((await ask(`GET ${path}/resources?limit=1000`)).status).toBe(200);
  for (const limit of [0, 1001])
    expect(await ask(`GET ${path}/resources?limit=${limit}`)).toMatchObject({ status: 400, rule: 'RES-014' });
});

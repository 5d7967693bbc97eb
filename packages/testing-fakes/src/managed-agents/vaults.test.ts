import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';

const BETA = 'managed-agents-2026-04-01';

function start() {
  const fake = createFake({ checkResponses: true });
  return { fake, ask: asker(fake, BETA), clock: fake.world().clock };
}

test('creates a vault with exactly the documented fields', async () => {
  verifies('VLT-001', 'VLT-002', 'VLT-003', 'VLT-004', 'VLT-012', 'VLT-018');
  const { ask } = start();
  const { status, json } = await ask('POST /v1/vaults', { display_name: 'Build keys' });
  expect(status).toBe(200);
  expect(json).toEqual({
    id: expect.stringMatching(/^vlt_[0-9A-Za-z]{24}$/),
    archived_at: null,
    created_at: '2026-06-01T00:00:00.000Z',
    display_name: 'Build keys',
    metadata: {},
    type: 'vault',
    updated_at: '2026-06-01T00:00:00.000Z',
  });
  expect((await ask(`GET /v1/vaults/${json.id}`)).json).toEqual(json);
});

test.each([
  ['without a name', {}, 'VLT-010'],
  ['with a null name', { display_name: null }, 'VLT-010'],
  ['with a name that is not a string', { display_name: 7 }, 'VLT-010'],
  ['with an empty name', { display_name: '' }, 'VLT-011'],
  ['with a name of 256 characters', { display_name: 'a'.repeat(256) }, 'VLT-011'],
])('rejects a vault %s without creating it', async (_, body, rule) => {
  verifies('VLT-010', 'VLT-011');
  const { ask } = start();
  expect(await ask('POST /v1/vaults', body)).toMatchObject({ status: 400, rule });
  expect((await ask('GET /v1/vaults')).json.data).toEqual([]);
});

test('accepts names of 1 and of 255 characters on create and update', async () => {
  verifies('VLT-011', 'VLT-019');
  const { ask } = start();
  const { json } = await ask('POST /v1/vaults', { display_name: 'a' });
  const long = '😀'.repeat(255);
  expect((await ask('POST /v1/vaults', { display_name: long })).json.display_name).toBe(long);
  expect((await ask(`POST /v1/vaults/${json.id}`, { display_name: long })).json.display_name).toBe(long);
  for (const display_name of ['', `${long}a`, 7])
    expect(await ask(`POST /v1/vaults/${json.id}`, { display_name })).toMatchObject({
      status: 400,
      rule: 'VLT-019',
    });
  expect((await ask(`GET /v1/vaults/${json.id}`)).json.display_name).toBe(long);
});

test('updates only the fields in the request, and updated_at only on a change', async () => {
  verifies('VLT-005', 'VLT-020', 'VLT-021');
  const { ask, clock } = start();
  const { json: vault } = await ask('POST /v1/vaults', {
    display_name: 'Keys',
    metadata: { team: 'core', stage: 'test' },
  });
  clock.advance(60_000);
  const patch = { metadata: { stage: 'live', team: null, owner: 'ada' } };
  const { json: changed } = await ask(`POST /v1/vaults/${vault.id}`, patch);
  expect(changed).toEqual({
    ...vault,
    metadata: { stage: 'live', owner: 'ada' },
    updated_at: '2026-06-01T00:01:00.000Z',
  });
  clock.advance(60_000);
  expect((await ask(`POST /v1/vaults/${vault.id}`, {})).json).toEqual(changed);
  expect((await ask(`POST /v1/vaults/${vault.id}`, { display_name: null, metadata: null })).json).toEqual(
    changed,
  );
});

test('sets archived_at once and excludes archived vaults from lists by default', async () => {
  verifies('VLT-006', 'VLT-007', 'VLT-015');
  const { ask, clock } = start();
  const { json: kept } = await ask('POST /v1/vaults', { display_name: 'kept' });
  const { json: old } = await ask('POST /v1/vaults', { display_name: 'old' });
  clock.advance(1000);
  const { json: archived } = await ask(`POST /v1/vaults/${old.id}/archive`);
  expect(archived).toMatchObject({ id: old.id, archived_at: '2026-06-01T00:00:01.000Z' });
  clock.advance(1000);
  expect((await ask(`POST /v1/vaults/${old.id}/archive`)).json).toEqual(archived);
  const ids = async (query: string) =>
    (await ask(`GET /v1/vaults${query}`)).json.data.map((vault: { id: string }) => vault.id);
  expect(await ids('')).toEqual([kept.id]);
  expect(await ids('?include_archived=false')).toEqual([kept.id]);
  expect(await ids('?include_archived=true')).toEqual([old.id, kept.id]);
  expect(await ask('GET /v1/vaults?include_archived=yes')).toMatchObject({ status: 400, rule: 'VLT-015' });
});

test('deletes the credentials together with the vault', async () => {
  verifies('VLT-008', 'VLT-009');
  const { ask } = start();
  const { json } = await ask('POST /v1/vaults', { display_name: 'a' });
  const auth = { type: 'static_bearer', mcp_server_url: 'https://a.example', token: 't' };
  const { json: credential } = await ask(`POST /v1/vaults/${json.id}/credentials`, { auth });
  expect((await ask(`DELETE /v1/vaults/${json.id}`)).json).toEqual({ id: json.id, type: 'vault_deleted' });
  for (const line of [
    `GET /v1/vaults/${json.id}`,
    `POST /v1/vaults/${json.id}/archive`,
    `DELETE /v1/vaults/${json.id}`,
    `GET /v1/vaults/${json.id}/credentials`,
    `GET /v1/vaults/${json.id}/credentials/${credential.id}`,
  ] as const)
    expect(await ask(line)).toMatchObject({ status: 404, rule: 'VLT-009' });
  expect(await ask(`POST /v1/vaults/${json.id}`, {})).toMatchObject({ status: 404, rule: 'VLT-009' });
});

test('lists vaults newest first, 20 per page, each exactly once', async () => {
  verifies('VLT-013', 'VLT-014', 'VLT-016', 'VLT-017');
  const { ask } = start();
  const ids: string[] = [];
  for (let index = 0; index < 45; index++)
    ids.unshift((await ask('POST /v1/vaults', { display_name: `${index}` })).json.id);
  const pages = [];
  let page: string | null = null;
  do {
    const { json } = await ask(`GET /v1/vaults${page === null ? '' : `?page=${page}`}`);
    pages.push(json.data.map((vault: { id: string }) => vault.id));
    page = json.next_page;
  } while (page !== null);
  expect(pages.map((found) => found.length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(ids);
  expect((await ask('GET /v1/vaults?limit=100')).json.data).toHaveLength(45);
  for (const limit of ['0', '101', '-1', '1.5', 'ten'])
    expect(await ask(`GET /v1/vaults?limit=${limit}`)).toMatchObject({ status: 400, rule: 'VLT-014' });
});

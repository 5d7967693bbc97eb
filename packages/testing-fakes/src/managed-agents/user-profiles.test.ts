import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';

function start() {
  const fake = createFake({ checkResponses: true });
  return { ask: asker(fake, 'user-profiles-2026-03-24'), clock: fake.world().clock };
}

test('creates a profile from an empty object', async () => {
  verifies('UPR-001', 'UPR-002', 'UPR-004', 'UPR-005', 'UPR-006', 'UPR-012', 'UPR-016');
  const { ask } = start();
  const { json } = await ask('POST /v1/user_profiles', {});
  expect(json).toEqual({
    id: expect.stringMatching(/^uprof_[0-9A-Za-z]{24}$/),
    created_at: '2026-06-01T00:00:00.000Z',
    metadata: {},
    relationship: 'external',
    trust_grants: {},
    type: 'user_profile',
    updated_at: '2026-06-01T00:00:00.000Z',
    external_id: null,
    name: null,
  });
  expect((await ask(`GET /v1/user_profiles/${json.id}`)).json).toEqual(json);
});

test.each([
  ['UPR-003', 'an unknown relationship', { relationship: 'friend' }],
  ['UPR-008', 'an external id of 256 characters', { external_id: 'a'.repeat(256) }],
  ['UPR-009', 'an empty metadata value', { metadata: { a: '' } }],
  ['UPR-010', 'a name of 256 characters', { name: 'a'.repeat(256) }],
  ['UPR-011', 'a resold profile without a name', { relationship: 'resold' }],
  ['UPR-011', 'a resold profile with an empty name', { relationship: 'resold', name: '' }],
])('%s: rejects %s', async (rule, _, body) => {
  verifies('UPR-003', 'UPR-008', 'UPR-009', 'UPR-010', 'UPR-011');
  const { ask } = start();
  expect(await ask('POST /v1/user_profiles', body)).toMatchObject({ status: 400, rule });
  expect((await ask('GET /v1/user_profiles')).json.data).toEqual([]);
});

test('accepts duplicate external ids and every documented relationship', async () => {
  verifies('UPR-003', 'UPR-007', 'UPR-008', 'UPR-010', 'UPR-023');
  const { ask } = start();
  const long = '😀'.repeat(255);
  for (const relationship of ['external', 'resold', 'internal']) {
    const body = { relationship, external_id: long, name: long };
    expect(await ask('POST /v1/user_profiles', body)).toMatchObject({ status: 200, json: body });
  }
});

test('updates only the fields in the request and merges metadata', async () => {
  verifies('UPR-017', 'UPR-018', 'UPR-019', 'UPR-020', 'UPR-021');
  const { ask, clock } = start();
  const { json: profile } = await ask('POST /v1/user_profiles', {
    external_id: 'e',
    name: 'n',
    metadata: { a: '1', b: '2' },
  });
  clock.advance(1000);
  const line = `POST /v1/user_profiles/${profile.id}` as const;
  const change = { external_id: 'f', metadata: { a: '', b: '3', c: '4' }, relationship: 'internal' };
  const { json: changed } = await ask(line, change);
  expect(changed).toEqual({
    ...profile,
    ...change,
    metadata: { b: '3', c: '4' },
    updated_at: '2026-06-01T00:00:01.000Z',
  });
  expect((await ask(line, {})).json).toEqual(changed);
  expect((await ask(line, { name: 'm' })).json).toMatchObject({ name: 'm', external_id: 'f' });
});

test('enforces the limits on updates', async () => {
  verifies('UPR-020', 'UPR-022', 'UPR-003', 'UPR-011');
  const { ask } = start();
  const { json } = await ask('POST /v1/user_profiles', {});
  const tries = [
    ['UPR-020', { name: 'a'.repeat(256) }],
    ['UPR-022', { external_id: 'a'.repeat(256) }],
    ['UPR-003', { relationship: 'friend' }],
    ['UPR-011', { relationship: 'resold' }],
  ] as const;
  for (const [rule, body] of tries)
    expect(await ask(`POST /v1/user_profiles/${json.id}`, body)).toMatchObject({ status: 400, rule });
  expect((await ask(`GET /v1/user_profiles/${json.id}`)).json).toEqual(json);
});

test('lists profiles in both orders, with paging', async () => {
  verifies('UPR-013', 'UPR-014', 'UPR-015');
  const { ask } = start();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push((await ask('POST /v1/user_profiles', {})).json.id);
  const walk = async (order: string) => {
    const found: string[] = [];
    let page = '';
    do {
      const { json } = await ask(`GET /v1/user_profiles?limit=2&order=${order}${page}`);
      found.push(...json.data.map(({ id }: { id: string }) => id));
      page = json.next_page === null ? '' : `&page=${json.next_page}`;
    } while (page !== '');
    return found;
  };
  expect(await walk('asc')).toEqual(ids);
  expect(await walk('desc')).toEqual(ids.toReversed());
  expect(await ask('GET /v1/user_profiles?order=up')).toMatchObject({ status: 400, rule: 'UPR-014' });
  expect(await ask('GET /v1/user_profiles?limit=0')).toMatchObject({ status: 400, rule: 'UPR-013' });
});

test('creates enrollment URLs that expire', async () => {
  const { ask } = start();
  const { json } = await ask('POST /v1/user_profiles', {});
  expect((await ask(`POST /v1/user_profiles/${json.id}/enrollment_url`)).json).toEqual({
    expires_at: '2026-06-01T01:00:00.000Z',
    type: 'enrollment_url',
    url: expect.stringMatching(/^https:/),
  });
});

test.each([
  ['active', {}],
  ['rejected', { enrollment: 'rejected' }],
])('an enrollment is pending, then %s', async (decision, metadata) => {
  verifies('UPR-004');
  const { ask, clock } = start();
  const { json } = await ask('POST /v1/user_profiles', { metadata });
  const grants = async () => (await ask(`GET /v1/user_profiles/${json.id}`)).json.trust_grants;
  expect(await grants()).toEqual({});
  await ask(`POST /v1/user_profiles/${json.id}/enrollment_url`);
  expect(await grants()).toEqual({ identity: { status: 'pending' } });
  clock.advance(600_000);
  expect(await grants()).toEqual({ identity: { status: decision } });
  expect((await ask('GET /v1/user_profiles')).json.data[0].trust_grants).toEqual(await grants());
  await ask(`POST /v1/user_profiles/${json.id}/enrollment_url`);
  expect(await grants()).toEqual({ identity: { status: decision === 'active' ? 'active' : 'pending' } });
});

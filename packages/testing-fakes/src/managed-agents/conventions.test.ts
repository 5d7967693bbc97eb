import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies, type Ask } from '../testing/index.js';

const AGENTS = 'managed-agents-2026-04-01';
const PROFILES = 'user-profiles-2026-03-24';
const BOTH = `${PROFILES},${AGENTS}`;

function start() {
  const fake = createFake({ checkResponses: true });
  return { fake, ask: asker(fake, BOTH) };
}

const kinds = [
  ['agents', { model: 'assistant-opus-4-7', name: 'a' }, 'agent_'],
  ['vaults', { display_name: 'a' }, 'vlt_'],
  ['memory_stores', { name: 'a' }, 'memstore_'],
  ['environments', { name: 'a' }, 'env_'],
  ['user_profiles', {}, 'uprof_'],
] as const;

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

/** Updates metadata. Agents require the current version. */
const patch = async (ask: Ask, kind: string, id: string, metadata: object) => {
  const { json } = await ask(`GET /v1/${kind}/${id}`);
  const version = kind === 'agents' ? { version: json.version } : {};
  return ask(`POST /v1/${kind}/${id}`, { ...version, metadata });
};

describe.each(kinds)('%s', (kind, body, prefix) => {
  test('limit metadata to 16 pairs with bounded keys and values', async () => {
    verifies('MAG-008', 'MAG-009', 'MAG-010', 'MAG-011', 'MAG-016');
    const { ask } = start();
    const create = (metadata: unknown) => ask(`POST /v1/${kind}`, { ...body, metadata });
    const good = [pairs(16), { ['😀'.repeat(64)]: '名'.repeat(512) }];
    for (const [index, metadata] of good.entries())
      expect(
        (
          await ask(`POST /v1/${kind}`, {
            ...body,
            ...(kind === 'environments' ? { name: `n${index}` } : {}),
            metadata,
          })
        ).json.metadata,
      ).toEqual(metadata);
    expect(await create(pairs(17))).toMatchObject({ status: 400, rule: 'MAG-008' });
    expect(await create({ ['k'.repeat(65)]: 'v' })).toMatchObject({ status: 400, rule: 'MAG-009' });
    expect(await create({ k: 'v'.repeat(513) })).toMatchObject({ status: 400, rule: 'MAG-010' });
    for (const metadata of [7, 'a', ['a'], { k: 1 }, { k: null }, { k: {} }])
      expect(await create(metadata)).toMatchObject({ status: 400, rule: 'MAG-011' });
  });

  test('enforce the metadata limits after a patch', async () => {
    verifies('MAG-012');
    const { ask } = start();
    const { json } = await ask(`POST /v1/${kind}`, { ...body, metadata: pairs(15) });
    expect((await patch(ask, kind, json.id, { a: '1' })).status).toBe(200);
    expect(await patch(ask, kind, json.id, { b: '1' })).toMatchObject({ status: 400, rule: 'MAG-012' });
    const swap = kind === 'user_profiles' ? { a: '', b: '1' } : { a: null, b: '1' };
    expect((await patch(ask, kind, json.id, swap)).json.metadata).toEqual({ ...pairs(15), b: '1' });
    expect(await patch(ask, kind, json.id, { ['k'.repeat(65)]: 'v' })).toMatchObject({
      status: 400,
      rule: 'MAG-009',
    });
    expect(await patch(ask, kind, json.id, { k0: 'v'.repeat(513) })).toMatchObject({
      status: 400,
      rule: 'MAG-010',
    });
  });

  test('treat metadata keys such as __proto__ as plain data', async () => {
    verifies('MAG-011');
    const { ask } = start();
    const metadata = JSON.parse('{"__proto__":"a","constructor":"b"}') as object;
    const { json } = await ask(`POST /v1/${kind}`, { ...body, metadata });
    expect(JSON.stringify(json.metadata)).toBe('{"__proto__":"a","constructor":"b"}');
  });

  test('have prefixed ids, RFC 3339 timestamps and opaque cursors', async () => {
    verifies('MAG-001', 'MAG-013', 'MAG-014', 'MAG-015');
    const { ask } = start();
    for (const name of ['a', 'b']) {
      const { json } = await ask(`POST /v1/${kind}`, {
        ...body,
        ...(kind === 'environments' ? { name } : {}),
      });
      expect(json.id.startsWith(prefix)).toBe(true);
      for (const time of [json.created_at, json.updated_at])
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    const { json: first } = await ask(`GET /v1/${kind}?limit=1`);
    expect(first.next_page).toMatch(/^page_[\w-]+$/);
    const { json: second } = await ask(`GET /v1/${kind}?limit=1&page=${first.next_page}`);
    expect(second).toMatchObject({ data: [{}], next_page: null });
    for (const page of ['page_x', 'x', `${first.next_page}x`])
      expect(await ask(`GET /v1/${kind}?page=${page}`)).toMatchObject({ status: 400, rule: 'GEN-009' });
  });

  test('require a key, a version and the beta header', async () => {
    verifies('MAG-002', 'MAG-003', 'MAG-004', 'MAG-005', 'MAG-006', 'MAG-007');
    const { ask } = start();
    const line = `GET /v1/${kind}` as const;
    const needed = kind === 'user_profiles' ? PROFILES : AGENTS;
    const asked = (headers: Record<string, string | null>) => ask(line, undefined, { headers });
    expect((await asked({ 'x-api-key': null })).status).toBe(401);
    expect((await asked({ 'x-api-key': 'nonsense' })).status).toBe(401);
    expect((await asked({ 'vendor-version': null })).status).toBe(400);
    expect((await asked({ 'vendor-beta': null })).status).toBe(400);
    expect((await asked({ 'vendor-beta': 'message-batches-2024-09-24' })).status).toBe(400);
    expect((await asked({ 'vendor-beta': `other-2030-01-01, ${needed} ,x` })).status).toBe(200);
    expect((await ask(`POST /v1/${kind}`, body, { headers: { 'content-type': 'text/plain' } })).status).toBe(
      400,
    );
  });

  test('are not visible to other organizations', async () => {
    verifies('GEN-007');
    const { ask } = start();
    const { json } = await ask(`POST /v1/${kind}`, body);
    expect((await ask(`GET /v1/${kind}/${json.id}`, undefined, { world: 'other' })).status).toBe(404);
    expect((await ask(`GET /v1/${kind}`, undefined, { world: 'other' })).json.data).toEqual([]);
  });
});

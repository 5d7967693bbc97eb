import { NotFoundError } from '@parlance/core-transport';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { all, connect, WAYS } from './testing/connect.js';

const PATH = 'POST /v1/organizations/workspaces';

describe.each(WAYS)('workspaces, %s', (way) => {
  test('are limited to 100 per organization, not counting archived ones', async () => {
    await using open = await connect(way, { seed: 'empty' });
    const { workspaces } = open.admin;
    const first = await workspaces.create({ name: 'First' });
    for (let count = 1; count < 100; count++) await workspaces.create({ name: `Workspace ${count}` });
    await expect(workspaces.create({ name: 'One more' })).rejects.toMatchObject({ status: 400 });
    await workspaces.archive(first.id);
    expect(await workspaces.create({ name: 'One more' })).toMatchObject({ name: 'One more' });
  });

  test('are created with defaults, retrieved, listed and archived', async () => {
    verifies(
      'ADM-060',
      'ADM-061',
      'ADM-062',
      'ADM-063',
      'ADM-064',
      'ADM-065',
      'ADM-067',
      'ADM-070',
      'ADM-071',
    );
    verifies('ADM-072', 'ADM-076', 'ADM-077', 'ADM-083', 'ADM-085');
    await using open = await connect(way, { seed: 'empty' });
    const { workspaces } = open.admin;
    const made = await workspaces.create({ name: 'Research' });
    expect(made).toEqual({
      id: expect.stringMatching(/^wrkspc_[0-9A-Za-z]{24}$/),
      archived_at: null,
      created_at: '2026-06-01T00:00:00.000Z',
      data_residency: {
        allowed_inference_geos: 'unrestricted',
        default_inference_geo: 'global',
        workspace_geo: 'us',
      },
      display_color: expect.stringMatching(/^#[0-9A-F]{6}$/),
      name: 'Research',
      tags: {},
      type: 'workspace',
    });
    expect(await workspaces.retrieve(made.id)).toEqual(made);
    expect((await workspaces.list()).data).toEqual([made]);
    open.fake.world().clock.advance(1000);
    const archived = { ...made, archived_at: '2026-06-01T00:00:01.000Z' };
    expect(await workspaces.archive(made.id)).toEqual(archived);
    open.fake.world().clock.advance(1000);
    expect(await workspaces.archive(made.id)).toEqual(archived);
    expect(await workspaces.retrieve(made.id)).toEqual(archived);
    expect((await workspaces.list()).data).toEqual([]);
    expect((await workspaces.list({ include_archived: false })).data).toEqual([]);
    expect((await workspaces.list({ include_archived: true })).data).toEqual([archived]);
    for (const call of [
      () => workspaces.retrieve('wrkspc_none'),
      () => workspaces.archive('wrkspc_none'),
      () => workspaces.update('wrkspc_none', {}),
    ])
      await expect(call()).rejects.toBeInstanceOf(NotFoundError);
  });

  test('keep the fields that an update omits', async () => {
    verifies('ADM-079', 'ADM-080', 'ADM-081', 'ADM-082', 'ADM-084');
    await using open = await connect(way, { seed: 'empty' });
    const { workspaces } = open.admin;
    const made = await workspaces.create({
      name: 'Research',
      data_residency: {
        allowed_inference_geos: ['us', 'eu'],
        default_inference_geo: 'us',
        workspace_geo: 'eu',
      },
      tags: { team: 'research', stage: 'live' },
    });
    expect(made.data_residency).toEqual({
      allowed_inference_geos: ['us', 'eu'],
      default_inference_geo: 'us',
      workspace_geo: 'eu',
    });
    expect(made.tags).toEqual({ team: 'research', stage: 'live' });
    expect(await workspaces.update(made.id, {})).toEqual(made);
    const renamed = { ...made, name: 'Science' };
    expect(await workspaces.update(made.id, { name: 'Science' })).toEqual(renamed);
    const moved = { ...renamed, data_residency: { ...made.data_residency, default_inference_geo: 'eu' } };
    expect(await workspaces.update(made.id, { data_residency: { default_inference_geo: 'eu' } })).toEqual(
      moved,
    );
    const freed = {
      ...moved,
      data_residency: { ...moved.data_residency, allowed_inference_geos: 'unrestricted' },
    };
    expect(
      await workspaces.update(made.id, { data_residency: { allowed_inference_geos: 'unrestricted' } }),
    ).toEqual(freed);
    const tagged = { ...freed, tags: { team: 'science', site: 'b' } };
    const tags = { team: 'science', site: 'b', stage: null };
    expect(await workspaces.update(made.id, { tags })).toEqual(tagged);
    expect(await workspaces.retrieve(made.id)).toEqual(tagged);
  });
});

test('the demo has four workspaces, one of them archived, and their ids are cursors', async () => {
  verifies('ADM-077', 'ADM-078');
  await using open = await connect();
  const { workspaces } = open.admin;
  const whole = await all(workspaces.list({ include_archived: true }));
  expect(whole.map((workspace) => workspace.archived_at !== null)).toEqual([false, false, false, true]);
  expect(await all(workspaces.list())).toEqual(whole.slice(0, 3));
  const second = whole[1]?.id ?? '';
  expect((await workspaces.list({ after_id: second })).data).toEqual(whole.slice(2, 3));
  expect((await workspaces.list({ before_id: second })).data).toEqual(whole.slice(0, 1));
});

test('create accepts beta names', async () => {
  verifies('ADM-069');
  await using open = await connect('in process', { seed: 'empty' });
  const made = await open.admin.workspaces.create(
    { name: 'A' },
    { betas: ['one-2026-01-01', 'two-2026-01-01'] },
  );
  expect(made.name).toBe('A');
  const { status } = await open.ask(
    PATH,
    { name: 'B' },
    { headers: { 'vendor-beta': 'one-2026-01-01, later' } },
  );
  expect(status).toBe(200);
});

const residency = (data_residency: unknown): object => ({ name: 'A', data_residency });

test.each([
  ['without a name', {}, 'name', 'ADM-068'],
  ['with a name that is not a string', { name: 7 }, 'name', 'ADM-068'],
  ['with a null name', { name: null }, 'name', 'ADM-068'],
  ['with a reserved tag', { name: 'A', tags: { vendor_team: 'x' } }, 'tags.vendor_team', 'ADM-066'],
  ['with a tag named vendor', { name: 'A', tags: { vendor: 'x' } }, 'tags.vendor', 'ADM-066'],
  ['with a tag that is not a string', { name: 'A', tags: { team: 7 } }, 'tags.team', 'ADM-084'],
  ['with a list of tags', { name: 'A', tags: ['x'] }, 'tags', 'ADM-084'],
  [
    'with an unknown keyword for geographies',
    residency({ allowed_inference_geos: 'all' }),
    'data_residency.allowed_inference_geos',
    'ADM-073',
  ],
  [
    'with a number for geographies',
    residency({ allowed_inference_geos: 7 }),
    'data_residency.allowed_inference_geos',
    'ADM-073',
  ],
  [
    'with a list of numbers for geographies',
    residency({ allowed_inference_geos: [7] }),
    'data_residency.allowed_inference_geos.0',
    'ADM-073',
  ],
  [
    'with a default geography that is not allowed',
    residency({ allowed_inference_geos: ['us'], default_inference_geo: 'eu' }),
    'data_residency.default_inference_geo',
    'ADM-074',
  ],
  [
    'whose omitted default geography is not allowed',
    residency({ allowed_inference_geos: ['us'] }),
    'data_residency.default_inference_geo',
    'ADM-074',
  ],
  ['with an unknown field', { name: 'A', color: 'red' }, 'color', 'GEN-004'],
])('a workspace %s is rejected and not created', async (_, body, field, rule) => {
  verifies('ADM-066', 'ADM-068', 'ADM-073', 'ADM-074', 'ADM-084');
  await using open = await connect('in process', { seed: 'empty' });
  const answer = await open.ask(PATH, body);
  expect(answer).toMatchObject({ status: 400, rule, json: { error: { type: 'invalid_request_error' } } });
  expect(answer.json.error.message.startsWith(`${field}: `)).toBe(true);
  expect((await open.admin.workspaces.list()).data).toEqual([]);
});

test.each([
  [
    'a different storage geography',
    { data_residency: { workspace_geo: 'eu' } },
    'data_residency.workspace_geo',
    'GEN-004',
  ],
  [
    'the same storage geography',
    { data_residency: { workspace_geo: 'us' } },
    'data_residency.workspace_geo',
    'GEN-004',
  ],
  ['a reserved tag', { tags: { vendorTeam: 'x' } }, 'tags.vendorTeam', 'ADM-066'],
  [
    'an unknown keyword for geographies',
    { data_residency: { allowed_inference_geos: 'none' } },
    'data_residency.allowed_inference_geos',
    'ADM-073',
  ],
  [
    'allowed geographies that exclude the stored default',
    { data_residency: { allowed_inference_geos: ['eu'] } },
    'data_residency.default_inference_geo',
    'ADM-074',
  ],
  [
    'a default outside the stored allowed geographies',
    { data_residency: { default_inference_geo: 'global' } },
    'data_residency.default_inference_geo',
    'ADM-074',
  ],
  ['a null name', { name: null }, 'name', 'ADM-080'],
])('an update with %s is rejected and changes nothing', async (_, body, field, rule) => {
  verifies('ADM-066', 'ADM-073', 'ADM-074', 'ADM-075');
  await using open = await connect('in process', { seed: 'empty' });
  const { workspaces } = open.admin;
  const made = await workspaces.create({
    name: 'A',
    data_residency: { allowed_inference_geos: ['us', 'eu'], default_inference_geo: 'us' },
  });
  const answer = await open.ask(`${PATH}/${made.id}` as `POST /${string}`, body);
  expect(answer).toMatchObject({ status: 400, rule });
  expect(answer.json.error.message.startsWith(`${field}: `)).toBe(true);
  expect(await workspaces.retrieve(made.id)).toEqual(made);
});

test('tags named like Object members are plain data', async () => {
  verifies('ADM-065', 'ADM-081');
  await using open = await connect('in process', { seed: 'empty' });
  const tags = { constructor: 'a', toString: 'b' } as unknown as Record<string, string>;
  const made = await open.admin.workspaces.create({ name: 'A', tags });
  expect(Object.entries(made.tags)).toEqual(Object.entries(tags));
});

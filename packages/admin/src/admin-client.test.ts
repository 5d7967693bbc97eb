import {
  AuthenticationError,
  ConfigError,
  InvalidParamsError,
  PermissionError,
  type Paginator,
} from '@parlance/core-transport';
import { validator } from '@parlance/schemas/validation';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { AdminClient } from './admin-client.js';
import { all, connect, WAYS } from './testing/connect.js';

describe.each(WAYS)('the admin client, %s', (way) => {
  test('retrieves the organization of the key', async () => {
    verifies('ADM-010');
    await using open = await connect(way);
    expect(await open.admin.organization.retrieve()).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Tagus & Vistula Trading',
      type: 'organization',
    });
  });

  test('is rejected with other kinds of keys', async () => {
    verifies('ADM-001');
    await using open = await connect(way);
    const { fake } = open;
    const using = (adminKey: string): AdminClient =>
      new AdminClient({ baseUrl: fake.url, adminKey, ...(way === 'in process' && { http: fake.http() }) });
    await expect(using('sk-unknown').users.list()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(using(fake.keys.api).users.list()).rejects.toBeInstanceOf(PermissionError);
    await expect(using(fake.keys.compliance).users.list()).rejects.toBeInstanceOf(PermissionError);
  });

  test('lists each item once, forward and backward', async () => {
    verifies('ADM-004', 'ADM-006', 'ADM-007', 'ADM-008', 'ADM-009');
    await using open = await connect(way, { demo: { users: 53 } });
    const { admin } = open;
    const lists: readonly ((query: object) => Paginator<{ id: string }>)[] = [
      (query: object) => admin.users.list(query),
      (query: object) => admin.invites.list(query),
      (query: object) => admin.workspaces.list({ include_archived: true, ...query }),
    ];
    for (const list of lists) {
      const whole = await all(list({ limit: 1000 }));
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
      const first = await list({});
      expect(first.data).toEqual(whole.slice(0, 20));
      expect(first.body).toEqual({
        data: first.data,
        first_id: whole[0]?.id,
        has_more: whole.length > 20,
        last_id: first.data.at(-1)?.id,
      });
      for (const limit of [1, 3, 1000]) expect(await all(list({ limit }))).toEqual(whole);
      const end = whole.at(-1)?.id;
      const back: { id: string }[] = [];
      const sizes: unknown[] = [];
      for await (const page of list({ limit: 3, before_id: end }).pages()) {
        back.unshift(...page.data);
        sizes.push(page.body['has_more']);
      }
      expect(back).toEqual(whole.slice(0, -1));
      expect(sizes).toEqual(sizes.map((_, index) => index < sizes.length - 1));
    }
  });
});

test('a request without a key or with an invalid version is rejected', async () => {
  verifies('ADM-001', 'ADM-002');
  await using open = await connect();
  expect(
    await open.ask('GET /v1/organizations/me', undefined, { headers: { 'x-api-key': null } }),
  ).toMatchObject({
    status: 401,
    json: { error: { type: 'authentication_error' } },
  });
  for (const version of [null, 'latest'])
    expect(
      await open.ask('GET /v1/organizations/me', undefined, { headers: { 'vendor-version': version } }),
    ).toMatchObject({ status: 400, rule: 'ADM-002', json: { error: { type: 'invalid_request_error' } } });
});

test('all operations are under /v1/organizations/', async () => {
  verifies('ADM-003');
  await using open = await connect();
  for (const path of ['me', 'invites', 'users', 'workspaces']) {
    expect((await open.ask(`GET /v1/organizations/${path}`)).status).toBe(200);
    expect((await open.ask(`GET /v1/${path}`)).status).toBe(404);
  }
});

test.each(['invites', 'users', 'workspaces'])(
  'the list of %s accepts limits from 1 to 1000',
  async (path) => {
    verifies('ADM-005');
    await using open = await connect();
    for (const limit of ['0', '1001', '-1', '1.5', 'ten', '99999999999999999999'])
      expect(await open.ask(`GET /v1/organizations/${path}?limit=${limit}`)).toMatchObject({
        status: 400,
        rule: 'ADM-005',
        json: { error: { type: 'invalid_request_error', message: expect.stringMatching(/^limit: /) } },
      });
    for (const limit of [1, 1000]) {
      const { status, json } = await open.ask(`GET /v1/organizations/${path}?limit=${limit}`);
      expect(status).toBe(200);
      expect(json.data.length).toBeLessThanOrEqual(limit);
    }
    const both = await open.ask(`GET /v1/organizations/${path}?after_id=a&before_id=b`);
    expect(both).toMatchObject({ status: 400, rule: 'GEN-016' });
    expect(await open.ask(`GET /v1/organizations/${path}?after_id=none`)).toMatchObject({
      status: 400,
      rule: 'GEN-009',
    });
  },
);

test('with validation on, invalid params are rejected before anything is sent', async () => {
  await using open = await connect('in process', {
    client: { validation: validator({ requests: 'throw' }) },
  });
  const { admin, fake } = open;
  const bad: readonly (readonly [call: () => PromiseLike<unknown>, path: string, rule: string])[] = [
    [() => admin.invites.create({ email: 'a@example.com', role: 'admin' as never }), 'role', 'ADM-028'],
    [() => admin.users.update('user_1', { role: 'admin' as never }), 'role', 'ADM-047'],
    [
      () =>
        admin.workspaces.members.create('wrkspc_1', {
          user_id: 'user_1',
          workspace_role: 'workspace_billing' as never,
        }),
      'workspace_role',
      'ADM-093',
    ],
    [() => admin.workspaces.create({ name: 'A', tags: { vendor_x: '1' } }), 'tags.vendor_x', 'ADM-066'],
    [
      () =>
        admin.workspaces.create({
          name: 'A',
          data_residency: { allowed_inference_geos: ['us'], default_inference_geo: 'eu' },
        }),
      'data_residency.default_inference_geo',
      'ADM-074',
    ],
    [() => admin.users.list({ limit: 1001 }), 'limit', 'ADM-005'],
    [() => admin.users.list({ after_id: 'a', before_id: 'b' }), 'before_id', 'GEN-016'],
  ];
  for (const [call, path, rule] of bad) {
    const error: unknown = await call().then(undefined, (reason: unknown) => reason);
    expect(InvalidParamsError.is(error) && error.issues).toMatchObject([{ path, rule }]);
  }
  expect(fake.journal()).toEqual([]);
});

test('parses an error body without an outer type', async () => {
  await using open = await connect('in process', {
    client: {
      http: {
        send: (request) => {
          const body = new TextEncoder().encode(
            '{"error":{"type":"permission_error","message":"scope is missing"}}',
          );
          void request;
          return Promise.resolve({
            status: 403,
            headers: { 'content-type': 'application/json', 'request-id': 'req_1' },
            body: {
              read: (sink) => {
                sink.data(body);
                sink.end();
              },
              pause: () => undefined,
              resume: () => undefined,
              cancel: () => undefined,
            },
          });
        },
        close: () => Promise.resolve(),
      },
    },
  });
  const error: unknown = await open.admin.organization.retrieve().catch((reason: unknown) => reason);
  expect(PermissionError.is(error)).toBe(true);
  expect(error).toMatchObject({ status: 403, type: 'permission_error', requestId: 'req_1' });
  expect((error as Error).message).toContain('scope is missing');
});

test.each([
  [{ apiKey: 'k' }, 'apiKey'],
  [{ complianceKey: 'k' }, 'complianceKey'],
  [{ adminKey: 'k', keyHeader: 'x-api-key' }, 'keyHeader'],
  [{}, 'adminKey'],
])('rejects the options %j and names %s', (options, option) => {
  const create = (): AdminClient => new AdminClient({ baseUrl: 'https://example.com', ...options } as object);
  expect(create).toThrow(ConfigError);
  expect(create).toThrow(option);
});

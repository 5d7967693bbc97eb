import { describe, expect, test } from 'vitest';
import { check } from '../kit/check.js';
import { adminSchemas } from './schemas.js';

const body = (id: 'invites.create' | 'users.update' | 'workspaces.create' | 'workspaces.update') =>
  adminSchemas[id].body;

describe('invites and users', () => {
  test.each([
    ['invites.create', { role: 'user' }, 'email', 'ADM-027'],
    ['invites.create', { email: 7, role: 'user' }, 'email', 'ADM-027'],
    ['invites.create', { email: 'nobody', role: 'user' }, 'email', 'ADM-027'],
    ['invites.create', { email: 'a@example.com' }, 'role', 'ADM-028'],
    ['invites.create', { email: 'a@example.com', role: 'admin' }, 'role', 'ADM-028'],
    ['users.update', {}, 'role', 'ADM-047'],
    ['users.update', { role: 'admin' }, 'role', 'ADM-047'],
    ['users.update', { role: 'user', name: 'A' }, 'name', 'GEN-004'],
  ] as const)('%s refuses %j at %s by %s', (id, value, path, rule) => {
    expect(check(body(id), value)).toMatchObject([{ path, rule }]);
  });
});

describe('workspaces', () => {
  test.each([
    ['workspaces.create', {}, 'name', 'ADM-068'],
    ['workspaces.create', { name: 'a', tags: { vendor_team: 'x' } }, 'tags.vendor_team', 'ADM-066'],
    ['workspaces.create', { name: 'a', tags: { team: 7 } }, 'tags.team', 'ADM-084'],
    [
      'workspaces.create',
      { name: 'a', data_residency: { allowed_inference_geos: 'us' } },
      'data_residency.allowed_inference_geos',
      'ADM-073',
    ],
    [
      'workspaces.create',
      { name: 'a', data_residency: { allowed_inference_geos: ['us'], default_inference_geo: 'eu' } },
      'data_residency.default_inference_geo',
      'ADM-074',
    ],
    [
      'workspaces.create',
      { name: 'a', data_residency: { allowed_inference_geos: ['us'] } },
      'data_residency.default_inference_geo',
      'ADM-074',
    ],
    ['workspaces.update', { tags: { vendor: 'x' } }, 'tags.vendor', 'ADM-066'],
    [
      'workspaces.update',
      { data_residency: { workspace_geo: 'eu' } },
      'data_residency.workspace_geo',
      'GEN-004',
    ],
    [
      'workspaces.update',
      { data_residency: { allowed_inference_geos: ['us'], default_inference_geo: 'eu' } },
      'data_residency.default_inference_geo',
      'ADM-074',
    ],
  ] as const)('%s refuses %j at %s by %s', (id, value, path, rule) => {
    expect(check(body(id), value)).toMatchObject([{ path, rule }]);
  });

  test('accept a default among the allowed geographies, or any when unrestricted', () => {
    for (const data_residency of [
      {},
      { allowed_inference_geos: ['us', 'eu'], default_inference_geo: 'eu' },
      { allowed_inference_geos: 'unrestricted', default_inference_geo: 'eu' },
      { default_inference_geo: 'eu', workspace_geo: 'eu' },
    ]) {
      expect(check(body('workspaces.create'), { name: 'a', data_residency })).toEqual([]);
    }
    expect(check(body('workspaces.update'), { data_residency: { allowed_inference_geos: ['us'] } })).toEqual(
      [],
    );
  });

  test('a member cannot be added with the billing role', () => {
    const join = adminSchemas['workspaces.members.create'].body;
    expect(check(join, { user_id: 'user_01', workspace_role: 'workspace_billing' })).toMatchObject([
      { path: 'workspace_role', rule: 'ADM-093' },
    ]);
    const change = adminSchemas['workspaces.members.update'].body;
    expect(check(change, { workspace_role: 'workspace_billing' })).toEqual([]);
  });
});

describe('lists', () => {
  test.each([
    [{ limit: 0 }, 'limit', 'ADM-005'],
    [{ limit: 1001 }, 'limit', 'ADM-005'],
    [{ limit: 1.5 }, 'limit', 'ADM-005'],
    [{ after_id: 'a', before_id: 'b' }, 'before_id', 'GEN-016'],
  ])('reject %j at %s by %s', (query, path, rule) => {
    for (const id of ['invites.list', 'users.list', 'workspaces.list', 'workspaces.members.list'] as const) {
      expect(check(adminSchemas[id].query, query)).toMatchObject([{ path, rule }]);
    }
  });

  test('accept limits of 1 and 1000', () => {
    expect(check(adminSchemas['users.list'].query, { limit: 1, email: 'a@example.com' })).toEqual([]);
    expect(check(adminSchemas['workspaces.list'].query, { limit: 1000, include_archived: true })).toEqual([]);
  });
});

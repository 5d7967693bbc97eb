/** What a plan understands about people and the organization, and what it refuses. */
import path from 'node:path';
import type { ApiPromise } from '@parlance/core-transport';
import type { Hold } from '@parlance/archive';
import { createFake } from '@parlance/testing-fakes';
import { AdminClient } from '@parlance/admin';
import { expect, onTestFinished, test } from 'vitest';
import {
  applyOrganization,
  describeAction,
  driftOrganization,
  exportOrganization,
  organizationPlanPage,
  planOrganization,
  readOrganizationPlan,
  readStartedPlan,
  writeOrganizationPlan,
} from './index.js';
import { approve, approversOf, ines } from '@parlance/testing/approvers';
import { organizationWorld, type OrganizationWorld } from './testing/organization-world.js';

const records = {
  users: [
    { email: 'ada@example.com', id: 'user_ada', role: 'developer' },
    { email: 'ben@example.com', id: 'user_ben', role: 'user' },
  ],
};

async function idOf<T extends { readonly id: string }>(created: ApiPromise<T>): Promise<string> {
  return (await created).id;
}

const lines = (plan: {
  readonly actions: Parameters<typeof describeAction>[0][] | readonly Parameters<typeof describeAction>[0][];
}): string[] => plan.actions.map(describeAction);

test('what an organization is, is a desired state without a difference', async () => {
  const world = await organizationWorld({
    ...records,
    invites: [{ email: 'eva@example.com', role: 'billing' }],
  });
  const id = await idOf(world.admin.workspaces.create({ name: 'Sales', tags: { team: 'a' } }));
  await world.admin.workspaces.create({ name: 'Sales' });
  await world.admin.workspaces.members.create(id, { user_id: 'user_ada', workspace_role: 'workspace_admin' });
  const desired = await exportOrganization(world.admin);
  expect(desired.users).toContainEqual({ email: 'eva@example.com', role: 'billing' });
  expect(desired.workspaces).toMatchObject([
    { name: 'Sales', id: expect.any(String) as string },
    { name: 'Sales' },
  ]);
  expect((await world.plan({ ...desired, unlisted: 'remove' })).actions).toEqual([]);
});

test('somebody whose address has changed is neither invited nor removed', async () => {
  const world = await organizationWorld(records);
  const desired = {
    users: [{ email: 'admin@example.com' }, { email: 'ada@example.com' }, { email: 'ben@example.com' }],
    unlisted: 'remove' as const,
  };
  const { admin, store } = world;
  await applyOrganization(await world.plan(desired), { admin, store });
  await world.fake.applyScenario({ records: { users: [{ id: 'user_ben', email: 'ben.li@example.com' }] } });
  const { actions, notes } = await world.plan(desired, { store });
  expect(actions).toEqual([]);
  expect(notes).toMatchObject([
    {
      action: 'manual',
      email: 'ben@example.com',
      why: 'is now ben.li@example.com: correct the desired state',
    },
  ]);
});

test('with a directory, only roles and workspaces are planned', async () => {
  const world = await organizationWorld({ ...records, activities: [{ type: 'scim_user_created' }] });
  const desired = {
    users: [{ email: 'ada@example.com', role: 'user' as const }, { email: 'new@example.com' }],
    unlisted: 'remove' as const,
  };
  const plan = await world.plan(desired, { compliance: world.compliance });
  expect(lines(plan)).toEqual(['change the role of ada@example.com from developer to user']);
  expect(plan.notes.map(({ why }) => why)).toContain(
    'a directory decides who is in the organization: change it there',
  );
});

test('a plan does not fit any more once somebody else has changed something', async () => {
  const world = await organizationWorld(records);
  const plan = await world.plan({ users: [{ email: 'ben@example.com', absent: true }] });
  await world.admin.users.update('user_ben', { role: 'developer' });
  world.writes.length = 0;
  const { admin, store } = world;
  await expect(applyOrganization(plan, { admin, store })).rejects.toThrow(
    /^The organization has changed since the plan was made: it cannot remove ben@example\.com \(user\) any more/,
  );
  expect(world.writes).toEqual([]);
});

test('a plan is refused for another organization, and when it has expired', async () => {
  const world = await organizationWorld(records);
  const other = createFake({ randomSeed: 1 });
  const admin = new AdminClient({ baseUrl: other.url, adminKey: other.keys.admin, http: other.http() });
  onTestFinished(() => admin.close());
  const { store } = world;
  const plan = await world.plan({ users: [{ email: 'new@example.com' }] }, { expiresInMs: 60_000 });
  await expect(applyOrganization(plan, { admin, store })).rejects.toMatchObject({
    code: 'other_organization',
  });
  const expired = await world.plan({ users: [{ email: 'new@example.com' }] }, { expiresInMs: 0.001 });
  await expect(applyOrganization(expired, { admin: world.admin, store })).rejects.toMatchObject({
    code: 'plan_expired',
  });
});

test('a refusal is reported, and does not keep other actions from being done', async () => {
  const world = await organizationWorld(records);
  const plan = await world.plan({
    users: [{ email: 'ada@example.com', role: 'user' }, { email: 'new@example.com' }],
  });
  world.fake.setFaults([{ match: { operation: 'users.update' }, status: 403 }]);
  const events: string[] = [];
  const { admin, store } = world;
  const result = await applyOrganization(plan, {
    admin,
    store,
    onEvent: ({ action, outcome }) => events.push(`${action}: ${outcome}`),
  });
  expect(events).toEqual([
    'change the role of ada@example.com from developer to user: refused',
    'invite new@example.com as user: done',
  ]);
  expect(result).toMatchObject({ done: 1, refused: [{ code: 'permission_error' }], unverified: [] });
  expect(await readStartedPlan(store)).toMatchObject({
    finished_at: null,
    journal: [{ outcome: 'refused', code: 'permission_error' }, { outcome: 'done' }],
  });
});

test('drift names who changed what, when and through which interface', async () => {
  const world = await organizationWorld(records);
  const desired = {
    users: [
      { email: 'ada@example.com', role: 'developer' as const },
      { email: 'ben@example.com', role: 'user' as const },
    ],
  };
  expect((await driftOrganization({ admin: world.admin, desired })).differences).toEqual([]);
  await world.admin.users.update('user_ben', { role: 'billing' });
  const { differences } = await driftOrganization({
    admin: world.admin,
    desired,
    compliance: world.compliance,
  });
  expect(differences).toMatchObject([
    {
      action: 'change the role of ben@example.com from billing to user',
      changed_by: { type: 'assistant_user_role_updated', via: 'api' },
    },
  ]);
});

test('afterwards, the audit log is asked for the changes', async () => {
  const world = await organizationWorld(records);
  const plan = await world.plan({
    users: [{ email: 'ada@example.com', role: 'user' }],
    workspaces: [{ name: 'Sales' }],
  });
  const { admin, store, compliance } = world;
  expect(await applyOrganization(plan, { admin, store, compliance })).toMatchObject({ done: 2, recorded: 2 });
});

test('what removals break is shown, and people on hold are not removed without an approval', async () => {
  const world = await organizationWorld(records);
  const id = await idOf(world.admin.workspaces.create({ name: 'Sales' }));
  await world.admin.workspaces.members.create(id, { user_id: 'user_ben', workspace_role: 'workspace_admin' });
  const hold = { id: 'hold-1', scope: { user: 'user_ben' }, reference: null, released: null } as Hold;
  const plan = await world.plan({ users: [{ email: 'ben@example.com', absent: true }] }, { holds: [hold] });
  expect(plan.actions).toMatchObject([
    {
      action: 'remove',
      breaks: [
        'is a member of 1 workspace',
        'is on hold: hold-1',
        expect.stringMatching(/^"Sales" \(wrkspc_\w+\) has no administrator of its own any more$/) as string,
      ],
    },
  ]);
  expect(plan.breaches.map(({ guard }) => guard)).toEqual(['hold', 'last_admin']);
  expect(organizationPlanPage(plan)).toContain('is on hold: hold-1');
  const { admin, store } = world;
  await expect(applyOrganization(plan, { admin, store })).rejects.toMatchObject({ code: 'not_approved' });
  const unaware = await world.plan({ users: [{ email: 'ben@example.com', absent: true }] }, {});
  const approved = { admin, store, approvers: approversOf(), approvals: approve(unaware.digest, ines) };
  await expect(applyOrganization(unaware, { ...approved, holds: [hold] })).rejects.toThrow(/on hold: hold-1/);
});

test('offboarding deactivates keys, signs out, removes memberships and the person, and can be continued', async () => {
  const world: OrganizationWorld = await organizationWorld({}, { seed: 'demo', scenario: {} });
  const { data: keys } = await world.admin.apiKeys.list({ status: 'active', limit: 100 });
  const { data: users } = await world.admin.users.list({ limit: 1000 });
  const person = users.find(
    ({ id, role }) => role !== 'admin' && keys.some(({ created_by: by }) => by?.id === id),
  );
  const email = person?.email ?? users.find(({ role }) => role === 'developer')?.email ?? '';
  const plan = await world.plan(
    { users: [{ email, absent: true }] },
    { offboard: true, guards: { keepAdmins: 1 } },
  );
  const kinds = new Set(plan.actions.map(({ action }) => action));
  expect([...kinds]).toEqual(expect.arrayContaining(['sign_out', 'remove']));
  expect(plan.actions.at(-1)).toMatchObject({ action: 'remove', email });
  world.steps = 0;
  world.crash = { at: 12, isSent: true };
  const { admin, store } = world;
  const options = { admin, store, approvers: approversOf(), approvals: approve(plan.digest, ines) };
  await expect(applyOrganization(plan, options)).rejects.toThrow();
  world.crash = null;
  expect(await applyOrganization(plan, options)).toMatchObject({ refused: [], changed: [], unverified: [] });
  expect((await admin.users.list({ email })).data).toEqual([]);
});

test('a plan in a file is the same plan, and a damaged one is refused', async () => {
  const world = await organizationWorld(records);
  const plan = await world.plan({ users: [{ email: 'new@example.com' }] });
  const file = path.join(world.dir, 'plan.json');
  await writeOrganizationPlan(file, plan);
  expect(await readOrganizationPlan(file)).toEqual(plan);
  for (const damaged of [
    { ...plan, format: 2 },
    { ...plan, expires_at: '2099-01-01T00:00:00Z' },
    { type: 'plan' },
  ]) {
    await writeOrganizationPlan(file, damaged as typeof plan);
    await expect(readOrganizationPlan(file)).rejects.toMatchObject({ code: 'plan_damaged' });
  }
});

test('a person never removes themselves, not even with an approval', async () => {
  const world = await organizationWorld(records);
  const desired = {
    users: [{ email: 'ada@example.com' }, { email: 'admin@example.com' }],
    unlisted: 'remove' as const,
  };
  const { actions, notes } = await world.plan(desired, { guards: { self: ['BEN@example.com'] } });
  expect(actions).toEqual([]);
  expect(notes).toMatchObject([
    { action: 'impossible', email: 'ben@example.com', why: 'applies the plan, and cannot remove themselves' },
  ]);
});

test.each([
  ['desired', { desired: undefined }],
  ['guards.maxRemovals', { guards: { maxRemovals: -1 } }],
  ['guards.keepAdmin', { guards: { keepAdmin: 1 } }],
])('an option is refused: %s', async (name, options) => {
  const { admin } = await organizationWorld();
  await expect(planOrganization({ admin, desired: {}, ...options } as never)).rejects.toThrow(name);
});

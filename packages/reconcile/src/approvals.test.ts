/** Ways around a guard or an approval, and changes by others between a plan and its application. All were possible once. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnyWorkspaceRole } from '@parlance/admin';
import { digestOf } from '@parlance/archive/internal';
import { expect, test } from 'vitest';
import {
  applyOrganization,
  describeAction,
  readDesiredState,
  readStartedPlan,
  type ApplyOrganizationOptions,
  type OrganizationPlan,
} from './index.js';
import { approve, approversOf, ines } from '@parlance/testing/approvers';
import { organizationWorld, type OrganizationWorld } from './testing/organization-world.js';

const user = (name: string, role = 'user'): { email: string; id: string; role: string } => ({
  email: `${name}@example.com`,
  id: `user_${name}`,
  role,
});
const records = { users: [user('ada', 'developer'), user('ben'), user('cleo'), user('dora')] };

async function addWorkspace(
  { admin, writes }: OrganizationWorld,
  members: Readonly<Record<string, Exclude<AnyWorkspaceRole, 'workspace_billing'>>> = {},
): Promise<string> {
  const { id } = await admin.workspaces.create({ name: 'Sales' });
  for (const [name, role] of Object.entries(members))
    await admin.workspaces.members.create(id, { user_id: `user_${name}`, workspace_role: role });
  writes.length = 0;
  return id;
}

/** Everything that applying a plan needs, with the signature of Ines. */
const signed = (
  { admin, store }: OrganizationWorld,
  { digest }: OrganizationPlan,
): ApplyOrganizationOptions => ({
  admin,
  store,
  approvers: approversOf(),
  approvals: approve(digest, ines),
});

/** Changes a plan, as somebody does who knows how its digest is computed. */
function forge(plan: OrganizationPlan, changes: Partial<OrganizationPlan>): OrganizationPlan {
  const { digest: _, ...rest } = { ...plan, ...changes };
  return { ...rest, digest: digestOf(rest) };
}

test('an approval for two demotions does not cover the demotion of everybody', async () => {
  const world = await organizationWorld({
    users: [user('a', 'admin'), user('b', 'admin'), user('c', 'admin')],
  });
  const users = ['a', 'b'].map((name) => ({ email: `${name}@example.com`, role: 'user' as const }));
  const plan = await world.plan({ users });
  const { data } = await world.admin.users.list({ limit: 100 });
  const others = data.filter(({ id, role }) => role === 'admin' && id !== 'user_a' && id !== 'user_b');
  world.fake.applyScenario({
    records: { users: others.map(({ id, email }) => ({ id, email, role: 'user' })) },
  });
  await expect(applyOrganization(plan, signed(world, plan))).rejects.toThrow('0 admins remain');
  expect(world.writes).toEqual([]);
});

test('a forged plan does not pass as an undo, and the guards of the person who applies it count', async () => {
  const world = await organizationWorld(records);
  const { admin, store } = world;
  const plan = await world.plan({ users: [{ email: 'ada@example.com' }], unlisted: 'remove' });
  const options = { admin, store, approvers: approversOf(), guards: {} };
  const forged = { breaches: [], expires_at: 'never' };
  await expect(applyOrganization(forge(plan, forged), options)).rejects.toMatchObject({
    code: 'plan_expired',
  });
  const undoing = forge(plan, { breaches: [], undo_of: 'x' });
  await expect(applyOrganization(undoing, options)).rejects.toMatchObject({ code: 'unknown_plan' });
  const lenient = forge(plan, { breaches: [], guards: { maxUnlisted: 999 } });
  await expect(applyOrganization(lenient, options)).rejects.toMatchObject({ code: 'plan_stale' });
  const ownRemoval = await world.plan({ users: [{ email: 'ben@example.com', absent: true }] });
  const self = { ...options, guards: { self: ['Ben@example.com'] } };
  await expect(applyOrganization(ownRemoval, self)).rejects.toThrow('ben@example.com applies the plan');
  expect(world.writes).toEqual([]);
});

test('an approval is used once', async () => {
  const world = await organizationWorld(records);
  const id = await addWorkspace(world, { ben: 'workspace_user' });
  const plan = await world.plan({ workspaces: [{ name: 'Sales', members: {} }] });
  await applyOrganization(plan, signed(world, plan));
  await addWorkspaceMember(world, id);
  await expect(applyOrganization(plan, signed(world, plan))).rejects.toThrow('The plan was finished at');
  expect(world.writes).toEqual([]);
});

async function addWorkspaceMember({ admin, writes }: OrganizationWorld, id: string): Promise<void> {
  await admin.workspaces.members.create(id, { user_id: 'user_ben', workspace_role: 'workspace_user' });
  writes.length = 0;
}

test('the last administrator of a workspace is one also when the role in the organization changes', async () => {
  const world = await organizationWorld(records);
  await addWorkspace(world, { ada: 'workspace_admin' });
  const plan = await world.plan({ users: [{ email: 'ada@example.com', role: 'billing' }] });
  expect(plan.breaches.map(({ guard }) => guard)).toEqual(['last_admin']);
});

test('people whose addresses have changed keep their protection and their workspaces', async () => {
  const world = await organizationWorld(records);
  await addWorkspace(world, { ben: 'workspace_user', cleo: 'workspace_user', dora: 'workspace_user' });
  const members = Object.fromEntries(
    ['ben', 'cleo', 'dora'].map((name) => [`${name}@example.com`, 'workspace_user' as const]),
  );
  const desired = {
    users: ['admin', 'ada', 'ben'].map((name) => ({ email: `${name}@example.com` })),
    protected: ['cleo@example.com'],
    unlisted: 'remove' as const,
    workspaces: [{ name: 'Sales', members }],
  };
  const { admin, store } = world;
  const guards = { self: ['dora@example.com'], maxUnlisted: 5 };
  await applyOrganization(await world.plan(desired, { guards }), { admin, store });
  const renamed = ['ben', 'cleo', 'dora'].map((name) => ({
    id: `user_${name}`,
    email: `${name}.li@example.com`,
  }));
  world.fake.applyScenario({ records: { users: renamed } });
  expect((await world.plan(desired, { store, guards })).actions).toEqual([]);
});

test('an invite, or a workspace, of somebody else is not taken for that of the plan', async () => {
  const world = await organizationWorld({
    ...records,
    invites: [{ email: 'eva@example.com', role: 'user' }],
  });
  const { admin, store } = world;
  const cancels = await world.plan({ users: [{ email: 'eva@example.com', absent: true }] });
  const [invite] = (await admin.invites.list()).data;
  await admin.invites.delete(invite?.id ?? '');
  await admin.invites.create({ email: 'eva@example.com', role: 'billing' });
  await expect(applyOrganization(cancels, { admin, store })).rejects.toMatchObject({ code: 'plan_stale' });
  const creates = await world.plan({ workspaces: [{ name: 'Sales', tags: { team: 'a' } }] });
  await addWorkspace(world);
  await expect(applyOrganization(creates, { admin, store })).rejects.toMatchObject({ code: 'plan_stale' });
  expect(world.writes).toEqual([]);
});

test('an undo does not archive one of two workspaces, and does what it can', async () => {
  const world = await organizationWorld(records);
  const { admin, store } = world;
  const desired = {
    users: [{ email: 'ada@example.com', role: 'user' as const }],
    workspaces: [{ name: 'Sales' }],
  };
  const plan = await world.plan(desired);
  await applyOrganization(plan, { admin, store });
  await addWorkspace(world);
  const { undo } = await readStartedPlan(store);
  const result = await applyOrganization(undo, signed(world, undo));
  expect(result).toMatchObject({ done: 1, changed: ['archive the workspace "Sales"'] });
  expect(world.writes).toEqual(['POST /v1/organizations/users/user_ada']);
});

test('a request that fails again and again does not keep the others from being done', async () => {
  const world = await organizationWorld(records);
  const { admin, store } = world;
  const plan = await world.plan({
    users: [
      { email: 'ada@example.com', role: 'user' },
      { email: 'new@example.com' },
      { email: 'ben@example.com', role: 'developer' },
    ],
  });
  world.fake.setFaults([
    { match: { operation: 'users.update', path: '/v1/organizations/users/user_ada' }, status: 500 },
  ]);
  const result = await applyOrganization(plan, { admin, store, concurrency: 1 });
  expect([result.done, result.refused.length]).toEqual([2, 1]);
});

test('a blank in a header empties no workspace, and a workspace described twice is left alone', async () => {
  const world = await organizationWorld(records);
  const id = await addWorkspace(world, { ben: 'workspace_user' });
  const file = path.join(world.dir, 'people.csv');
  await writeFile(file, 'email,workspace: Sales\nben@example.com,workspace_user\n');
  expect((await world.plan(await readDesiredState([file]))).actions).toEqual([]);
  const members = { 'cleo@example.com': 'workspace_user' as const };
  const { actions, notes } = await world.plan({
    workspaces: [
      { name: 'Sales', members: {} },
      { name: 'Sales', id, members },
    ],
  });
  expect([actions.map(describeAction), notes.length]).toEqual([[], 2]);
});

/** Requests to the admin API leave activities in the audit log. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';

test('every successful request to the admin API leaves an activity', async () => {
  await using fake = createFake({ seed: 'demo', checkResponses: true });
  const common = { baseUrl: fake.url, http: fake.http() };
  const admin = new AdminClient({ ...common, adminKey: fake.keys.admin });
  const compliance = new ComplianceClient({ ...common, complianceKey: fake.keys.compliance });
  const since = fake.world().clock.iso();

  const invite = await admin.invites.create({ email: 'new@example.com', role: 'developer' });
  await admin.invites.retrieve(invite.id);
  await admin.invites.list();
  await admin.invites.delete(invite.id);
  await expect(admin.invites.delete(invite.id)).rejects.toMatchObject({ status: 404 });
  const users = (await admin.users.list({ limit: 1000 })).data;
  const user = users.find(({ role }) => role === 'user');
  const user_id = user?.id ?? '';
  await admin.users.retrieve(user_id);
  await admin.users.update(user_id, { role: 'developer' });
  const workspace = await admin.workspaces.create({ name: 'Research' });
  await admin.workspaces.update(workspace.id, { name: 'Labs' });
  await admin.workspaces.members.create(workspace.id, { user_id, workspace_role: 'workspace_user' });
  await admin.workspaces.members.list(workspace.id);
  await admin.workspaces.members.delete(workspace.id, user_id);
  await admin.workspaces.archive(workspace.id);
  await admin.users.delete(user_id);

  const { data } = await compliance.activities.list({ created_at: { gte: since }, limit: 1000 });
  const left = data.filter(({ type }) => type !== 'compliance_api_accessed').toReversed();
  expect(left).toMatchObject([
    {
      type: 'org_user_invite_sent',
      invite_id: invite.id,
      invited_email: 'new@example.com',
      invited_role: 'developer',
    },
    { type: 'org_invite_viewed', invite_id: invite.id },
    { type: 'org_invites_listed' },
    { type: 'org_user_invite_deleted', invite_id: invite.id, invited_email: 'new@example.com' },
    { type: 'org_users_listed' },
    { type: 'org_user_viewed', user_id, user_email: user?.email },
    { type: 'assistant_user_role_updated', user_id, current_role: 'developer' },
    { type: 'platform_workspace_created', workspace_id: workspace.id },
    { type: 'platform_workspace_updated', workspace_id: workspace.id, updates: { name: 'Labs' } },
    { type: 'platform_workspace_member_added', workspace_id: workspace.id, user_id },
    { type: 'platform_workspace_members_listed', workspace_id: workspace.id },
    { type: 'platform_workspace_member_removed', workspace_id: workspace.id, user_id },
    { type: 'platform_workspace_archived', workspace_id: workspace.id },
    { type: 'org_user_deleted', deleted_user_id: user_id },
  ]);
  for (const { actor } of left) expect(actor.type).toBe('admin_api_key_actor');
});

test('an accepted invite makes the person a member', async () => {
  await using fake = createFake({ checkResponses: true });
  const common = { baseUrl: fake.url, http: fake.http() };
  const admin = new AdminClient({ ...common, adminKey: fake.keys.admin });
  const compliance = new ComplianceClient({ ...common, complianceKey: fake.keys.compliance });
  const invite = await admin.invites.create({ email: 'new@example.com', role: 'billing' });
  const user = fake.acceptInvite(invite.id);
  expect(await admin.users.retrieve(user.id)).toEqual(user);
  expect(user).toMatchObject({ email: 'new@example.com', role: 'billing' });
  expect(await admin.invites.retrieve(invite.id)).toMatchObject({ status: 'accepted' });
  await expect(admin.invites.delete(invite.id)).rejects.toMatchObject({ status: 400 });
  const { data } = await compliance.activities.list({ activity_types: ['org_user_invite_accepted'] });
  expect(data).toMatchObject([{ invite_id: invite.id, actor: { type: 'user_actor', user_id: user.id } }]);
  expect(() => fake.acceptInvite(invite.id)).toThrow('cannot be accepted: it is accepted');
  expect(() => fake.acceptInvite('invite_none')).toThrow('cannot be accepted: it is missing');

  const late = await admin.invites.create({ email: 'late@example.com', role: 'user' });
  fake.world().clock.advance(21 * 24 * 60 * 60 * 1000);
  expect(await admin.invites.retrieve(late.id)).toMatchObject({ status: 'expired' });
  expect(() => fake.acceptInvite(late.id)).toThrow('cannot be accepted: it is expired');
});

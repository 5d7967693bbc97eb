/** Examples for `@parlance/admin`. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { AdminClient } from '@parlance/admin';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });

/** Invites a person and lists the pending invites. */
export async function invite(): Promise<void> {
  // #region Invite a person
  const invite = await admin.invites.create({ email: 'lena@example.com', role: 'developer' });
  console.log(invite.status, invite.expires_at);
  for await (const { email, status } of admin.invites.list()) {
    if (status === 'pending') console.log(email);
  }
  // #endregion
  assert.equal(invite.status, 'pending');
}

/** Deactivates the key of a workspace. */
export async function deactivateKey(): Promise<void> {
  const workspace = await admin.workspaces.create({ name: 'Prototypes' });
  // #region Deactivate a key
  for await (const key of admin.apiKeys.list({ workspace_id: workspace.id, status: 'active' })) {
    await admin.apiKeys.update(key.id, { status: 'inactive' });
    console.log(key.name, key.partial_key_hint);
  }
  // #endregion
  const { data } = await admin.apiKeys.list({ workspace_id: workspace.id });
  assert.deepEqual(
    data.map(({ status }) => status),
    ['inactive'],
  );
}

/** Creates a workspace and adds a member to it. */
export async function makeWorkspace(): Promise<void> {
  // #region Create a workspace
  const workspace = await admin.workspaces.create({
    name: 'Field sales',
    data_residency: { allowed_inference_geos: ['us', 'eu'], default_inference_geo: 'eu' },
    tags: { team: 'sales' },
  });
  const { data } = await admin.users.list({ email: 'freya.lindqvist@example.com' });
  for (const user of data) {
    await admin.workspaces.members.create(workspace.id, {
      user_id: user.id,
      workspace_role: 'workspace_developer',
    });
  }
  // #endregion
  assert.equal((await admin.workspaces.members.list(workspace.id)).data.length, 4);
}

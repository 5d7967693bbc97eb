/* Creates a workspace and adds a member to it. */
import assert from 'node:assert/strict';
// #region Create a workspace
import { AdminClient } from '@parlance/admin';

const admin = new AdminClient();

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

/* Deactivates the key of a workspace. */
import assert from 'node:assert/strict';
// #region Deactivate a key
import { AdminClient } from '@parlance/admin';

const admin = new AdminClient();
const workspace = await admin.workspaces.create({ name: 'Prototypes' });

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

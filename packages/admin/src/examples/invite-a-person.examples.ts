/* Invites a person and lists the pending invites. */
import assert from 'node:assert/strict';
// #region Invite a person
import { AdminClient } from '@parlance/admin';

const admin = new AdminClient();

const invite = await admin.invites.create({ email: 'lena@example.com', role: 'developer' });
console.log(invite.status, invite.expires_at);
for await (const { email, status } of admin.invites.list()) {
  if (status === 'pending') console.log(email);
}
// #endregion

assert.equal(invite.status, 'pending');

/* Searches the audit log by type and time. */
import assert from 'node:assert/strict';
// #region Search the audit log
import { ComplianceClient } from '@parlance/compliance';

const compliance = new ComplianceClient();
const found: string[] = [];
for await (const activity of compliance.activities.list({
  activity_types: ['assistant_chat_deleted', 'assistant_chat_deletion_failed', 'org_user_deleted'],
  created_at: { gte: '2026-04-01T00:00:00Z', lt: '2026-06-01T00:00:00Z' },
})) {
  const { actor } = activity;
  const who = actor.type === 'user_actor' ? actor.email_address : actor.type;
  if (activity.type === 'org_user_deleted') found.push(`${who} removed ${activity.deleted_user_email}`);
  else found.push(`${who} ${activity.type}`);
}
console.log(found);
// #endregion

assert.equal(found.length, 3);

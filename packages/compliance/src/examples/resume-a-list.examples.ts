/* Resumes a list from a checkpoint. */
import assert from 'node:assert/strict';
// #region Resume a list
import { ComplianceClient, CursorRefusedError, type Checkpoint } from '@parlance/compliance';

const compliance = new ComplianceClient();
const { data: organizations } = await compliance.organizations.list();
const { data: users } = await compliance.organizations.listUsers(organizations[0]?.uuid ?? '');
const params = { user_ids: users.slice(0, 10).map(({ id }) => id), limit: 50 };

let checkpoint: Checkpoint | null = null;
for await (const page of compliance.chats.list(params).pages()) {
  checkpoint = page.checkpoint; // Save it with the params.
  break;
}
try {
  for await (const chat of compliance.chats.list(params, { resumeFrom: checkpoint })) {
    console.log(chat.created_at, chat.name);
  }
} catch (error) {
  // The cursor expired. The error carries the filters and the checkpoint of the last page that was accepted.
  if (error instanceof CursorRefusedError) console.error(error.filters, error.checkpoint);
  else throw error;
}
// #endregion

assert.notEqual(checkpoint, null);

/* Reads the archive. */
import assert from 'node:assert/strict';
// #region Read an archive
import { openArchive } from '@parlance/archive';

const archive = await openArchive('./archive');
let blocks = 0;
for await (const { chat, messages, presence } of archive.conversations()) {
  const { name, user } = chat.body;
  console.log(`${user.email_address}: ${name}, ${presence.state}`); // listed, deleted, …
  for (const message of messages ?? []) blocks += message.body.content.length;
}
console.log(`${blocks} blocks of text`);
for await (const activity of archive.activities({
  from: '2026-04-01T00:00:00Z',
  types: ['user_signed_in'],
})) {
  console.log(activity.body.created_at, activity.body.actor);
}
for await (const file of archive.files()) archive.openFile(file).resume(); // a stream, checked as it is read
// #endregion

assert.ok(blocks > 0);

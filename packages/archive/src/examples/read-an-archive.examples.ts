/* Reads the archive. */
import assert from 'node:assert/strict';
// #region Read an archive
import { openArchive } from '@parlance/archive';

const archive = await openArchive('./archive');
let blocks = 0;
for await (const { record, certificate } of archive.chats({ createdTo: '2026-07-01T00:00:00Z' })) {
  const { name, user } = record.body;
  console.log(`${user.email_address}: ${name}, sealed at ${certificate.sealed_at}`);
  for await (const message of archive.messages(record)) blocks += message.body.content.length;
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

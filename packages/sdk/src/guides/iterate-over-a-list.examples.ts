/* Reads a list by item, by page, and only its first page. */
import assert from 'node:assert/strict';
// #region Iterate over a list
import { AdminClient } from '@parlance/admin';

const admin = new AdminClient();
const emails: string[] = [];
for await (const user of admin.users.list({ limit: 5 })) emails.push(user.email);

let count = 0;
for await (const page of admin.users.list({ limit: 5 }).pages()) count += page.data.length;

const { data, checkpoint } = await admin.users.list({ limit: 5 }); // the first page
console.log(emails.length, count, data.length);
// #endregion

assert.equal(count, emails.length);
assert.equal(data.length, 5);
assert.notEqual(checkpoint, null);

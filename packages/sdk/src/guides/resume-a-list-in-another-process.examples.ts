/* Resumes a list that failed midway. */
import assert from 'node:assert/strict';
// #region Resume a list in another process
import { AdminClient, ApiError, type Checkpoint } from '@parlance/admin';
import { createFake } from '@parlance/testing-fakes';

// An emulator that fails after the first page.
const fake = createFake({
  seed: 'demo',
  scenario: {
    faults: [{ match: { path: '/v1/organizations/users' }, after: 1, times: 3, status: 500 }],
  },
});
const admin = new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });

const emails: string[] = [];
let saved = 'null'; // null starts from the first page
try {
  for await (const page of admin.users.list({ limit: 5 }).pages()) {
    for (const { email } of page.data) emails.push(email);
    saved = JSON.stringify(page.checkpoint); // Save it after processing the page.
  }
} catch (error) {
  if (!ApiError.is(error)) throw error;
}
// Later, in another process. A checkpoint of a complete list has `done: true`, and yields nothing more.
const resumeFrom: Checkpoint | null = JSON.parse(saved);
for await (const { email } of admin.users.list({ limit: 5 }, { resumeFrom })) emails.push(email);
console.log(emails.length);
// #endregion

assert.equal(new Set(emails).size, emails.length);
assert(emails.length > 5);
assert(saved !== 'null');

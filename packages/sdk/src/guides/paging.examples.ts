/** Examples of the guide on paging. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { ApiError, Parlance, type Checkpoint } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const parlance = new Parlance({
  baseUrl: fake.url,
  adminKey: fake.keys.admin,
  complianceKey: fake.keys.compliance,
  http: fake.http(),
});

/** Reads a list by item, by page, and only its first page. */
export async function threeWays(): Promise<void> {
  const seen: string[] = [];
  let pages = 0;
  // #region Iterate over a list
  for await (const user of parlance.admin.users.list({ limit: 5 })) seen.push(user.email);

  for await (const page of parlance.admin.users.list({ limit: 5 }).pages()) pages += page.data.length;

  const { data, checkpoint } = await parlance.admin.users.list({ limit: 5 }); // the first page
  // #endregion
  assert.equal(pages, seen.length);
  assert.equal(data.length, 5);
  assert.notEqual(checkpoint, null);
}

/** Fetches the next page while the current one is processed. */
export async function prefetch(): Promise<void> {
  let count = 0;
  // #region Prefetch pages
  const activities = parlance.compliance.activities.list({ limit: 100 }, { prefetch: true });
  for await (const _activity of activities) count += 1;
  // #endregion
  assert(count >= 300);
}

/** Resumes a list that failed midway. */
export async function resume(): Promise<void> {
  const emails: string[] = [];
  let saved: string | undefined;
  fake.setFaults([{ match: { path: '/v1/organizations/users' }, after: 1, times: 3, status: 500 }]);
  // #region Resume a list in another process
  try {
    for await (const page of parlance.admin.users.list({ limit: 5 }).pages()) {
      for (const { email } of page.data) emails.push(email);
      saved = JSON.stringify(page.checkpoint); // Save it after processing the page.
    }
  } catch (error) {
    if (!ApiError.is(error)) throw error;
  }
  // Later, in another process. Null means that the list is complete.
  const resumeFrom: Checkpoint | null = JSON.parse(saved ?? 'null');
  if (resumeFrom !== null) {
    for await (const { email } of parlance.admin.users.list({ limit: 5 }, { resumeFrom })) emails.push(email);
  }
  // #endregion
  assert.equal(new Set(emails).size, emails.length);
  assert.equal(emails.length, await countUsers());
}

async function countUsers(): Promise<number> {
  let count = 0;
  for await (const _user of parlance.admin.users.list()) count += 1;
  return count;
}

/** What the guide on paging shows. The tests run it against the emulator. */
import assert from 'node:assert/strict';
import { PagingError, Parlance, type Checkpoint } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const parlance = new Parlance({
  baseUrl: fake.url,
  adminKey: fake.keys.admin,
  complianceKey: fake.keys.compliance,
  http: fake.http(),
});

/** Three ways to take a list. */
export async function threeWays(): Promise<void> {
  const seen: string[] = [];
  let pages = 0;
  // #region Take a list
  for await (const user of parlance.admin.users.list({ limit: 5 })) seen.push(user.email);

  for await (const page of parlance.admin.users.list({ limit: 5 }).pages()) pages += page.data.length;

  const { data, checkpoint } = await parlance.admin.users.list({ limit: 5 }); // the first page
  // #endregion
  assert.equal(pages, seen.length);
  assert.equal(data.length, 5);
  assert.notEqual(checkpoint, null);
}

/** The next page while this one is worked on. */
export async function prefetch(): Promise<void> {
  let count = 0;
  // #region Fetch one page ahead
  const activities = parlance.compliance.activities.list({ limit: 100 }, { prefetch: true });
  for await (const _activity of activities) count += 1;
  // #endregion
  assert(count >= 300);
}

/** A walk that fails in the middle, and goes on. */
export async function resume(): Promise<void> {
  const emails: string[] = [];
  let saved: string | undefined;
  fake.setFaults([{ match: { path: '/v1/organizations/users' }, after: 1, times: 3, status: 500 }]);
  // #region Resume a list in another process
  try {
    for await (const page of parlance.admin.users.list({ limit: 5 }).pages()) {
      for (const { email } of page.data) emails.push(email);
      saved = JSON.stringify(page.checkpoint); // Save it when the page is dealt with.
    }
  } catch (error) {
    if (!PagingError.is(error)) throw error;
  }
  // Later, elsewhere; null says that there is nothing more.
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

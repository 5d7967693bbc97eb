/** What people see of a plan before they decide. */
import path from 'node:path';
import { openStore } from '@parlance/durable';
import { expect, test } from 'vitest';
import { openHolds, planPage, planRetention, reviewRetentionPlan, type PlanReview } from '../index.js';
import { createRecord } from '../certificates/digest.js';
import { openArchive } from '../reader/open-archive.js';
import { everything, retentionWorld } from '../testing/retention-world.js';
import { chatRecord, messageRecord, SAMPLE_ORGANIZATION } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { temporaryFolder, writeArchive } from '../testing/write-archive.js';

const why = { by: 'ines@example.com', reason: 'matter 12' };

async function pageOf(review: PlanReview): Promise<string> {
  let page = '';
  for await (const part of planPage(review)) page += part;
  return page;
}

async function chatsOf(review: PlanReview) {
  const chats = [];
  for await (const chat of review.chats()) chats.push(chat);
  return chats;
}

test('a review has people, titles, reasons of holds, what changed, and how long it takes', async () => {
  const world = await retentionWorld();
  const { archive, holds, chats, dir } = world;
  const earlier = await world.plan({ file: path.join(dir, 'earlier.ndjson') });
  const held = chats[3]!.user.id;
  const { id: hold } = await holds.add({ user: held, ...why });
  const plan = await world.plan();

  const review = await reviewRetentionPlan(plan.file, { archive, holds, previous: earlier.file });
  const kept = chats.filter(({ user }) => user.id === held).length;
  expect(review.plan).toEqual(plan);
  expect(review.change).toEqual({
    previous: earlier.digest,
    as_of: earlier.as_of,
    added: 0,
    removed: kept,
    same_policy: true,
    holds_added: [hold],
    holds_removed: [],
  });
  expect([review.requests, review.days]).toEqual([2 * (40 - kept), (2 * (40 - kept)) / (600 * 1440)]);
  expect(review.holds).toMatchObject([{ id: hold, reason: 'matter 12', addedBy: 'ines@example.com' }]);

  const shown = await chatsOf(review);
  const expected = chats.filter(({ user }) => user.id !== held);
  const titles = Object.fromEntries(expected.map(({ id, name }) => [id, name]));
  expect(Object.fromEntries(shown.map(({ chat, title }) => [chat, title]))).toEqual(titles);
  expect(shown.every(({ is_new: isNew }) => isNew === false)).toBe(true);
  // The chats of a person are next to each other.
  const changes = shown.filter(({ user }, index) => user !== shown[index - 1]?.user).map(({ user }) => user);
  expect(changes).toHaveLength(new Set(changes).size);
  for (const { id, email, to_delete: number } of review.people) {
    const own = expected.filter(({ user }) => user.id === id);
    expect([email, number]).toEqual([own[0]?.user.email_address, own.length]);
  }

  const page = await pageOf(review);
  for (const text of [plan.digest, 'matter 12', review.people[0]!.email!, shown[0]!.chat, hold])
    expect(page).toContain(text);
  for (const { chat } of shown) expect(page.split(chat)).toHaveLength(2);
  const reversed = await reviewRetentionPlan(earlier.file, { archive, holds, previous: plan.file });
  expect(reversed.change).toMatchObject({ added: kept, removed: 0, holds_removed: [hold] });
  expect((await chatsOf(reversed)).filter(({ is_new: isNew }) => isNew === true)).toHaveLength(kept);
});

test('titles, names and reasons of others are text on the page', async () => {
  const folder = await temporaryFolder();
  await using store = await openStore(`sqlite:${path.join(folder, 'store.db')}`);
  const hostile = `"><script>alert('1')</script><img src=x onerror="alert(2)">&amp;`;
  const chat = chatRecord(1, { user: '1' });
  const { body } = createRecord('user', 'user_1', {
    id: 'user_1',
    full_name: `Name ${hostile}`,
    email: 'user_1@example.com',
    created_at: '2026-01-01T00:00:00Z',
    organization_uuid: SAMPLE_ORGANIZATION,
  });
  await writeArchive({
    dir: path.join(folder, 'archive'),
    units: withSnapshots([
      { name: 'directory', records: [createRecord('user', 'user_1', body)] },
      {
        name: 'chats/000001',
        records: [
          createRecord('chat', chat.id, { ...chat.body, name: `Title ${hostile}` }),
          messageRecord(1, 1, { user: '1' }),
        ],
      },
    ]),
  });
  const archive = await openArchive(path.join(folder, 'archive'));
  const holds = await openHolds(store, archive);
  await holds.add({ text: `no such ${hostile}`, ...why });
  const rules = [{ ...everything[0]!, name: `Rule ${hostile}` }];
  const file = path.join(folder, 'plan.ndjson');
  const plan = await planRetention({ archive, holds, rules, file, approvers: 'none' });
  const page = await pageOf(await reviewRetentionPlan(plan.file, { archive, holds }));
  expect(page).not.toMatch(/<(?:script|img)/);
  for (const text of ['Title', 'Name', 'Rule', 'no such'])
    expect(page).toContain(`${text} &quot;&gt;&lt;script&gt;alert(&#39;1&#39;)`);
  expect(page).toContain("default-src 'none'");
});

test('a plan of another archive is refused, and so is an invalid option', async () => {
  const world = await retentionWorld();
  const plan = await world.plan();
  const other = await retentionWorld({ limit: 5 });
  const { holds } = world;
  await expect(reviewRetentionPlan(plan.file, { archive: other.archive, holds })).rejects.toMatchObject({
    code: 'archive_changed',
  });
  const invalid = { archive: world.archive, holds, requestsPerMinute: 0 };
  await expect(reviewRetentionPlan(plan.file, invalid)).rejects.toMatchObject({ code: 'invalid_option' });
});

/** Several organizations under one parent. */
import { ComplianceClient } from '@parlance/compliance';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { asker } from '../testing/ask.js';

const clientOf = (fake: Fake) =>
  new ComplianceClient({ baseUrl: fake.url, complianceKey: fake.keys.compliance, http: fake.http() });

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of pages) found.push(item);
  return found;
}

test('are listed by creation, each with its own members, chats and activities', async () => {
  await using fake = createFake({ seed: 'demo', demo: { organizations: 3 }, checkResponses: true });
  const compliance = clientOf(fake);
  const { data: organizations } = await compliance.organizations.list();
  expect(organizations.map(({ name }) => name)).toEqual([
    'Tagus & Vistula Trading',
    'Tagus & Vistula Lisbon 1',
    'Tagus & Vistula Gdansk 1',
  ]);
  const [main, lisbon, gdansk] = organizations.map(({ uuid }) => uuid) as [string, string, string];
  const members = async (uuid: string) => all(compliance.organizations.listUsers(uuid));
  const counts = await Promise.all([main, lisbon, gdansk].map(async (uuid) => (await members(uuid)).length));
  expect(counts).toEqual([14, 3, 3]);

  const people = await members(lisbon);
  const user_ids = [...people, ...(await members(gdansk))].map(({ id }) => id);
  const chats = await all(compliance.chats.list({ user_ids }));
  expect(chats).toHaveLength(12);
  const own = await all(compliance.chats.list({ user_ids, organization_ids: [lisbon] }));
  expect(own).toHaveLength(6);
  const organization = { id: own[0]?.organization_id ?? '', uuid: lisbon };
  expect(organization.id).not.toBe(fake.world().organizationId);
  for (const chat of own)
    expect(chat).toMatchObject({
      organization_id: organization.id,
      organization_uuid: lisbon,
      project_id: null,
    });
  expect(await all(compliance.chats.list({ user_ids, organization_ids: [organization.id] }))).toEqual(own);
  const { chat_messages, ...chat } = await compliance.chats.messages(own[0]?.id ?? '');
  expect(chat).toMatchObject({ organization_uuid: lisbon });
  expect(chat_messages.length).toBeGreaterThan(1);

  const activities = await all(compliance.activities.list({ organization_ids: [lisbon] }));
  expect(activities).toHaveLength(6);
  expect(activities[0]).toMatchObject({ organization_id: organization.id, organization_uuid: lisbon });
  const mainActivities = await all(compliance.activities.list({ organization_ids: [main] }));
  expect(mainActivities.every((activity) => activity.organization_uuid === main)).toBe(true);
});

test('stay invisible to the admin API of the first, and are the same in every copy of the world', async () => {
  await using fake = createFake({ seed: 'demo', demo: { organizations: 2 } });
  const { json } = await asker(fake, '')('GET /v1/organizations/users?limit=1000', undefined, {
    headers: { 'x-api-key': fake.keys.admin },
  });
  expect(json.data).toHaveLength(14);
  const before = await clientOf(fake).organizations.list();
  fake.restore(fake.snapshot(), 'copy');
  const { data } = await new ComplianceClient({
    baseUrl: fake.url,
    complianceKey: fake.keysOf('copy').compliance,
    http: fake.http(),
  }).organizations.list();
  expect(data).toEqual(before.data);
});

import type {
  Activity,
  Chat,
  ChatWithMessages,
  CostResult,
  Invite,
  UsageResult,
  User,
  Workspace,
  WorkspaceMember,
} from '@parlance/schemas';
import { activityTypes, activityTypesByKind } from '@parlance/schemas';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { apiKeys } from '../organization/api-keys.js';

/** A report by day. */
interface Report<T> {
  readonly data: readonly { readonly results: readonly T[] }[];
}

async function get<T>(fake: Fake, kind: 'admin' | 'compliance', path: string): Promise<T> {
  const response = await fake.fetch(`${fake.url}/v1/${path}`, {
    headers: { 'x-api-key': fake.keys[kind], 'vendor-version': '2023-06-01' },
  });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

const users = async (fake: Fake): Promise<User[]> =>
  (await get<{ data: User[] }>(fake, 'admin', 'organizations/users?limit=1000')).data;

async function chats(fake: Fake): Promise<Chat[]> {
  const ids = (await users(fake)).map((user) => user.id);
  const found: Chat[] = [];
  for (let start = 0; start < ids.length; start += 10) {
    const query = ids.slice(start, start + 10).map((id) => `user_ids[]=${id}`);
    const path = `compliance/apps/chats?limit=1000&${query.join('&')}`;
    found.push(...(await get<{ data: Chat[] }>(fake, 'compliance', path)).data);
  }
  return found;
}

const activities = async (fake: Fake): Promise<Activity[]> =>
  (
    await get<{ data: Activity[] }>(
      fake,
      'compliance',
      'compliance/activities?limit=5000&created_at.lt=2026-06-01T00:00:00Z',
    )
  ).data;

/** Returns the activity types that the documents name. */
function documentedTypes(): string[] {
  const file = new URL('../../../../scripts/documents/activity-types.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}

describe('the demo organization', () => {
  test('has members, and chats with projects and files of every type', async () => {
    const fake = createFake({ seed: 'demo', checkResponses: true });
    const people = await users(fake);
    expect(people.length).toBeGreaterThanOrEqual(12);
    expect(new Set(people.map((user) => user.email)).size).toBe(people.length);
    const all = await chats(fake);
    expect(all.length).toBeGreaterThanOrEqual(150);
    expect(new Set(all.map((chat) => chat.project_id)).size).toBe(4);
    const counts = people.map((user) => all.filter((chat) => chat.user.id === user.id).length);
    expect(counts.filter((count) => count > 100)).toHaveLength(1);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    for (const chat of all) expect(chat.updated_at > chat.created_at).toBe(true);
    for (const chat of all) expect(new Date(chat.created_at).getUTCDay() % 6).not.toBe(0);
  });

  test('has an audit log with every type whose fields are known and every type of actor', async () => {
    const fake = createFake({ seed: 'demo', checkResponses: true });
    const log = await activities(fake);
    expect(log.length).toBeGreaterThanOrEqual(300);
    const types = new Set<unknown>(log.map((activity) => activity.type));
    const { plain: _, ...withFields } = activityTypesByKind;
    for (const [kind, known] of Object.entries(withFields))
      expect([kind, known.filter((type) => !types.has(type))]).toEqual([kind, []]);
    expect([...types].filter((type) => !(activityTypes as readonly unknown[]).includes(type))).toEqual([]);
    expect(new Set(log.map((activity) => activity.actor.type)).size).toBe(6);
  });

  test('has an audit log with every activity type that the documents name', async () => {
    const fake = createFake({ seed: 'demo', checkResponses: true });
    const types = new Set<unknown>((await activities(fake)).map((activity) => activity.type));
    const documented = documentedTypes();
    expect(documented.length).toBeGreaterThan(160);
    // Written by each request to the compliance API.
    const missing = documented.filter((type) => !types.has(type) && type !== 'compliance_api_accessed');
    expect(missing).toEqual([]);
  });

  test('has a chat with more than a page of messages, some of them edited', async () => {
    const fake = createFake({ seed: 'demo', checkResponses: true });
    const all = await Promise.all(
      (await chats(fake)).map(({ id }) =>
        get<ChatWithMessages>(fake, 'compliance', `compliance/apps/chats/${id}/messages`),
      ),
    );
    const longest = all.toSorted(
      (first, second) => second.chat_messages.length - first.chat_messages.length,
    )[0];
    expect(longest?.chat_messages).toHaveLength(120);
    const path = `compliance/apps/chats/${longest?.id}/messages?limit=100`;
    const page = await get<ChatWithMessages>(fake, 'compliance', path);
    expect([page.chat_messages.length, page.has_more]).toEqual([100, true]);
    const edited = longest?.chat_messages[2]?.created_at ?? '';
    const since = await get<ChatWithMessages>(
      fake,
      'compliance',
      `${path}&updated_at.gt=${edited}&created_at.lte=${edited}`,
    );
    expect(since.chat_messages).toEqual([longest?.chat_messages[2]]);
  });

  test('has more files the more chats it has', () => {
    const filesAt = (count: number): number =>
      createFake({ seed: 'demo', demo: { chats: count } })
        .world()
        .store.of<unknown>({ name: 'chat_contents' }).size;
    expect(filesAt(1600)).toBeGreaterThan(3 * filesAt(160));
  });

  test('has invites in every status, workspaces with members, and an API key', async () => {
    for (const start of [undefined, Date.UTC(2031, 0, 15, 12)]) {
      const fake = createFake({ seed: 'demo', checkResponses: true, clock: { start } });
      const { data } = await get<{ data: Invite[] }>(fake, 'admin', 'organizations/invites?limit=1000');
      for (const status of ['pending', 'accepted', 'expired', 'deleted'])
        expect(data.filter((invite) => invite.status === status)).toHaveLength(3);
      const workspaces = await get<{ data: Workspace[] }>(
        fake,
        'admin',
        'organizations/workspaces?include_archived=true',
      );
      expect(workspaces.data).toHaveLength(4);
      expect(workspaces.data.filter((workspace) => workspace.archived_at !== null)).toHaveLength(1);
      for (const { id } of workspaces.data) {
        const members = await get<{ data: WorkspaceMember[] }>(
          fake,
          'admin',
          `organizations/workspaces/${id}/members`,
        );
        expect(members.data.length).toBeGreaterThan(3);
      }
      expect(fake.world().store.of(apiKeys).size).toBe(1);
    }
  });

  test('has a month of usage and cost before the current day, in workspaces that exist', async () => {
    const fake = createFake({ seed: 'demo', checkResponses: true });
    const from =
      'starting_at=2026-05-02T00:00:00Z&ending_at=2026-06-02T00:00:00Z&limit=31&group_by[]=workspace_id';
    const report = <T>(name: string) => get<Report<T>>(fake, 'admin', `organizations/${name}?${from}`);
    const used = (await report<UsageResult>('usage_report/messages')).data;
    const costs = (await report<CostResult>('cost_report')).data;
    expect(used.map(({ results }) => results.length)).toEqual([...Array.from({ length: 30 }, () => 4), 0]);
    expect(costs.map(({ results }) => results.length)).toEqual(used.map(({ results }) => results.length));
    const listed = await get<{ data: Workspace[] }>(fake, 'admin', 'organizations/workspaces');
    const ids = new Set([...listed.data.map(({ id }) => id), fake.world().workspaceId]);
    for (const { results } of used)
      for (const { workspace_id, output_tokens } of results) {
        expect(ids).toContain(workspace_id);
        expect(output_tokens).toBeGreaterThan(0);
      }
    // Monday, 4 May, and Sunday, 3 May.
    const [, sunday = 0, monday = 0] = costs.map(({ results }) =>
      results.reduce((sum, { amount }) => sum + Number(amount), 0),
    );
    expect(monday).toBeGreaterThan(3 * sunday);
  });

  test('is the same every time, and except for its ids in every world', async () => {
    const read = async (fake: Fake): Promise<string> =>
      JSON.stringify([await chats(fake), await activities(fake)]);
    const first = await read(createFake({ seed: 'demo' }));
    expect(await read(createFake({ seed: 'demo' }))).toBe(first);
    const other = await read(createFake({ seed: 'demo', world: 'other' }));
    expect(other).not.toBe(first);
    // Records of the same time are listed by id.
    const anonymous = (text: string): string[] =>
      (
        JSON.parse(
          text.replaceAll(/[0-9A-Za-z]{24}|[0-9a-f-]{36}|apikey_\w+|[0-9a-z]{8}-resync/g, 'ID'),
        ) as object[][]
      )
        .flat()
        .map((record) => JSON.stringify(record))
        .sort();
    expect(anonymous(other)).toEqual(anonymous(first));
  });

  test('grows to the requested size but never shrinks', async () => {
    const fake = createFake({ seed: 'demo', demo: { users: 260, chats: 700, activities: 900 } });
    expect(await users(fake)).toHaveLength(260);
    const all = await chats(fake);
    expect(all).toHaveLength(700);
    expect(new Set(all.map((chat) => chat.user.id)).size).toBe(260);
    expect(await activities(fake)).toHaveLength(900);
    const small = createFake({ seed: 'demo', demo: { users: 1, chats: 1, activities: 1 } });
    expect(await users(small)).toHaveLength(14);
    expect(await chats(small)).toHaveLength(160);
  });

  test('has a unique email for each of 12,000 members', async () => {
    const fake = createFake({ seed: 'demo', demo: { users: 12_000 } });
    const emails = new Set<string>();
    for (const { record } of fake.world().store.of<{ email: string }>({ name: 'users' }).entries())
      emails.add(record.email);
    expect(emails.size).toBe(12_000);
  });
});

test('an empty world has an organization and one admin', async () => {
  const fake = createFake({ checkResponses: true });
  expect(await users(fake)).toMatchObject([{ role: 'admin' }]);
  expect(await chats(fake)).toEqual([]);
  expect(await activities(fake)).toEqual([]);
});

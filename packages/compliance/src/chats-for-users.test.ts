import { ConfigError } from '@parlance/core-transport';
import type { Chat } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { ComplianceClient } from './compliance-client.js';
import { connect, userIdsOf } from './testing/connect.js';
import type { ChatsForUsersPage, ChatsForUsersCheckpoint } from './chats-for-users.js';

async function idsOf(chats: AsyncIterable<Chat>): Promise<string[]> {
  const found: string[] = [];
  for await (const chat of chats) found.push(chat.id);
  return found;
}

describe('chats of many users', () => {
  test('come in batches of ten users, each chat once, users named twice too', async () => {
    await using open = await connect('in process', { demo: { users: 45, chats: 400 } });
    const { compliance } = open;
    const users = await userIdsOf(compliance);
    expect(users).toHaveLength(45);
    const pages: ChatsForUsersPage[] = [];
    for await (const page of compliance.chats.listForUsers([...users, ...users]).pages()) pages.push(page);
    expect(pages.map((page) => [page.batch, page.userIds.length])).toEqual([
      [0, 10],
      [1, 10],
      [2, 10],
      [3, 10],
      [4, 5],
    ]);
    expect(pages.at(-1)?.checkpoint).toBeNull();
    const ids = pages.flatMap((page) => page.data.map((chat) => chat.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(400);
    expect(await idsOf(compliance.chats.listForUsers(users, { limit: 7 }, { concurrency: 1 }))).toEqual(ids);
    const listed = open.fake.journal().filter((entry) => entry.operation === 'chats.list');
    expect(listed.every((entry) => entry.status === 200)).toBe(true);
  });

  test('take users as they are enumerated, and filters', async () => {
    await using open = await connect();
    const { compliance } = open;
    const uuid = (await compliance.organizations.list()).data[0]?.uuid ?? '';
    async function* enumerated(): AsyncGenerator<string> {
      for await (const user of compliance.organizations.listUsers(uuid, { limit: 4 })) yield user.id;
    }
    const whole: Chat[] = [];
    for await (const chat of compliance.chats.listForUsers(enumerated())) whole.push(chat);
    const moment = whole[50]?.created_at ?? '';
    const late = compliance.chats.listForUsers(enumerated(), { created_at: { gt: moment } });
    expect(await idsOf(late)).toEqual(
      whole.filter((chat) => chat.created_at > moment).map((chat) => chat.id),
    );
  });

  test.each([1, 2, 4, 32])(
    'go on resumeFrom every checkpoint, with %i requests at once',
    async (concurrency) => {
      await using open = await connect('in process', { demo: { users: 34 } });
      const { compliance } = open;
      const users = await userIdsOf(compliance);
      const walk = (resumeFrom?: ChatsForUsersCheckpoint) =>
        compliance.chats.listForUsers(users, { limit: 15 }, { concurrency, resumeFrom });
      const whole = await idsOf(walk());
      const before: string[] = [];
      for await (const page of walk().pages()) {
        before.push(...page.data.map((chat) => chat.id));
        if (page.checkpoint === null) break;
        const saved = JSON.parse(JSON.stringify(page.checkpoint)) as ChatsForUsersCheckpoint;
        expect([...before, ...(await idsOf(walk(saved)))]).toEqual(whole);
      }
      expect(before).toEqual(whole);
    },
  );

  test('hold no more requests at once than asked for', async () => {
    let now = 0;
    let most = 0;
    await using open = await connect('over a socket', {
      demo: { users: 200 },
      client: {
        middleware: [
          (next) => async (request) => {
            now += 1;
            most = Math.max(most, now);
            try {
              return await next(request);
            } finally {
              now -= 1;
            }
          },
        ],
      },
    });
    const users = await userIdsOf(open.compliance);
    expect(await idsOf(open.compliance.chats.listForUsers(users, {}, { concurrency: 3 }))).toHaveLength(160);
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });

  test('end with the error of a batch, and leave no other unheard', async () => {
    await using open = await connect();
    const { compliance, fake } = open;
    const users = await userIdsOf(compliance);
    const bad = new ComplianceClient({
      baseUrl: fake.url,
      complianceKey: fake.keys.api,
      http: fake.http(),
    });
    await expect(idsOf(bad.chats.listForUsers(users))).rejects.toMatchObject({ status: 403 });
  });

  test('refuse a checkpoint of other users and wrong options', async () => {
    await using open = await connect();
    const { chats } = open.compliance;
    const resumeFrom = { batch: 0, firstUserId: 'user_1', page: null };
    await expect(idsOf(chats.listForUsers(['user_2'], {}, { resumeFrom }))).rejects.toBeInstanceOf(
      ConfigError,
    );
    const beyond = { batch: 3, firstUserId: 'user_1', page: null };
    await expect(idsOf(chats.listForUsers(['user_1'], {}, { resumeFrom: beyond }))).rejects.toBeInstanceOf(
      ConfigError,
    );
    for (const concurrency of [0, 33, 1.5])
      expect(() => chats.listForUsers(['user_1'], {}, { concurrency })).toThrow(ConfigError);
    expect(() => chats.listForUsers([], {}, { resumeFrom: 'x' as never })).toThrow(ConfigError);
    expect(await idsOf(chats.listForUsers([]))).toEqual([]);
  });
});

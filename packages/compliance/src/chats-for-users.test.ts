import { ConfigError, ParlanceError } from '@parlance/core-transport';
import type { Chat } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { ComplianceClient } from './compliance-client.js';
import { partitionUsers } from './partition-users.js';
import { connect, userIdsOf } from './testing/connect.js';
import type { ChatsForUsersPage, ChatsForUsersCheckpoint } from './chats-for-users.js';

async function idsOf(chats: AsyncIterable<Chat>): Promise<string[]> {
  const found: string[] = [];
  for await (const chat of chats) found.push(chat.id);
  return found;
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('chats of many users', () => {
  test('are listed in sorted partitions of ten users, each chat once', async () => {
    await using open = await connect('in process', { demo: { users: 45, chats: 400 } });
    const { compliance } = open;
    const users = await userIdsOf(compliance);
    expect(users).toHaveLength(45);
    const pages: ChatsForUsersPage[] = [];
    for await (const page of compliance.chats.listForUsers([...users, ...users]).pages()) pages.push(page);
    expect(pages.map((page) => page.partition)).toEqual([0, 1, 2, 3, 4]);
    expect(pages.map((page) => page.userIds)).toEqual(partitionUsers(users));
    expect(pages.at(-1)?.checkpoint.done).toBe(true);
    const ids = pages.flatMap((page) => page.data.map((chat) => chat.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(400);
    const reversed = users.toReversed();
    expect(await idsOf(compliance.chats.listForUsers(reversed, { limit: 7 }, { concurrency: 1 }))).toEqual(
      ids,
    );
    const listed = open.fake.journal().filter((entry) => entry.operation === 'chats.list');
    expect(listed.every((entry) => entry.status === 200)).toBe(true);
  });

  test('have pages with the request id, status and headers of their responses', async () => {
    await using open = await connect();
    const { compliance } = open;
    for await (const page of compliance.chats.listForUsers(await userIdsOf(compliance)).pages())
      expect(page).toMatchObject({
        status: 200,
        requestId: expect.stringMatching(/^req_/),
        headers: { 'content-type': expect.stringMatching(/json/) },
      });
  });

  test('accept async iterables of users, and filters', async () => {
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

  test.each([1, 2, 4, 32])('resume from every checkpoint with a concurrency of %i', async (concurrency) => {
    await using open = await connect('in process', { demo: { users: 34 } });
    const { compliance } = open;
    const users = await userIdsOf(compliance);
    const walk = (resumeFrom?: ChatsForUsersCheckpoint, limit = 15) =>
      compliance.chats.listForUsers(users.toReversed(), { limit }, { concurrency, resumeFrom });
    const whole = await idsOf(walk());
    const before: string[] = [];
    for await (const page of walk().pages()) {
      before.push(...page.data.map((chat) => chat.id));
      const saved = throughJson(page.checkpoint);
      expect([...before, ...(await idsOf(walk(saved, 40)))]).toEqual(whole);
    }
    expect(before).toEqual(whole);
  });

  test('have checkpoints of constant size', async () => {
    await using open = await connect('in process', { demo: { users: 1000, chats: 5000 } });
    const { compliance } = open;
    const users = await userIdsOf(compliance);
    const sizes: number[] = [];
    for await (const { checkpoint } of compliance.chats.listForUsers(users, { limit: 20 }).pages())
      sizes.push(JSON.stringify(checkpoint).length);
    expect(sizes.length).toBeGreaterThan(100);
    expect(Math.max(...sizes)).toBeLessThan(500);
  });

  test('are all listed when somebody leaves the organization during the export', async () => {
    await using open = await connect('in process', { demo: { users: 34 } });
    const { compliance, fake } = open;
    const users = await userIdsOf(compliance);
    const whole = await idsOf(compliance.chats.listForUsers(users));
    const seen: string[] = [];
    let saved: ChatsForUsersCheckpoint | null = null;
    for await (const page of compliance.chats.listForUsers(users).pages()) {
      seen.push(...page.data.map((chat) => chat.id));
      saved = throughJson(page.checkpoint);
      break;
    }
    const directory = fake.world().store.of<object>({ name: 'users' });
    const leaver = users.toSorted()[2] ?? '';
    expect(directory.delete(leaver)).toBe(true);
    const remaining = await userIdsOf(compliance);
    expect(remaining).toHaveLength(33);
    // The directory has changed since the export was started.
    const resumed = compliance.chats.listForUsers(remaining, {}, { resumeFrom: saved });
    await expect(idsOf(resumed)).rejects.toMatchObject({
      name: 'ConfigError',
      option: 'resumeFrom',
      message: expect.stringContaining('34 users, but 33 users were passed'),
    });
    seen.push(...(await idsOf(compliance.chats.listForUsers(users, {}, { resumeFrom: saved }))));
    expect(seen).toEqual(whole);
  });

  test('send no more concurrent requests than allowed', async () => {
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

  test('throw the error of a request and leave no rejection unhandled', async () => {
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

  test.each([0, 1, 4])('resume from the checkpoint of an error after %i requests', async (after) => {
    await using open = await connect('in process', { demo: { users: 34 } });
    const { compliance, fake } = open;
    const users = await userIdsOf(compliance);
    const whole = await idsOf(compliance.chats.listForUsers(users, { limit: 15 }));
    fake.setFaults([{ match: { operation: 'chats.list' }, after, times: 1, status: 500 }]);
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      const pages = compliance.chats.listForUsers(users, { limit: 15 }, { concurrency: 1 }).pages();
      for await (const page of pages) seen.push(...page.data.map((chat) => chat.id));
    };
    const error: unknown = await read().catch((reason: unknown) => reason);
    if (!ParlanceError.is(error)) throw error;
    expect(error).toMatchObject({ name: 'ServerError', checkpoint: { operation: 'chats.listForUsers' } });
    const resumeFrom = throughJson(error.checkpoint);
    seen.push(...(await idsOf(compliance.chats.listForUsers(users, {}, { resumeFrom }))));
    expect(seen).toEqual(whole);
  });

  test('reject checkpoints of other lists, other filters and other users', async () => {
    await using open = await connect();
    const { chats } = open.compliance;
    const users = await userIdsOf(open.compliance);
    const { checkpoint: ofList } = await chats.list({ user_ids: users.slice(0, 10), limit: 1 });
    const { value } = await chats.listForUsers(users, { limit: 1 }).pages().next();
    const resumeFrom = value?.checkpoint ?? null;
    const others = users.with(0, 'user_other');
    expect(() => chats.listForUsers(users, {}, { resumeFrom: ofList })).toThrow(
      'resumeFrom must be a checkpoint of chats.listForUsers',
    );
    expect(() => chats.listForUsers(users, { project_ids: ['assistant_proj_1'] }, { resumeFrom })).toThrow(
      'resumeFrom must be a checkpoint of chats.listForUsers with the same filters',
    );
    await expect(idsOf(chats.listForUsers(others, {}, { resumeFrom }))).rejects.toThrow(
      `resumeFrom is a checkpoint of ${users.length} other users`,
    );
  });

  test.each([
    [{}, { concurrency: 0 }, 'concurrency'],
    [{}, { concurrency: 33 }, 'concurrency'],
    [{}, { concurrency: 1.5 }, 'concurrency'],
    [{}, { concurency: 2 }, 'concurency'],
    [{}, { resumeFrom: 'x' }, 'resumeFrom'],
    [{ user_ids: ['user_2'] }, {}, 'user_ids'],
    [{ after_id: 'page_x' }, {}, 'after_id'],
  ])('reject the params %j and options %j and name %s', async (params, options, option) => {
    await using open = await connect();
    const list = () => open.compliance.chats.listForUsers(['user_1'], params as object, options as never);
    expect(list).toThrow(ConfigError);
    expect(list).toThrow(option);
    expect(await idsOf(open.compliance.chats.listForUsers([]))).toEqual([]);
  });
});

describe('partitionUsers', () => {
  test('sorts, deduplicates and divides users', () => {
    const users = Array.from({ length: 23 }, (_, index) => `user_${String(index).padStart(2, '0')}`);
    const partitions = partitionUsers(new Set([...users.toReversed(), 'user_05']));
    expect(partitions).toEqual([users.slice(0, 10), users.slice(10, 20), users.slice(20)]);
    expect(Object.isFrozen(partitions) && partitions.every(Object.isFrozen)).toBe(true);
    expect(partitionUsers(users, { size: 8 }).map(({ length }) => length)).toEqual([8, 8, 7]);
    expect(partitionUsers([])).toEqual([]);
  });

  test('creates partitions that can be walked independently', async () => {
    await using open = await connect();
    const { chats } = open.compliance;
    const users = await userIdsOf(open.compliance);
    const found: string[] = [];
    for (const user_ids of partitionUsers(users)) found.push(...(await idsOf(chats.list({ user_ids }))));
    expect(found).toEqual(await idsOf(chats.listForUsers(users)));
  });

  test.each([
    [['user_1'], { size: 0 }, 'size'],
    [['user_1'], { size: 11 }, 'size'],
    [['user_1'], { sise: 5 }, 'sise'],
    [['user_1', ''], {}, 'users'],
    [[7], {}, 'users'],
    ['user_1', {}, 'users'],
    [undefined, {}, 'users'],
    [['user_1'], null, 'options'],
  ])('rejects the users %j with the options %j and names %s', (users, options, option) => {
    const divide = () => partitionUsers(users as string[], options as never);
    expect(divide).toThrow(ConfigError);
    expect(divide).toThrow(option);
  });
});

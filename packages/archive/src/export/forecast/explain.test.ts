import { expect, test } from 'vitest';
import { activities, chats, directory, files, messages } from '../../index.js';
import { exportWorld, START } from '../../testing/export-world.js';

const EVERYTHING = [directory(), activities(), chats(), messages(), files()];

/** 1,000 users, each with 10 chats of 20 messages, for 100 days. */
const ORGANIZATION = {
  users: 1_000,
  chatsPerUser: 10,
  messagesPerChat: 20,
  filesPerChat: 0.5,
  changedChatsPerUserAndDay: 1,
  activitiesPerUserAndDay: 10,
  historyDays: 100,
  requestsPerMinute: 100,
};

test('explain counts the requests of the first run by what they read, and how long they take', async () => {
  const world = exportWorld();
  const activityOptions = { window: '1h', history: '1d', recheck: ['1d'] } as const;
  const job = world.define({
    sources: [directory(), activities(), chats(), messages()],
    activities: activityOptions,
  });
  const { first, daily, assumptions } = await job.explain(ORGANIZATION);
  expect(assumptions).toEqual({ ...ORGANIZATION, reserve: 0.1 });
  expect(first).toMatchObject({
    // One for organizations, one for users.
    directory: 2,
    // A window for each of 100 days, 24 of the last day, and a further page for each 2,000 activities.
    activities: 100 + 24 + 500,
    // A list for each ten users, and a further page for each 200 chats.
    chats: 100 + 50,
    messages: 10_000,
    files: 0,
    total: 10_776,
  });
  expect(first.days).toBeCloseTo(10_776 / (100 * 1_440 * 0.9), 10);
  // 1,000,000 activities of 700 bytes, 200,000 messages of 900, 10,000 chats of 600, 1,000 users of 300.
  expect(first.bytes).toBe(700_000_000 + 180_000_000 + 6_000_000 + 300_000);
  // 24 windows and their rechecks, with 10,000 activities each time; everybody once, and a seventh for the weekly sweep.
  expect(daily).toMatchObject({ activities: 48 + 10, chats: Math.ceil(100 + 100 / 7 + 5), messages: 1_000 });
  expect(daily.shareOfLimit).toBeCloseTo(daily.total / 144_000, 10);
});

test('explain predicts what a run needs: its total is the number of activities that the run causes', async () => {
  const world = exportWorld({ demo: { users: 25, chats: 300, activities: 500 } });
  const options = {
    sources: [directory(), activities(), chats(), messages()],
    activities: { window: '1d', history: '1d', from: new Date(START - 10 * 86_400_000).toISOString() },
  } as const;
  const client = world.client();
  const { first } = await world.define(options).explain({
    compliance: client,
    chatsPerUser: 12,
    activitiesPerUserAndDay: 2,
    historyDays: 10,
    requestsPerMinute: 600,
  });
  const before = world.fake.journal().length;
  await world.run(options, client);
  const sent = world.fake.journal().length - before;
  expect(first.total / sent).toBeGreaterThan(0.8);
  expect(first.total / sent).toBeLessThan(1.25);
});

test('explain sends no request without a client', async () => {
  const world = exportWorld();
  const before = world.fake.journal().length;
  await world.define({ sources: EVERYTHING }).explain(ORGANIZATION);
  expect(world.fake.journal().length).toBe(before);
});

test('explain learns the limit from the service, and uses 300 requests per minute if there is none', async () => {
  const world = exportWorld();
  const job = world.define({ sources: [activities()] });
  const unlimited = await job.explain({ compliance: world.client() });
  expect(unlimited.assumptions.requestsPerMinute).toBe(300);
  expect(unlimited.assumptions.users).toBeGreaterThan(0);
  world.fake.setRateLimits({ compliance: { requests: 240 } });
  const limited = await job.explain({ compliance: world.client() });
  expect(limited.assumptions.requestsPerMinute).toBe(240);
});

test('a schedule that exceeds the limit is rejected, by explain and by a run', async () => {
  const world = exportWorld();
  const options = {
    sources: [activities()],
    activities: { window: '1m', history: '30d', recheck: ['15m', '1d', '7d'] },
  } as const;
  const job = world.define(options);
  // 1,440 windows, each read four times.
  const known = { users: 1, activitiesPerUserAndDay: 0 };
  await expect(job.explain({ ...known, requestsPerMinute: 4 })).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
  await expect(job.explain({ ...known, requestsPerMinute: 5 })).resolves.toHaveProperty('daily');
  world.fake.setRateLimits({ compliance: { requests: 3 } });
  await expect(world.run(options)).rejects.toThrow(
    /the schedule needs 5,760 requests per day, but the rate limit allows 4,320\. Increase activities\.window/,
  );
  expect(world.sink.records('activity')).toEqual([]);
});

test.each([
  [{}, 'users must be a number, unless compliance is passed to count them'],
  [{ users: -1 }, 'users must be a number from 0'],
  [{ users: Number.NaN }, 'users must be a number from 0'],
  [{ users: 1, reserve: 1 }, 'reserve below 1'],
  [{ users: 1, requestsPerMinute: 0 }, 'requestsPerMinute must be above 0'],
])('explain rejects %o', async (options, message) => {
  await expect(exportWorld().define({ sources: EVERYTHING }).explain(options)).rejects.toThrow(message);
});

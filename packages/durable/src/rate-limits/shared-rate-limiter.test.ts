import type { CallPriority, Permit, RateLimiter, RateLimitResult } from '@parlance/core-transport';
import { ComplianceClient } from '@parlance/compliance';
import { ConfigError } from '@parlance/schemas/kit';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { sharedRateLimiter } from '../index.js';
import { coreSchema } from '../database/core-schema.js';
import { StoreError } from '../database/store-error.js';
import type { Store } from '../store/store.js';
import type { LimitState } from './grant-permits.js';
import { testDatabase, testStore } from '../testing/test-store.js';

const never = new AbortController().signal;

function acquire(limiter: RateLimiter, priority: CallPriority = 'normal', signal = never): Promise<Permit> {
  return Promise.resolve(
    limiter.acquire({
      operation: 'chats.list',
      limit: 'compliance',
      priority,
      estimatedInputTokens: 0,
      maxOutputTokens: 0,
      attempt: 1,
      waitedMs: 0,
      signal,
    }),
  );
}

const ok: RateLimitResult = {
  status: 200,
  rateLimits: {},
  retryAfterMs: null,
  inputTokens: null,
  outputTokens: null,
};

/** Returns the stored state of the limit. */
async function stateOf(store: Store): Promise<LimitState> {
  const row = await store
    .tables(coreSchema)
    .selectFrom('parlance_rate_limits')
    .select('state')
    .where('scope', '=', 'org')
    .executeTakeFirstOrThrow();
  return JSON.parse(row.state) as LimitState;
}

/** Waits for several 429s: until the pause of the first has been recorded. */
async function pause(store: Store, permit: Permit, retryAfterMs: number): Promise<void> {
  await permit.release({ ...ok, status: 429, retryAfterMs });
  expect((await stateOf(store)).pace.heldUntil).toBeGreaterThan(await store.now());
}

test('processes learn the limit from each other, and one row has all their permits', async () => {
  const database = testDatabase();
  const [first, second] = [await database.open(), await database.open()];
  const limiters = [first, second].map((store) => sharedRateLimiter({ store, scope: 'org' }));
  const [one, two] = limiters as [RateLimiter, RateLimiter];
  const permit = await acquire(one);
  const reported = { limit: 60_000, remaining: 59_999, reset: null, resetAfterMs: null };
  await permit.responded?.({ ...ok, rateLimits: { requests: reported } });
  expect(await stateOf(second)).toMatchObject({ requestsPerMinute: 60_000 });
  const before = (await stateOf(second)).pace.nextAt;

  await Promise.all(Array.from({ length: 200 }, (_, index) => acquire(index % 2 === 0 ? one : two)));

  // 200 permits of one millisecond each, at 98 %.
  expect((await stateOf(second)).pace.nextAt - before).toBeGreaterThan(200);
});

test('a 429 pauses every process, and requests can stop waiting', async () => {
  const database = testDatabase();
  const [first, second] = [await database.open(), await database.open()];
  const one = sharedRateLimiter({ store: first, scope: 'org' });
  const two = sharedRateLimiter({ store: second, scope: 'org' });
  await pause(first, await acquire(one), 3_600_000);

  const controller = new AbortController();
  const waiting = acquire(two, 'interactive', controller.signal);
  expect(two.waiting?.()).toEqual([{ limit: 'org', requests: 1 }]);
  controller.abort(new Error('enough'));

  await expect(waiting).rejects.toThrow('enough');
  expect(two.waiting?.()).toEqual([]);
  await expect(acquire(two, 'bulk', AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
});

test('a request in a transaction of the store is rejected, and those outside are not affected', async () => {
  const store = await testStore();
  const limiter = sharedRateLimiter({ store, scope: 'org' });
  const outside = acquire(limiter);
  await store.transaction(async () => {
    const others = Array.from({ length: 3 }, () => acquire(limiter));
    for (const other of others) await expect(other).rejects.toMatchObject({ code: 'store_in_transaction' });
  });
  await (await outside).release(ok);
  await (await acquire(limiter)).release(ok);
});

test('a pause that is longer than a timer can be does not end at once', async () => {
  const store = await testStore();
  const limiter = sharedRateLimiter({ store, scope: 'org' });
  await pause(store, await acquire(limiter), 30 * 86_400_000);
  const { savedAt: before } = await stateOf(store);
  // The next save is within another millisecond.
  await expect.poll(() => store.now()).toBeGreaterThan(before);
  const controller = new AbortController();
  const waiting = acquire(limiter, 'normal', controller.signal);
  await expect.poll(async () => (await stateOf(store)).savedAt).toBeGreaterThan(before);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('a process corrects a limit that another one has set since', async () => {
  const database = testDatabase();
  const [first, second] = [await database.open(), await database.open()];
  const one = sharedRateLimiter({ store: first, scope: 'org', requestsPerMinute: 6_000 });
  const two = sharedRateLimiter({ store: second, scope: 'org', requestsPerMinute: 6_000 });
  const report = async (limiter: RateLimiter, limit: number) => {
    const requests = { limit, remaining: 1, reset: null, resetAfterMs: null };
    await (await acquire(limiter)).release({ ...ok, rateLimits: { requests } });
  };
  await report(one, 6_000);
  await report(two, 3_000);
  await report(one, 6_000);
  expect(await stateOf(first)).toMatchObject({ requestsPerMinute: 6_000 });
});

test('requests are sent by class after a pause', async () => {
  const store = await testStore();
  const limiter = sharedRateLimiter({ store, scope: 'org', requestsPerMinute: 60_000 });
  const first = await acquire(limiter);
  await first.responded?.({
    ...ok,
    rateLimits: { requests: { limit: 60_000, remaining: 1, reset: null, resetAfterMs: null } },
  });
  await pause(store, await acquire(limiter), 200);
  const order: string[] = [];
  await Promise.all(
    (['bulk', 'normal', 'interactive', 'bulk', 'normal'] as const).map(async (priority) => {
      await acquire(limiter, priority);
      order.push(priority);
    }),
  );
  expect(order).toEqual(['interactive', 'normal', 'normal', 'bulk', 'bulk']);
});

test('a client passes its requests through the limiter', async () => {
  const store = await testStore();
  const fake = createFake({ seed: 'demo' });
  const compliance = new ComplianceClient({
    baseUrl: fake.url,
    complianceKey: fake.keys.compliance,
    http: fake.http(),
    rateLimiter: sharedRateLimiter({ store, scope: 'org', requestsPerMinute: 60_000 }),
    priority: 'bulk',
  });
  const organizations = await compliance.organizations.list();
  expect(organizations.data.length).toBeGreaterThan(0);
  expect((await stateOf(store)).pace.nextAt).toBeGreaterThan(0);
});

test('requests wait while the store is unavailable, and are sent once it is back', async () => {
  const store = await testStore();
  const limiter = sharedRateLimiter({ store, scope: 'org' });
  const { transaction } = store;
  let failures = 0;
  store.transaction = (...parameters) => {
    failures += 1;
    if (failures === 1) throw new StoreError('store_unavailable', 'database', 'went away.');
    return transaction.apply(store, parameters) as never;
  };
  const waiting = [acquire(limiter), acquire(limiter, 'bulk')];
  const controller = new AbortController();
  const impatient = acquire(limiter, 'normal', controller.signal);
  await expect.poll(() => failures).toBe(1);
  controller.abort(new Error('enough'));
  await expect(impatient).rejects.toThrow('enough');
  for (const permit of await Promise.all(waiting)) await permit.release(ok);
  expect(failures).toBeGreaterThan(1);
});

test('requests fail when the store is closed', async () => {
  const store = await testDatabase().open();
  const limiter = sharedRateLimiter({ store, scope: 'org' });
  await store.close();
  await expect(acquire(limiter)).rejects.toMatchObject({ code: 'store_unavailable' });
});

test('rejects options that are out of range', async () => {
  const store = await testStore();
  expect(() => sharedRateLimiter({ store, scope: '' })).toThrow(ConfigError);
  expect(() => sharedRateLimiter({ store, scope: 'a', reserve: 1 })).toThrow('reserve');
  expect(() => sharedRateLimiter({ store, scope: 'a', requestsPerMinute: 0 })).toThrow('requestsPerMinute');
});

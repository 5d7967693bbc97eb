import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '@parlance/schemas/kit';
import { LeaseLostError } from '../index.js';
import { StoredLedger } from '../ledger/stored-ledger.js';
import { HeldLease } from './held-lease.js';
import { coreSchema } from '../database/core-schema.js';
import { TestClock, testDatabase, testStore } from '../testing/test-store.js';

test('one process holds a lease, and others see who it is', async () => {
  const database = testDatabase();
  const [first, second] = [await database.open(), await database.open()];

  const lease = await first.leases.acquire('export', { owner: 'first' });

  expect(await second.leases.acquire('export')).toBeNull();
  expect(await second.leases.holder('export')).toMatchObject({ owner: 'first', token: lease!.token });
  await lease!.release();
  expect(await second.leases.holder('export')).toBeNull();
  const next = await second.leases.acquire('export');
  expect(next!.token).toBeGreaterThan(lease!.token);
});

test('of many that acquire a lease at the same time, one gets it', async () => {
  const database = testDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
  const leases = await Promise.all(
    Array.from({ length: 20 }, (_, index) => stores[index % 4]!.leases.acquire('export')),
  );
  expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
});

test('a lease expires by the clock of the database unless it is renewed', async () => {
  const clock = new TestClock();
  const database = testDatabase();
  const [first, second] = [await database.open(clock), await database.open(clock)];
  const lease = await first.leases.acquire('export', { durationMs: 10_000 });

  clock.ms += 9_999;
  await lease!.renew();
  clock.ms += 9_999;
  expect(await second.leases.acquire('export')).toBeNull();
  clock.ms += 1;
  const next = await second.leases.acquire('export');

  expect(next!.token).toBe(lease!.token + 1);
  await expect(lease!.renew()).rejects.toThrow(LeaseLostError);
  expect(lease!.signal.reason).toBeInstanceOf(LeaseLostError);
  expect(next!.signal.aborted).toBe(false);
});

test('a lease is held while the clock is set back, and expires in time after its next renewal', async () => {
  const clock = new TestClock();
  const database = testDatabase();
  const [first, second] = [await database.open(clock), await database.open(clock)];
  const lease = await first.leases.acquire('export', { durationMs: 10_000 });

  clock.ms -= 3_600_000;
  expect(await second.leases.acquire('export')).toBeNull();
  await lease!.renew();
  clock.ms += 9_999;
  expect(await second.leases.acquire('export')).toBeNull();
  clock.ms += 1;
  expect((await second.leases.acquire('export'))!.token).toBe(lease!.token + 1);
});

test('a process that lost its lease cannot commit', async () => {
  const clock = new TestClock();
  const database = testDatabase();
  const [first, second] = [await database.open(clock), await database.open(clock)];
  const lease = await first.leases.acquire('export', { durationMs: 10_000 });
  await first.transaction(({ checkpoints }) => checkpoints.save('at', 1), { lease: lease! });

  clock.ms += 60_000;
  const next = await second.leases.acquire('export');
  const late = first.transaction(({ checkpoints }) => checkpoints.save('at', 2), { lease: lease! });

  await expect(late).rejects.toThrow(LeaseLostError);
  expect(await second.checkpoints.load('at')).toBe(1);
  await second.transaction(({ checkpoints }) => checkpoints.save('at', 3), { lease: next! });
  expect(await first.checkpoints.load('at')).toBe(3);
});

test('a released lease cannot be used, and releasing it again does nothing', async () => {
  const store = await testStore();
  const lease = await store.leases.acquire('export');
  await lease!.release();
  const next = await store.leases.acquire('export');
  await lease!.release();

  await expect(store.transaction(() => Promise.resolve(), { lease: lease! })).rejects.toThrow('token 1');
  await expect(lease!.renew()).rejects.toThrow('was released');
  await next!.renew();
});

test('a process that lost its lease does not release that of the next', async () => {
  const clock = new TestClock();
  const database = testDatabase();
  const [first, second] = [await database.open(clock), await database.open(clock)];
  const lost = await first.leases.acquire('export', { durationMs: 10_000 });
  clock.ms += 60_000;
  const next = await second.leases.acquire('export');

  await lost!.release();

  expect(await first.leases.holder('export')).toMatchObject({ token: next!.token });
  expect(await first.leases.acquire('export')).toBeNull();
  await next!.renew();
});

test('nobody can take over a lease while a transaction that requires it is open', async () => {
  const clock = new TestClock();
  const database = testDatabase();
  const [first, second] = [await database.open(clock), await database.open(clock)];
  const lease = await first.leases.acquire('export', { durationMs: 10_000 });
  clock.ms += 60_000;
  let taken: Promise<unknown> | undefined;

  await first.transaction(
    async ({ checkpoints }) => {
      taken = second.leases.acquire('export');
      await checkpoints.save('at', 1);
    },
    { lease: lease! },
  );

  expect(await taken).toBeNull();
});

test('the lease of a process of this machine that was killed is free at once', async () => {
  const database = testDatabase();
  const store = await database.open();
  const lease = await store.leases.acquire('export', { durationMs: 3_600_000 });
  // A process that has ended.
  const { pid } = spawnSync(process.execPath, ['--version']);
  const tables = store.tables(coreSchema);
  const { process: identity } = await tables
    .selectFrom('parlance_ledger')
    .select('process')
    .executeTakeFirstOrThrow();
  await tables
    .updateTable('parlance_ledger')
    .set({ process: JSON.stringify({ ...(JSON.parse(identity ?? '') as object), pid }) })
    .execute();

  const next = await (await database.open()).leases.acquire('export');

  expect(next!.token).toBe(lease!.token + 1);
  await expect(lease!.renew()).rejects.toThrow(LeaseLostError);
});

test('a lease whose renewal hangs ends in time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let renewals = 0;
  const renew = () => ((renewals += 1) === 1 ? Promise.resolve() : new Promise<never>(() => {}));
  const facts = { name: 'export', owner: 'worker', token: 1, durationMs: 15_000 };
  const lease = new HeldLease(facts, { renew, release: () => Promise.resolve() });

  await vi.advanceTimersByTimeAsync(5_000);
  await vi.advanceTimersByTimeAsync(14_999);
  expect([renewals, lease.signal.aborted]).toEqual([2, false]);
  await vi.advanceTimersByTimeAsync(1);

  expect(lease.signal.reason).toBeInstanceOf(LeaseLostError);
  await expect(lease.renew()).rejects.toThrow(LeaseLostError);
});

test('a transaction extends the lease that it requires, also while a renewal hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await testStore();
  vi.spyOn(StoredLedger.prototype, 'renew').mockReturnValueOnce(new Promise(() => {}));
  const lease = await store.leases.acquire('export', { durationMs: 15_000 });
  await vi.advanceTimersByTimeAsync(10_000);

  await store.transaction(({ checkpoints }) => checkpoints.save('at', 1), { lease: lease! });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(lease!.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(lease!.signal.reason).toBeInstanceOf(LeaseLostError);
});

test('closing a store releases its leases', async () => {
  const database = testDatabase();
  const [first, second] = [await database.open(), await database.open()];
  const lease = await first.leases.acquire('export');
  await first.close();
  expect(lease!.signal.aborted).toBe(true);
  expect(await second.leases.acquire('export')).not.toBeNull();
});

test.each([0, 999, 1_000.5, 2 ** 31, Number.NaN, Infinity])(
  'rejects a duration of %s',
  async (durationMs) => {
    const store = await testStore();
    await expect(store.leases.acquire('export', { durationMs })).rejects.toThrow(ConfigError);
  },
);

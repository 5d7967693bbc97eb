/** A run whose lease ends while a deletion is in flight, as in an outage of the store that is longer than the lease. */
import type { Middleware } from '@parlance/core-transport';
import { LeaseLostError, type Lease } from '@parlance/durable';
import { expect, test, vi } from 'vitest';
import { applyRetention } from '../index.js';
import { applying, deletions, entriesOf } from '../testing/apply-plan.js';
import { retentionWorld } from '../testing/retention-world.js';

/** A world whose runs lose their lease before the fourth deletion is sent. `lost` is called once the lease is free. */
async function losingWorld(lost: (acquire: (name: string) => Promise<Lease | null>) => unknown) {
  let sent = 0;
  const losing: Middleware = (next) => async (request) => {
    if (request.method === 'DELETE' && (sent += 1) === 4) {
      await held.at(-1)?.release();
      await lost(acquire);
    }
    return next(request);
  };
  const world = await retentionWorld({ limit: 12, client: { middleware: [losing] } });
  const { leases } = world.store;
  const acquire = leases.acquire.bind(leases);
  const held: (Lease | null)[] = [];
  vi.spyOn(leases, 'acquire').mockImplementation(async (...args) => {
    held.push(await acquire(...args));
    return held.at(-1) ?? null;
  });
  return { world, held };
}

test('continues if nobody else has acquired the lease', async () => {
  const { world, held } = await losingWorld(() => undefined);
  const plan = await world.plan();
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 12,
    was_gone: 0,
    unknown: 0,
    changed: 0,
  });
  expect(held).toHaveLength(2);
  expect(deletions(world)).toBe(12);
  expect((await entriesOf(world)).filter(({ type }) => type === 'outcome')).toHaveLength(12);
});

test('waits for its own lease if the store does not know yet that it has ended', async () => {
  let kept: Lease | null = null;
  const { world, held } = await losingWorld(async (acquire) => {
    kept = await acquire('archive/retention');
  });
  const plan = await world.plan();
  vi.spyOn(world.store.leases, 'holder').mockImplementation(async () => {
    await kept?.release();
    return { owner: 'this process', token: held[0]!.token, expiresInMs: 1 };
  });
  expect(await applyRetention(plan, applying(world, plan))).toMatchObject({ deleted: 12 });
  expect(held.filter((lease) => lease !== null)).toHaveLength(2);
});

test('stops if another process has acquired it', async () => {
  const { world } = await losingWorld((acquire) => acquire('archive/retention'));
  const plan = await world.plan();
  await expect(applyRetention(plan, applying(world, plan))).rejects.toThrow(LeaseLostError);
  expect(deletions(world)).toBe(3);
});

test.each([1, 60_000])('can be stopped while it waits %s ms for its lease', async (expiresInMs) => {
  const controller = new AbortController();
  const { world, held } = await losingWorld((acquire) => acquire('archive/retention'));
  vi.spyOn(world.store.leases, 'holder').mockImplementation(async () => {
    setImmediate(() => controller.abort());
    return { owner: 'this process', token: held[0]!.token, expiresInMs };
  });
  const plan = await world.plan();
  const stopped = applyRetention(plan, applying(world, plan, { signal: controller.signal }));
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
});

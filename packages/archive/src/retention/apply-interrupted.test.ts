import type { Middleware } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { applyRetention, retentionReport } from '../index.js';
import { applying, deletions, entriesOf, why } from '../testing/apply-plan.js';
import { retentionWorld } from '../testing/retention-world.js';

test('stops at a deletion that the service refuses, and can be resumed', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  world.fake.setFaults([{ match: { operation: 'chats.delete' }, after: 5, times: 1, status: 403 }]);
  await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
    code: 'deletion_failed',
  });
  expect((await entriesOf(world)).slice(-2)).toMatchObject([
    { type: 'refused', code: 'permission_error' },
    { type: 'stopped', code: 'deletion_failed' },
  ]);
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 12,
    was_gone: 0,
    unknown: 0,
    changed: 0,
  });
  expect(await retentionReport({ store: world.store })).toMatchObject({
    plans: [{ refused: 1, open: [], deleted: 12 }],
  });
});

test('a lost response has an unknown outcome, and the chat is checked', async () => {
  const world = await retentionWorld({ limit: 6 });
  const plan = await world.plan();
  world.fake.setFaults([{ match: { operation: 'chats.delete' }, times: 1, stream: { cut_after_bytes: 5 } }]);
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 5,
    was_gone: 0,
    unknown: 1,
    changed: 0,
  });
});

test('a lost deletion that did not take effect stops the run, and is repeated when it is resumed', async () => {
  const world = await retentionWorld({ limit: 6 });
  const plan = await world.plan();
  world.fake.setFaults([{ match: { operation: 'chats.delete' }, times: 1, status: 500 }]);
  await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
    code: 'deletion_failed',
  });
  expect(await retentionReport({ store: world.store })).toMatchObject({
    plans: [{ open: [expect.any(String)] }],
  });
  expect(await applyRetention(plan, applying(world, plan))).toEqual({
    deleted: 6,
    was_gone: 0,
    unknown: 0,
    changed: 0,
  });
});

test('can be stopped, and resumed after the archive has grown', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  const controller = new AbortController();
  const onEvent = ({ done }: { done: number }): void => {
    if (done === 4) controller.abort();
  };
  const stopped = applyRetention(plan, applying(world, plan, { signal: controller.signal, onEvent }));
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  expect(deletions(world)).toBe(4);
  const archive = await world.grow();
  expect(await applyRetention(plan, applying(world, plan, { archive }))).toMatchObject({ deleted: 12 });
});

test('a hold that is added while chats are deleted stops the run before the next deletion', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  let added: Promise<unknown> = Promise.resolve();
  const onEvent = ({ done }: { done: number }): void => {
    if (done === 5) added = world.holds.add({ text: world.chats[0]!.name, ...why });
  };
  await expect(applyRetention(plan, applying(world, plan, { onEvent }))).rejects.toMatchObject({
    code: 'hold_added',
  });
  await added;
  const [hold] = await world.holds.list();
  const entries = await entriesOf(world);
  // No deletion was recorded after the hold.
  expect(entries.filter(({ type, at }) => type === 'intent' && at > hold!.addedAt)).toEqual([]);
  expect(deletions(world)).toBe(entries.filter(({ type }) => type === 'intent').length);
});

test('of a hold and a deletion at the same time, the journal says which came first', async () => {
  const held = Promise.withResolvers<void>();
  let sent = 0;
  // Adding a hold reads the archive. However long that takes, it is in force before the last deletions.
  const waiting: Middleware = (next) => async (request) => {
    if (request.method === 'DELETE' && (sent += 1) > 20) await held.promise;
    return next(request);
  };
  const world = await retentionWorld({ limit: 30, client: { middleware: [waiting] } });
  const plan = await world.plan();
  const run = applyRetention(plan, applying(world, plan)).catch((error: unknown) => error);
  while (deletions(world) < 4) await new Promise((resolve) => setImmediate(resolve));
  const hold = await world.holds.add({ chat: world.chats[0]!.id, ...why }).finally(held.resolve);
  const before = deletions(world);
  expect(await run).toMatchObject({ code: 'hold_added' });
  // At most the deletion that was on its way when the hold was added.
  expect(deletions(world)).toBeLessThanOrEqual(before + 1);
  const late = (await entriesOf(world)).filter(({ type, at }) => type === 'intent' && at > hold.addedAt);
  expect(late).toEqual([]);
});

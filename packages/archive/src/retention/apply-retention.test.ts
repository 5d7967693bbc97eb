import { describe, expect, test } from 'vitest';
import { applyRetention, retentionReport } from '../index.js';
import { applying, deletions, entriesOf, exists } from '../testing/apply-plan.js';
import { retentionWorld } from '../testing/retention-world.js';

describe.each([{ listen: false }, { listen: true }])(
  'in process, or over a socket: $listen',
  ({ listen }) => {
    test('deletes the chats of a plan, each with an intent before and an outcome after it', async () => {
      const world = await retentionWorld({ listen, limit: 12 });
      const plan = await world.plan();
      const events: string[] = [];
      const result = await applyRetention(
        plan,
        applying(world, plan, {
          onEvent: ({ chat, outcome, done, total }) => events.push(`${chat} ${outcome} ${done}/${total}`),
        }),
      );

      expect(result).toEqual({ deleted: 12, was_gone: 0, unknown: 0, changed: 0 });
      expect(deletions(world)).toBe(12);
      expect(events).toHaveLength(12);
      expect(events.at(-1)).toMatch(/deleted 12\/12$/);
      for (const { id } of world.chats) expect(await exists(world, id)).toBe(false);
      const entries = await entriesOf(world);
      expect(entries.map(({ type }) => type)).toEqual([
        'approvers',
        'started',
        'intent',
        'outcome',
        'intent',
        'outcome',
        'canary',
        ...Array.from({ length: 10 }, () => ['intent', 'outcome']).flat(),
        'finished',
      ]);
      const outcomes = entries.filter((entry) => entry.type === 'outcome');
      expect(outcomes.every(({ request_id }) => request_id?.startsWith('req_'))).toBe(true);
      expect(new Set(outcomes.map(({ chat }) => chat)).size).toBe(12);

      // Applying it again does nothing.
      expect(await applyRetention(plan.file, applying(world, plan))).toEqual(result);
      expect(deletions(world)).toBe(12);
      expect(await retentionReport({ store: world.store })).toMatchObject({
        plans: [
          { plan: plan.digest, approved_by: ['ines@example.com'], deleted: 12, open: [], stopped: null },
        ],
      });
    });
  },
);

test('keeps a chat that has changed since it was archived', async () => {
  const world = await retentionWorld({ limit: 12 });
  const plan = await world.plan();
  const [first, second, third] = world.chats;
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const email = (index: number): string => world.chats[index]!.user.email_address;
  const messages = [{ role: 'user' as const, text: 'Edited, with the time of the last change kept.' }];
  world.fake.applyScenario({
    records: {
      chats: [
        {
          id: first!.id,
          user: email(0),
          name: first!.name,
          created_at: first!.created_at,
          updated_at: at,
          messages: [],
        },
        {
          id: second!.id,
          user: email(1),
          name: second!.name,
          created_at: second!.created_at,
          updated_at: second!.updated_at,
          messages,
        },
      ],
    },
  });
  await world.compliance.chats.delete(third!.id);

  const result = await applyRetention(plan, applying(world, plan));
  expect(result).toEqual({ deleted: 9, was_gone: 1, unknown: 0, changed: 2 });
  expect(await exists(world, first!.id)).toBe(true);
  expect(await exists(world, second!.id)).toBe(true);
  const kept = (await entriesOf(world)).filter(({ type }) => type === 'kept');
  expect(kept).toMatchObject([{ reason: 'changed' }, { reason: 'changed' }]);
});

describe('the canary', () => {
  test('is deleted and checked first, and the run stops unless it is confirmed', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    const shown: (readonly string[])[] = [];
    const confirm = (deleted: readonly string[]): boolean => {
      shown.push(deleted);
      return shown.length > 1;
    };
    const options = applying(world, plan, { canary: { chats: 3, confirm } });
    await expect(applyRetention(plan, options)).rejects.toMatchObject({ code: 'canary_failed' });
    expect(deletions(world)).toBe(3);
    expect(shown[0]).toHaveLength(3);

    expect(await applyRetention(plan, options)).toMatchObject({ deleted: 12 });
    expect((await entriesOf(world)).filter(({ type }) => type === 'canary')).toHaveLength(1);
  });

  test('stops the run when a chat still exists after its deletion', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    world.fake.setFaults([
      {
        match: { operation: 'chats.delete' },
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"id":"x","type":"assistant_chat_deleted"}',
      },
    ]);
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
      code: 'canary_failed',
    });
    expect(deletions(world)).toBe(1);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ type: 'stopped', code: 'canary_failed' });
  });

  test('has ten chats unless `canary` sets another number', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    await applyRetention(plan, applying(world, plan, { canary: undefined }));
    const canary = (await entriesOf(world)).findIndex(({ type }) => type === 'canary');
    expect(await entriesOf(world)).toMatchObject({ [canary]: { type: 'canary', chats: 10 } });
    const before = (await entriesOf(world)).slice(0, canary).filter(({ type }) => type === 'outcome');
    expect(before).toHaveLength(10);
  });
});

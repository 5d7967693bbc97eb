import { expect, test } from 'vitest';
import { activities, chats, messages } from '../index.js';
import { exportWorld, START } from '../testing/export-world.js';

const QUICK = { window: '10d', history: '10d' } as const;

test('`when` selects activities that no filter of the service can', async () => {
  const world = exportWorld();
  await world.run({ sources: [activities()], activities: QUICK });
  const all = world.sink.records('activity').map(({ body }) => body.type);
  const other = exportWorld();
  const when = ({ type }: { type?: string | undefined }) => type?.startsWith('assistant_chat') === true;
  const { records } = await other.run({ sources: [activities({ when })], activities: QUICK });
  const selected = other.sink.records('activity').map(({ body }) => body.type);
  // Windows are sealed in any order.
  expect(selected.toSorted()).toEqual(all.filter((type) => when({ type })).toSorted());
  expect([selected.length > 0, selected.length < all.length]).toEqual([true, true]);
  expect(records).toBe(selected.length);
});

test('`when` selects chats: of the others, neither messages nor later changes are read', async () => {
  const world = exportWorld();
  const when = ({ name }: { name: string }) => name.startsWith('Onboarding');
  const options = { sources: [chats({ when }), messages()] };
  await world.run(options);
  const found = world.sink.records('chat');
  expect(new Set(found.map(({ body }) => body.name))).toEqual(new Set(['Onboarding checklist']));
  const reads = world.fake.journal().filter(({ path }) => path.endsWith('/messages'));
  expect(reads.length).toBe(found.length);
  expect(new Set(world.sink.records('message').map(({ body }) => body.chat_id))).toEqual(
    new Set(found.map(({ id }) => id)),
  );
});

test('`chats.to` bounds the creation of chats, not their changes', async () => {
  const world = exportWorld();
  const to = '2026-04-15T00:00:00Z';
  const options = { sources: [chats(), messages()], chats: { to } };
  await world.run(options);
  const found = world.sink.records('chat');
  const times = found.map(({ body }) => body.created_at);
  expect([times.every((time) => time < to), times.length > 0]).toEqual([true, true]);
  world.fake.world().clock.set(START + 48 * 3_600_000);
  const created_at = new Date(START + 3_600_000).toISOString();
  const { user } = found[0]!.body;
  world.fake.applyScenario({
    records: {
      chats: [
        { id: 'assistant_chat_new', user: user.id, created_at, messages: [{ role: 'user', text: 'hi' }] },
      ],
    },
  });
  await world.run(options);
  expect(world.sink.records('chat').map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  const queries = world.certificates.map(({ query }) => query['created_at']);
  expect(queries.every((range) => (range as { lt?: string }).lt === '2026-04-15T00:00:00.000Z')).toBe(true);
});

test('the definition records a selection, so that a run with another one is refused', async () => {
  const world = exportWorld();
  await world.run({ sources: [activities()], activities: QUICK });
  await expect(
    world.run({ sources: [activities({ when: () => true })], activities: QUICK }),
  ).rejects.toMatchObject({ code: 'definition_changed' });
  expect(() => activities({ when: 'all' as never })).toThrow(/when must be a function/);
});

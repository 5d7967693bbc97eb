import { expect, test } from 'vitest';
import { activities, chats, messages } from '../index.js';
import { exportWorld, START } from '../testing/export-world.js';
import { ModeledHistory } from '../testing/modeled-history.js';

test('an edit that is taken back, vanished messages, emptied and deleted chats are states', async () => {
  const history = new ModeledHistory();
  history.write('assistant_chat_edited', ['alpha', 'gamma']);
  history.write('assistant_chat_vanishing', ['alpha', 'beta', 'gamma']);
  history.write('assistant_chat_person', ['alpha']);
  history.write('assistant_chat_unknown', ['alpha']);
  history.write('assistant_chat_back', ['alpha']);
  await history.export();
  history.write('assistant_chat_edited', ['beta', 'gamma']);
  history.write('assistant_chat_vanishing', ['alpha', 'gamma'], [0, 2]);
  history.write('assistant_chat_back', ['beta']);
  await history.export();
  history.write('assistant_chat_edited', ['alpha', 'gamma']);
  history.write('assistant_chat_vanishing', []);
  history.delete('assistant_chat_person', 'person');
  history.delete('assistant_chat_unknown', 'unknown hand');
  history.delete('assistant_chat_back', 'person');
  await history.export();
  // Nothing has changed, so there are no new states.
  await history.export();
  history.write('assistant_chat_back', ['alpha']);
  await history.export();
  expect(await history.statesOf('assistant_chat_edited')).toEqual(['listed', 'listed', 'listed']);
  expect(await history.statesOf('assistant_chat_back')).toEqual(['listed', 'listed', 'deleted', 'listed']);
  expect(await history.statesOf('assistant_chat_unknown')).toEqual(['listed', 'absent']);
  await history.apply();
  await history.export();
  await history.verify();
});

test('a change of a long chat is stored as one, wherever it is', async () => {
  const world = exportWorld({ demo: { users: 2, chats: 2, activities: 2 } });
  const created_at = new Date(START).toISOString();
  const list = Array.from({ length: 2_000 }, (_, index) => ({
    id: `assistant_chat_msg_long${String(index).padStart(4, '0')}`,
    role: 'user' as const,
    text: `Message ${index}`,
    created_at,
  }));
  const write = async (afterMs: number, texts: typeof list): Promise<readonly { kind: string }[]> => {
    world.fake.world().clock.set(START + afterMs);
    const updated_at = new Date(START + afterMs - 60_000).toISOString();
    const chat = { id: 'assistant_chat_long', user: 'user_long', created_at, updated_at, messages: texts };
    world.fake.applyScenario({
      records: {
        users: [{ id: 'user_long', email: 'long@example.com' }],
        chats: [chat],
        activities: [{ type: 'assistant_chat_updated', user: 'user_long', created_at: updated_at }],
      },
    });
    const before = world.sink.units.length;
    await world.run({
      sources: [activities(), chats(), messages()],
      activities: { from: created_at, lag: '1s' },
      chats: { filter: { user_ids: ['user_long'] } },
    });
    return world.sink.units
      .slice(before)
      .flatMap(({ records }) => records.filter(({ kind }) => kind !== 'activity'));
  };
  const first = await write(3_600_000, list);
  expect(first.filter(({ kind }) => kind === 'message')).toHaveLength(2_000);
  const before = JSON.stringify(first.filter(({ kind }) => kind === 'block')).length;
  const second = await write(7_200_000, [
    ...list.slice(0, 5),
    ...list.slice(6),
    { ...list[0]!, id: 'assistant_chat_msg_new' },
  ]);
  const kinds = second.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'message')).toHaveLength(1);
  // The first block, which lacks a message, and the last one.
  expect(kinds.filter((kind) => kind === 'block').length).toBeLessThanOrEqual(2);
  const after = JSON.stringify(second.filter(({ kind }) => kind === 'block')).length;
  expect(after).toBeLessThan(before / 2);
});

import { expect, test } from 'vitest';
import { ModeledHistory } from '../testing/modeled-history.js';
import { randomFrom } from '../testing/random-from.js';

test('random histories equal the model after every export', { timeout: 300_000 }, async () => {
  const random = randomFrom(7);
  const history = new ModeledHistory();
  history.write('assistant_chat_first', ['alpha']);
  await history.export();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let step = 0; step < 12; step += 1) {
    for (let change = 0; change < 3; change += 1) {
      const id =
        random() < 0.4 || history.ids.length === 0 ? `assistant_chat_r${step}${change}` : pick(history.ids);
      const texts = Array.from({ length: Math.floor(random() * 4) }, () => pick(['alpha', 'beta', 'gamma']));
      if (random() < 0.7 || !history.isListed(id)) history.write(id, texts);
      else history.delete(id, pick(['person', 'unknown hand']));
    }
    await history.export();
  }
  await history.verify();
  expect(history.ids.length).toBeGreaterThan(3);
});

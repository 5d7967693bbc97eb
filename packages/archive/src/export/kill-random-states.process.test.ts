import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { ModeledHistory } from '../testing/modeled-history.js';
import { randomFrom } from '../testing/random-from.js';

/** Exports with kills; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);

/** Repeats the history. */
const SEED = Number(process.env['PARLANCE_TEST_SEED'] ?? randomInt(1_000_000));

test(
  `random histories with kills equal the model after every export (seed ${SEED})`,
  { timeout: 1_800_000 },
  async () => {
    const random = randomFrom(SEED);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const history = new ModeledHistory();
    history.write('assistant_chat_first', ['alpha']);
    await history.export();
    let killed = 0;
    for (let step = 0; killed < KILLS; step += 1) {
      if (random() < 0.1) await history.apply();
      for (let change = 0; change < 3; change += 1) {
        const id =
          random() < 0.4 || history.ids.length === 0 ? `assistant_chat_r${step}${change}` : pick(history.ids);
        const texts = Array.from({ length: Math.floor(random() * 4) }, () =>
          pick(['alpha', 'beta', 'gamma']),
        );
        if (random() < 0.7 || !history.isListed(id)) history.write(id, texts);
        else history.delete(id, pick(['person', 'unknown hand']));
      }
      const before = pick(['request', 'commit', 'seal'] as const);
      killed += await history.export([{ before, number: 1 + Math.floor(random() * 6) }]);
    }
    await history.verify();
    expect(killed).toBe(KILLS);
  },
);

/** More simulations than in `npm test`. To replay a seed: `PARLANCE_TEST_FIRST_SEED=95 PARLANCE_TEST_SEEDS=1`. */
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

/** 100,000 at night. */
const SEEDS = Number(process.env['PARLANCE_TEST_SEEDS'] ?? 1000);
const FIRST = Number(process.env['PARLANCE_TEST_FIRST_SEED'] ?? 1);

test(`simulated workers obey the rules with ${SEEDS} seeds`, { timeout: 36_000_000 }, async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const { violations, lines } = await simulate(seed);
    expect(violations, `seed ${seed}:\n${lines.join('\n')}`).toEqual([]);
  }
});

test('a history is a function of its seed', { timeout: 600_000 }, async () => {
  for (let seed = 1; seed <= 100; seed += 1) expect(await simulate(seed)).toEqual(await simulate(seed));
});

import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

test('simulated workers obey the rules with 50 seeds', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const { violations, lines } = await simulate(seed);
    expect(violations, `seed ${seed}:\n${lines.join('\n')}`).toEqual([]);
  }
});

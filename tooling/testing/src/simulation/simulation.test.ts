import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

test('simulated workers obey the rules with 50 seeds', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const { violations, lines } = await simulate(seed);
    expect(violations, `seed ${seed}:\n${lines.join('\n')}`).toEqual([]);
  }
});

test.each(PLANTED_BUGS)('a bug can be planted: $name', async ({ file, from, to }) => {
  const text = await readFile(new URL(`../../../../packages/${file}`, import.meta.url), 'utf8');
  expect(text.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});

import { describe, expect, test } from 'vitest';
import { interleave, relativeTo } from './interleave.ts';

const ITEMS = [{ name: 'raw' }, { name: 'ours' }, { name: 'theirs' }];

describe('interleave', () => {
  test('measures every item once per round, starting each round with a different one', async () => {
    const order: string[] = [];
    await interleave(ITEMS, 3, ({ name }) => {
      order.push(name);
      return Promise.resolve(1);
    });
    expect(order).toEqual(['raw', 'ours', 'theirs', 'ours', 'theirs', 'raw', 'theirs', 'raw', 'ours']);
  });
});

test('an item can be measured in every nth round only', async () => {
  const items = [{ name: 'raw' }, { name: 'theirs', everyNthRound: 3 }];
  const costs = await interleave(items, 4, ({ name }) => Promise.resolve(name === 'raw' ? 2 : 8));
  expect(costs.get('theirs')).toEqual([8, Number.NaN, Number.NaN, 8]);
  expect(relativeTo('raw', costs)['theirs']?.ratio.median).toBe(4);
});

describe('relativeTo', () => {
  test('compares values of the same round, so that a slow round does not matter', () => {
    const costs = new Map([
      ['raw', [10, 100, 10]],
      ['ours', [5, 50, 20]],
    ]);
    const { ours } = relativeTo('raw', costs);
    expect(ours?.ratio.median).toBe(0.5);
    expect(ours?.cost.median).toBe(20);
  });

  test('throws if the baseline was not measured', () => {
    expect(() => relativeTo('raw', new Map([['ours', [1]]]))).toThrow('raw was not measured');
  });
});

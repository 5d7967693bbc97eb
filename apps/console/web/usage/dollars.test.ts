import { expect, test } from 'vitest';
import { dollarsThatAddUp } from './dollars.js';

test.each([
  [[1.004, 1.004, 1.004], '$3.01', ['$1.01', '$1.00', '$1.00']],
  [[0.80408, 0.00016], '$0.8042', ['$0.8041', '$0.0001']],
  [[12, 3.5], '$15.50', ['$12.00', '$3.50']],
  [[0.000012], '$0.000012', ['$0.000012']],
  [[], '$0.00', []],
])('the dollars of %j add up to %s', (costs, total, parts) => {
  expect(dollarsThatAddUp(costs)).toEqual([total, ...parts]);
});

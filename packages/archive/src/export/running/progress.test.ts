import { expect, test } from 'vitest';
import { remainingRequests } from './progress.js';

const kind = (sealed: readonly [number, number], open: readonly [number, number]) => ({
  sealed: { units: sealed[0], requests: sealed[1] },
  open: { units: open[0], requests: open[1] },
});

test.each([
  ['each kind needs what its own units needed', [kind([10, 10], [5, 0]), kind([2, 200], [3, 0])], 305],
  ['what open units have sent is done', [kind([2, 200], [3, 150])], 150],
  ['an open unit needs at least one request', [kind([2, 200], [3, 1_000])], 3],
  ['nothing is known of a kind without sealed units', [kind([10, 10], [5, 0]), kind([0, 0], [3, 0])], null],
  ['a kind without open units needs nothing', [kind([10, 10], [0, 0]), kind([0, 0], [0, 0])], 0],
])('%s', (_name, kinds, requests) => {
  expect(remainingRequests({ kinds })).toBe(requests);
});

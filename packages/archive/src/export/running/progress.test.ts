import { expect, test } from 'vitest';
import type { UnitSums } from '../state/read-status.js';
import { remainingRequests } from './progress.js';

const NONE = {
  kind: 1,
  units: 0,
  begun: 0,
  records: 0,
  requests: 0,
  weight: 0,
  counted: 0,
  listed: 0,
  sent: 0,
  isCounted: false,
};

const windows = (state: UnitSums['state'], days: number, sums: Partial<UnitSums>): UnitSums => ({
  ...NONE,
  family: 'activities',
  task: 'window',
  state,
  weight: days * 1_440,
  ...sums,
});

const partitions = (state: UnitSums['state'], sums: Partial<UnitSums>): UnitSums => ({
  ...NONE,
  family: 'chats',
  task: 'backfill',
  state,
  ...sums,
});

test.each<[string, readonly UnitSums[], number]>([
  ['a window that a page holds needs a request', [windows('open', 60, { units: 2 })], 2],
  [
    'long windows are divided in days that a page holds',
    [windows('sealed', 2, { units: 2, records: 1_000 }), windows('open', 60, { units: 2, sent: 5 })],
    55,
  ],
  [
    'days that a page does not hold need several',
    [windows('sealed', 2, { units: 2, records: 8_000 }), windows('open', 3, { units: 3 })],
    3 * 2.5,
  ],
  [
    'a partition needs a request, and its chats what others needed',
    [
      partitions('sealed', { units: 2, begun: 2, weight: 20, listed: 10, sent: 22 }),
      partitions('open', { units: 3, weight: 30 }),
    ],
    3 + 15 * 2,
  ],
  [
    'counted chats are expected, and listed ones are done',
    [
      partitions('sealed', { units: 2, begun: 2, weight: 20, listed: 10, sent: 22 }),
      partitions('open', {
        units: 1,
        begun: 1,
        weight: 10,
        isCounted: true,
        counted: 100,
        listed: 60,
        sent: 121,
      }),
    ],
    // 143 requests, of which 3 were the first of their unit, for 70 chats.
    40 * 2,
  ],
  [
    'chats need what the sample needed while none was read',
    [partitions('open', { units: 4, weight: 40, isCounted: true, counted: 100 })],
    4 + 100 * 3,
  ],
  [
    'an increment needs a list, and a chat of each person',
    [{ ...partitions('open', { units: 2, weight: 7 }), task: 'increment' }],
    9,
  ],
])('%s', (_name, sums, requests) => {
  expect(remainingRequests(sums, 3)).toBe(requests);
});

import { expect, test } from 'vitest';
import { nearestKey } from './nearest-key.js';

const KNOWN = [
  'match',
  'after',
  'times',
  'status',
  'headers',
  'delay_ms',
  'truncate_bytes',
  'port',
  'replies',
];

test.each([
  ['tims', 'times'],
  ['state', 'status'],
  ['header', 'headers'],
  ['prot', 'port'],
  ['delayMs', 'delay_ms'],
  ['Delay-MS', 'delay_ms'],
  ['reply', 'replies'],
  ['truncate', undefined],
  ['say', undefined],
  ['x', undefined],
  ['', undefined],
  ['status'.repeat(20), undefined],
])('%j is nearest to %j', (key, nearest) => {
  expect(nearestKey(key, KNOWN)).toBe(nearest);
});

test('returns the first of several equally near keys', () => {
  expect(nearestKey('cat', ['bat', 'car', 'hat'])).toBe('bat');
});

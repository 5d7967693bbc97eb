import { expect, test } from 'vitest';
import { statusOf } from './status.js';

test.each([
  ['batch', 'in_progress', ['in progress', 'accent']],
  ['batch', 'ended', ['finished']],
  ['result', 'errored', ['failed', 'bad']],
  ['export', 'failed', ['needs your attention', 'bad']],
  ['invite', 'deleted', ['revoked']],
  ['outcome', 'needs_revision', ['needs another round', 'warn']],
  ['session', 'idle', ['ready for a message']],
  ['thread', 'idle', ['waiting']],
] as const)('the %s status %s has words and a tone', (kind, status, expected) => {
  expect(statusOf(kind, status)).toEqual(expected);
});

test('a status that the console does not know is shown as its own words', () => {
  expect(statusOf('batch', 'on_hold')).toEqual(['on hold']);
  expect(statusOf('batch', 'constructor')).toEqual(['constructor']);
});

import { expect, test } from 'vitest';
import { DeadlineError, withinDeadline } from './within-deadline.js';

test('returns the result', () => {
  expect(withinDeadline(() => ['a'])).toEqual(['a']);
});

test('rethrows errors', () => {
  const error = new TypeError('mine');
  expect(() =>
    withinDeadline(() => {
      throw error;
    }),
  ).toThrow(error);
});

test('terminates a regular expression and a loop that catches errors', () => {
  const overdue = new DeadlineError('takes longer than 250 ms');
  const search = (): boolean => /(a|aa)+$/.test(`${'a'.repeat(60)}!`);
  const stubborn = (): never => {
    for (;;)
      try {
        search();
      } catch {
        // Would continue forever.
      }
  };
  expect(() => withinDeadline(search)).toThrow(overdue);
  expect(() => withinDeadline(stubborn)).toThrow(overdue);
  expect(withinDeadline(() => 'still works')).toBe('still works');
});

import * as z from 'zod';
import { expect, test } from 'vitest';
import { check } from './check.js';
import { record } from './limits.schema.js';

const labelled = z.strictObject({ labels: record(z.string()) });

test('validates the value of a key named __proto__ like any other', () => {
  const value = JSON.parse('{"labels":{"a":"b","__proto__":7}}') as unknown;
  expect(check(labelled, value)).toEqual([
    {
      path: 'labels.__proto__',
      rule: 'GEN-005',
      message: 'must be of type string',
      kind: 'integer',
      code: 'type',
    },
  ]);
  expect(check(labelled, JSON.parse('{"labels":{"__proto__":"plain"}}'))).toEqual([]);
  expect(check(labelled, JSON.parse('{"labels":{},"__proto__":{}}'))).toMatchObject([
    { path: '__proto__', code: 'unknown_field' },
  ]);
  expect(JSON.stringify(value)).toBe('{"labels":{"a":"b","__proto__":7}}');
});

test('returns at most 1000 issues', () => {
  expect(
    check(
      z.array(z.string()),
      Array.from({ length: 5000 }, () => 7),
    ),
  ).toHaveLength(1000);
});

test('jitless finds the same issues', () => {
  expect(check(labelled, { labels: { a: 1 } }, { jitless: true })).toEqual(
    check(labelled, { labels: { a: 1 } }),
  );
});

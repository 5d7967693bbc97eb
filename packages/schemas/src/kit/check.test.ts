import { expect, test } from 'vitest';
import { s } from './schema.js';
import { check } from './check.js';
import { object } from './schema.js';

interface Labelled {
  labels: Record<string, string>;
}

const labelled = object<Labelled>()({ labels: s.record(s.string()) });

test('the value of a key named __proto__ is checked like any other', () => {
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

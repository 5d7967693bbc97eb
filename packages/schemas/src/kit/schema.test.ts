import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { check } from './check.js';
import { knownEnum, openUnion, rule, union } from './schema.js';

const text = z.strictObject({ type: z.literal('text'), text: rule('INF-120', z.string()) });
const picture = z.strictObject({
  type: z.literal('picture'),
  width: rule({ value: 'INF-121' }, z.int().min(1).max(9)),
});
const letter = z.strictObject({
  to: rule({ missing: 'INF-090', type: 'INF-091' }, z.string()),
  copies: z.int().optional(),
  body: rule('INF-111', z.union([z.string(), z.array(rule('INF-147', union('type', [text, picture])))])),
});

describe('check', () => {
  test('accepts valid values', () => {
    expect(check(letter, { to: 'a', body: 'b' })).toEqual([]);
    expect(check(letter, { to: 'a', body: [{ type: 'picture', width: 3 }] })).toEqual([]);
  });

  test.each([
    ['a missing field', { body: 'b' }, 'to', 'INF-090', 'missing', 'missing', 'Field required'],
    [
      'an ill-typed field',
      { to: 7, body: 'b' },
      'to',
      'INF-091',
      'integer',
      'type',
      'must be of type string',
    ],
    [
      'an unknown field',
      { to: 'a', body: 'b', frm: 'c' },
      'frm',
      'GEN-004',
      'string',
      'unknown_field',
      'Extra inputs are not permitted',
    ],
    [
      'a fraction',
      { to: 'a', body: 'b', copies: 1.5 },
      'copies',
      'GEN-005',
      'number',
      'value',
      'must be an integer',
    ],
    [
      'a union of other types',
      { to: 'a', body: 7 },
      'body',
      'INF-111',
      'integer',
      'type',
      'must be string or array',
    ],
    [
      'an inner field',
      { to: 'a', body: [{ type: 'text', text: null }] },
      'body.0.text',
      'INF-120',
      'null',
      'type',
      'must be of type string',
    ],
    [
      'a bound',
      { to: 'a', body: [{ type: 'picture', width: 10 }] },
      'body.0.width',
      'INF-121',
      'integer',
      'value',
      'must be at most 9',
    ],
    [
      'an unknown member',
      { to: 'a', body: [{ type: 'sound' }] },
      'body.0.type',
      'INF-147',
      'string',
      'unknown_type',
      'must be one of text, picture',
    ],
    [
      'a member without its tag',
      { to: 'a', body: [{}] },
      'body.0.type',
      'INF-147',
      'missing',
      'missing',
      'Field required',
    ],
    [
      'a member that is not an object',
      { to: 'a', body: ['x'] },
      'body.0',
      'INF-147',
      'string',
      'type',
      'must be of type object',
    ],
  ])('names %s', (_, value, path, ruleId, kind, code, message) => {
    expect(check(letter, value)).toEqual([{ path, rule: ruleId, kind, code, message }]);
  });

  test('reports every difference', () => {
    expect(
      check(letter, { body: [{ type: 'text' }, { type: 'picture', width: 0 }] }).map((issue) => issue.path),
    ).toEqual(['to', 'body.0.text', 'body.1.width']);
  });

  test('treats prototype keys as plain data', () => {
    const value: unknown = JSON.parse('{"to":"a","body":"b","__proto__":{"x":1}}');
    expect(check(letter, value).map((issue) => issue.path)).toEqual(['__proto__']);
  });
});

test('an open union keeps unknown members and still checks known ones', () => {
  const shape = openUnion('type', [text, picture]);
  const future = { type: 'hologram', depth: [1, 2] };
  expect(check(shape, future)).toEqual([]);
  expect(check(shape, { type: 'text' }).map((issue) => issue.path)).toEqual(['text']);
  expect(check(shape, { type: 4 }).map((issue) => issue.path)).toEqual(['type']);
});

test('a known enumeration distinguishes an unknown value from a mistake', () => {
  const size = z.strictObject({
    size: rule('INF-139', knownEnum(z.enum(['s', 'm']))),
  });
  expect(check(size, { size: 's' })).toEqual([]);
  expect(check(size, { size: 'xl' })).toMatchObject([
    { path: 'size', rule: 'INF-139', code: 'unknown_value' },
  ]);
  expect(check(size, { size: 7 })).toMatchObject([{ code: 'type' }]);
  expect(check(size, {})).toMatchObject([{ code: 'missing' }]);
});

test('a union can have a member without a discriminator', () => {
  const note = z.strictObject({ type: z.literal('note').nullable().optional(), body: z.string() });
  const either = union('type', [note, text]);
  for (const value of [
    { body: 'a' },
    { type: null, body: 'a' },
    { type: 'note', body: 'a' },
    { type: 'text', text: 'a' },
  ])
    expect(check(either, value)).toEqual([]);
  expect(check(either, { body: 7 })).toMatchObject([{ path: 'body', code: 'type' }]);
  expect(check(either, { type: 'song' })).toMatchObject([{ path: 'type', code: 'unknown_type' }]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { characters, constrain, timestamp } from './limits.schema.js';
import { check } from './check.js';
import { rule } from './schema.js';

describe('characters', () => {
  test('counts code points', () => {
    const schema = characters({ min: 1, max: 3 });
    expect(check(schema, '😀😀😀')).toEqual([]);
    expect(check(schema, '😀😀😀😀').map((issue) => issue.message)).toEqual([
      'must have at most 3 characters',
    ]);
    expect(check(schema, '').map((issue) => issue.message)).toEqual(['must have at least 1 character']);
  });

  test('agrees with a simple count of code points', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '\0', '😀', '\u{10ffff}', '\ud800'), maxLength: 12 }),
        fc.nat(6),
        fc.nat(6),
        (text, min, extra) => {
          const length = Array.from(text).length;
          const passes = check(characters({ min, max: min + extra }), text).length === 0;
          expect(passes).toBe(length >= min && length <= min + extra);
        },
      ),
    );
  });
});

test('timestamp takes RFC 3339 times only', () => {
  for (const good of [
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.678+02:00',
    '2026-01-02t03:04:05z',
    '2026-01-02T03:04:05-00:00',
    '2026-01-02T03:04:05.123456789Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T23:59:60.5z',
    '2017-01-01T08:59:60+09:00',
    '2024-02-29T00:00:00Z',
  ])
    expect([good, check(timestamp, good)]).toEqual([good, []]);
  for (const bad of [
    '2026-01-02',
    'yesterday',
    '2026-13-02T03:04:05Z',
    '2026-02-29T00:00:00Z',
    '2026-01-02 03:04:05Z',
    '2026-01-02T03:04:05',
    '2026-01-02T03:04Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T03:04:05+24:00',
    '2026-01-02T03:04:05+0100',
    '2026-01-02T03:04:60Z',
    '2016-12-31T23:59:61Z',
    '2016-12-30T23:59:60Z',
    '2016-12-31T23:59:60+01:00',
    ' 2026-01-02T03:04:05Z',
  ])
    expect([bad, check(timestamp, bad).map(({ code }) => code)]).toEqual([bad, ['value']]);
});

test.each([
  ['a time', timestamp, 'must be an RFC 3339 date-time such as 2026-01-31T09:30:00Z'],
  ['a prefix', z.string().startsWith('user_'), 'must start with user_'],
  ['a pattern', z.string().regex(/^[0-9]$/), 'must match /^[0-9]$/'],
  ['a pattern with words', z.string().regex(/^[0-9]$/, 'must be one digit'), 'must be one digit'],
  ['a URL', z.url(), 'must be a valid url'],
])('says what is allowed: %s', (_, schema, message) => {
  expect(check(schema, 'no').map((issue) => issue.message)).toEqual([message]);
});

describe('constrain', () => {
  const span = rule(
    'INF-001',
    constrain(z.strictObject({ from: z.int(), to: z.int() }), (value, report) => {
      if (value.from > value.to) report('INF-002', 'must not be below from', ['to']);
    }),
  );

  test('reports its own rule and path', () => {
    expect(check(span, { from: 2, to: 1 })).toEqual([
      { path: 'to', rule: 'INF-002', message: 'must not be below from', kind: 'integer', code: 'value' },
    ]);
  });

  test('runs only if every field is valid', () => {
    expect(check(span, { from: 2 }).map((issue) => issue.rule)).toEqual(['GEN-005']);
    expect(check(span, { from: 1, to: 2 })).toEqual([]);
  });
});

test('an object can set the rule that an unknown field violates', () => {
  const closed = rule({ unknown: 'INF-003' }, z.strictObject({ a: z.int() }));
  const outer = z.strictObject({ inner: closed.optional() });
  expect(check(outer, { inner: { a: 1, b: 2 } }).map(({ path, rule }) => [path, rule])).toEqual([
    ['inner.b', 'INF-003'],
  ]);
  expect(check(outer, { other: 1 }).map(({ path, rule }) => [path, rule])).toEqual([['other', 'GEN-004']]);
});

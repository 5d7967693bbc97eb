import { expect, test } from 'vitest';
import * as z from 'zod';
import { check } from './check.js';
import { closed } from './closed.js';
import { requiredInRequests } from './contract.js';
import { constrain } from './limits.schema.js';
import { openEnum, openUnion, rule } from './schema.js';

const title = requiredInRequests(z.string().nullish());
const note = z.looseObject({
  type: z.literal('note'),
  title: rule('INF-001', title),
  kind: openEnum(['plain', 'rich']),
});
const range = constrain(
  z.looseObject({
    type: z.literal('range'),
    title: rule('INF-002', title),
    from: z.number(),
    to: z.number(),
  }),
  ({ from, to }, report) => {
    if (to < from) report('INF-003', 'must not be less than from', ['to']);
  },
);
const reply = z.looseObject({
  parts: z.array(rule('INF-004', openUnion('type', [note, range]))).nullish(),
});
const issuesOf = (schema: z.ZodType, value: unknown) =>
  check(schema, value).map(({ path, rule: id, code }) => `${path} ${id} ${code}`);

test.each([
  ['an unknown field', { parts: [], extra: 1 }, ['extra GEN-004 unknown_field']],
  ['an unknown member', { parts: [{ type: 'map' }] }, ['parts.0.type INF-004 unknown_type']],
  [
    'an unknown value',
    { parts: [{ type: 'note', title: null, kind: 'odd' }] },
    ['parts.0.kind INF-004 unknown_value'],
  ],
  [
    'a field that only replies may omit',
    {
      parts: [
        { type: 'note', kind: 'rich' },
        { type: 'range', from: 1, to: 1 },
      ],
    },
    ['parts.0.title INF-001 missing', 'parts.1.title INF-002 missing'],
  ],
])('a closed schema refuses %s, an open one does not', (_, value, issues) => {
  expect(issuesOf(reply, value)).toEqual([]);
  expect(issuesOf(closed(reply), value)).toEqual(issues);
});

test('a closed schema keeps refinements', () => {
  const value = { parts: [{ type: 'range', title: null, from: 2, to: 1 }] };
  for (const schema of [reply, closed(reply)])
    expect(issuesOf(schema, value)).toEqual(['parts.0.to INF-003 value']);
});

test('what is closed stays as it is', () => {
  const request = z.strictObject({
    metadata: z.looseObject({ a: z.string() }),
  });
  expect(closed(request)).toBe(request);
  expect(closed(closed(reply))).toBe(closed(reply));
});

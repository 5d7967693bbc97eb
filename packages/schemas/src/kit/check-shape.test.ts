import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.js';
import { s, Schema } from './schema.js';
import type { ObjectShape, Shape, TaggedShape } from './shape.js';

const shapes = fc.letrec<{ shape: Shape; object: ObjectShape }>((tie) => ({
  object: fc.record({
    kind: fc.constant('object' as const),
    fields: fc
      .dictionary(fc.constantFrom('a', 'b', 'type'), tie('shape'))
      .map((all) => new Map(Object.entries(all))),
    isOpen: fc.boolean(),
  }),
  shape: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Shape>(
      { kind: 'text', min: 1, max: 2 },
      { kind: 'number', isInteger: true, min: 1 },
      { kind: 'boolean' },
      { kind: 'choice', values: ['x', null, 1] },
      { kind: 'anything' },
      { kind: 'nothing' },
    ),
    fc.record({ kind: fc.constant('list' as const), item: tie('shape'), max: fc.constant(2) }),
    fc.record({ kind: fc.constant('map' as const), value: tie('shape') }),
    fc.record({ kind: fc.constantFrom('optional' as const, 'nullable' as const), inner: tie('shape') }),
    fc.record({ kind: fc.constant('union' as const), options: fc.array(tie('shape'), { maxLength: 3 }) }),
    tie('object'),
    fc
      .record({
        x: tie('object'),
        untagged: fc.option(tie('object'), { nil: undefined }),
        isOpen: fc.boolean(),
      })
      .map(({ x, ...rest }): TaggedShape => ({
        kind: 'tagged',
        key: 'type',
        members: new Map([['x', x]]),
        ...rest,
      })),
  ),
}));

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('x', 'y', '', 'xyz', 0, -0, 1, 1.5, Number.NaN, true, null, undefined, 7n),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'type', '__proto__', 'constructor'), tie('value'), {
      maxKeys: 3,
    }),
  ),
})).value;

/** The meaning of shapes, written a second time: slowly, and without messages. */
function fits(shape: Shape, value: unknown): boolean {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const own = (key: string): unknown =>
    isRecord ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' && value.length >= 1 && value.length <= 2;
    case 'number':
      return Number.isSafeInteger(value) && (value as number) >= 1;
    case 'boolean':
      return value === true || value === false;
    case 'choice':
      return value === 'x' || value === null || value === 1;
    case 'anything':
      return true;
    case 'nothing':
      return false;
    case 'bytes':
      return value instanceof Uint8Array;
    case 'optional':
      return value === undefined || fits(shape.inner, value);
    case 'nullable':
      return value === null || fits(shape.inner, value);
    case 'list':
      return Array.isArray(value) && value.length <= 2 && value.every((item) => fits(shape.item, item));
    case 'map':
      return isRecord && Object.values(value).every((item) => fits(shape.value, item));
    case 'union':
      return shape.options.some((option) => fits(option, value));
    case 'object':
      return (
        isRecord &&
        [...shape.fields].every(([key, field]) => fits(field, own(key))) &&
        (shape.isOpen || Object.keys(value).every((key) => shape.fields.has(key)))
      );
    case 'tagged': {
      if (!isRecord) return false;
      const tag = own('type') ?? undefined;
      const member = tag === undefined ? shape.untagged : shape.members.get(tag as string);
      return member === undefined ? shape.isOpen && typeof tag === 'string' : fits(member, value);
    }
  }
}

test('a value passes exactly when it is what the shape says', () => {
  fc.assert(
    fc.property(shapes.shape, values, (shape, value) => {
      const issues = check(new Schema<unknown>(shape), value);
      expect(issues.length === 0).toBe(fits(shape, value));
    }),
    { numRuns: 3000 },
  );
});

test('a hole in an array is a missing entry', () => {
  // oxlint-disable-next-line no-sparse-arrays
  expect(check(s.array(s.string()), ['a', , 'b'])).toMatchObject([{ path: '1', code: 'missing' }]);
});

test('of a body that is wrong all over, the first 1000 differences are told', () => {
  const wrong = Array.from({ length: 400_000 }, () => 0);
  const texts = s.array(s.string());
  expect(check(texts, wrong)).toHaveLength(1000);
  expect(check(s.union([s.string(), texts]), wrong).at(-1)).toMatchObject({ path: '999' });
  const fields = Object.fromEntries(wrong.slice(0, 2000).map((zero, index) => [`key${index}`, zero]));
  expect(
    check(new Schema<unknown>({ kind: 'object', fields: new Map(), isOpen: false }), fields),
  ).toHaveLength(1000);
});

test('after the first 1000 differences a union that does not fit is no fit', () => {
  const either = s.array(s.union([s.string(), s.boolean()]));
  expect(
    check(
      either,
      Array.from({ length: 1001 }, () => 0),
    ),
  ).toHaveLength(1000);
});

test('Standard Schema is given the keys as they are: a dot in one divides nothing', () => {
  const labels = s.record(s.array(s.string()));
  const outcome = labels['~standard'].validate({ 'a.b': ['x', 7], '': 8 });
  expect(outcome.issues?.map(({ path }) => path)).toEqual([['a.b', 1], ['']]);
});

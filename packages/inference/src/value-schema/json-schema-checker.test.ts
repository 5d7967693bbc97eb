import { expect, test } from 'vitest';
import { jsonSchemaChecker } from './json-schema-checker.js';

const tree = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 3 },
    size: { type: ['integer', 'null'], minimum: 0, exclusiveMaximum: 10 },
    ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.25 },
    kind: { enum: ['a', { b: 1 }] },
    fixed: { const: 7 },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    child: { $ref: '#' },
    tags: { type: 'array', items: { $ref: '#/$defs/tag' }, maxItems: 2, uniqueItems: true },
    either: { oneOf: [{ type: 'string' }, { const: 'x' }] },
    any: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    all: { allOf: [{ type: 'string' }, { minLength: 2 }] },
    shape: {
      anyOf: [
        { type: 'object', properties: { side: { type: 'number' } }, additionalProperties: false },
        { type: 'object', properties: { radius: { type: 'number' } }, additionalProperties: false },
      ],
    },
    shapes: { type: 'array', items: { anyOf: [{ type: 'string' }, false] } },
    code: { type: 'string', pattern: '^[a-z]+$' },
    mail: { type: 'string', format: 'email' },
    'a/b~c.%25 #d': { type: 'object', additionalProperties: { type: 'string' } },
    words: { type: 'array', contains: { const: 'x' } },
    names: { type: 'object', propertyNames: { maxLength: 2 } },
  },
  required: ['name'],
  additionalProperties: false,
  $defs: { tag: { type: 'string' } },
};

test.each([
  [
    { name: 'a', size: null, kind: { b: 1 }, fixed: 7, pair: ['a', 1], child: { name: 'b' }, tags: ['a'] },
    [],
  ],
  [[], [' must be of type object']],
  [{}, ['name is required']],
  [{ name: '' }, ['name must have at least 1 character']],
  [{ name: '😀😀😀' }, []],
  [{ name: 'abcd' }, ['name must have at most 3 characters']],
  [{ name: 'a', size: 1.5 }, ['size must be of type integer or null']],
  [{ name: 'a', size: -1 }, ['size must be at least 0']],
  [{ name: 'a', size: 10 }, ['size must be less than 10']],
  [{ name: 'a', ratio: 0 }, ['ratio must be greater than 0']],
  [{ name: 'a', ratio: 1.2 }, ['ratio must be at most 1', 'ratio must be a multiple of 0.25']],
  [{ name: 'a', kind: 'c' }, ['kind must be one of "a", {"b":1}']],
  [{ name: 'a', fixed: 8 }, ['fixed must be 7']],
  [{ name: 'a', pair: ['a', 1, 2] }, ['pair.2 is not allowed']],
  [{ name: 'a', pair: [1, 'a'] }, ['pair.0 must be of type string', 'pair.1 must be of type number']],
  [{ name: 'a', child: { child: {} } }, ['child.name is required', 'child.child.name is required']],
  [{ name: 'a', child: { name: 'abcd' } }, ['child.name must have at most 3 characters']],
  [{ name: 'a', tags: ['a', 1, 'c'] }, ['tags must have at most 2 items', 'tags.1 must be of type string']],
  [{ name: 'a', tags: ['a', 'a'] }, ['tags must not contain duplicate items']],
  [{ name: 'a', either: 'x' }, ['either must match exactly one of the alternatives']],
  [{ name: 'a', any: 1 }, ['any must match one of the alternatives']],
  [{ name: 'a', all: 'b' }, ['all must have at least 2 characters']],
  [{ name: 'a', shape: { radius: 'x', side: 'y' } }, ['shape must match one of the alternatives']],
  [
    { name: 'a', shape: { diameter: 2 }, more: 1 },
    ['shape must match one of the alternatives', 'more is not allowed'],
  ],
  [
    { name: 'a', shapes: [1, 'a', 2] },
    ['shapes.0 must match one of the alternatives', 'shapes.2 must match one of the alternatives'],
  ],
  [{ name: 'a', code: 'A' }, ['code must match the pattern ^[a-z]+$']],
  [{ name: 'a', mail: 'ada' }, ['mail must be a valid email']],
  [{ name: 'a', 'a/b~c.%25 #d': { '~1/%': 1 } }, ['a/b~c.%25 #d.~1/% must be of type string']],
  [{ name: 'a', words: ['y', 'z'] }, ['words does not satisfy contains']],
  [{ name: 'a', names: { long: 1, longer: 2 } }, ['names does not satisfy propertyNames']],
  [{ name: 'a', more: 1 }, ['more is not allowed']],
  [JSON.parse('{"name":"a","__proto__":1}'), ['__proto__ is not allowed']],
])('reports how %j differs', (value, expected) => {
  const problems = jsonSchemaChecker(structuredClone(tree))(value);
  expect(problems.map(({ path, message }) => `${path} ${message}`).sort()).toEqual([...expected].sort());
});

test('reports a property that several schemas require once', () => {
  const schema = { required: ['a', 'b'], allOf: [{ required: ['a'] }] };
  expect(jsonSchemaChecker(schema)({})).toEqual([
    { path: 'a', message: 'is required' },
    { path: 'b', message: 'is required' },
  ]);
});

test('follows the branch of a condition', () => {
  const card = '{"properties":{"kind":{"const":"card"}}}';
  const schema = `{"if":${card},"then":{"required":["number"]},"else":{"properties":{"iban":{"minLength":15}}}}`;
  const check = jsonSchemaChecker(JSON.parse(schema) as Record<string, unknown>);
  expect(check({ kind: 'card' })).toEqual([{ path: 'number', message: 'is required' }]);
  expect(check({ kind: 'bank', iban: 'DE' })).toEqual([
    { path: 'iban', message: 'must have at least 15 characters' },
  ]);
});

test('names keywords without a message of their own', () => {
  const check = jsonSchemaChecker({ not: { required: ['a'] }, dependentRequired: { b: ['c'] } });
  expect(check({ a: 1, b: 1 })).toEqual([
    { path: '', message: 'does not satisfy not' },
    { path: '', message: 'does not satisfy dependentRequired' },
  ]);
});

/** One invalid value for every keyword whose message in the library, or the path to it, could quote the value. */
test.each([
  [{ type: 'integer' }, 424242.5],
  [{ type: 'string' }, 424242],
  [{ const: 'a' }, 'secret-424242'],
  [{ enum: ['a'] }, 'secret-424242'],
  [{ minimum: 999999 }, 424242],
  [{ maximum: 1 }, 424242],
  [{ exclusiveMinimum: 999999 }, 424242],
  [{ exclusiveMaximum: 1 }, 424242],
  [{ multipleOf: 5 }, 424242],
  [{ maxLength: 3 }, 'secret-424242'],
  [{ pattern: '^a$' }, 'secret-424242'],
  [{ format: 'email' }, 'secret-424242'],
  [{ uniqueItems: true }, ['secret-424242', 'secret-424242']],
  [{ contains: { const: 1 } }, ['secret-424242']],
  [{ not: { type: 'string' } }, 'secret-424242'],
  [{ anyOf: [{ maxLength: 1 }, { type: 'null' }] }, 'secret-424242'],
  [{ properties: { a: { maxLength: 1 } } }, { a: 'secret-424242' }],
])('never shows the value: %j', (schema, value) => {
  const problems = jsonSchemaChecker(schema)(value);
  expect(problems).toHaveLength(1);
  expect(JSON.stringify(problems)).not.toContain('424242');
});

test('terminates for recursive schemas and for values that are nested too deeply', () => {
  const message = 'could not be checked against the schema (RangeError)';
  expect(jsonSchemaChecker({ $ref: '#' })(1)).toEqual([{ path: '', message }]);
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  expect(jsonSchemaChecker({ items: { $ref: '#' } })(deep)).toEqual([{ path: '', message }]);
});

test('reports values that are not JSON', () => {
  const check = jsonSchemaChecker({ properties: { a: { type: 'string' } } });
  expect(check({ a: undefined })).toEqual([
    { path: '', message: 'could not be checked against the schema (Error)' },
  ]);
});

test.each([
  [{ properties: { a: { $ref: '#/$defs/a' } } }, '#/$defs/a cannot be resolved'],
  [{ items: { pattern: '(' } }, 'Invalid regular expression'],
  [{ patternProperties: { '(': true } }, 'Invalid regular expression'],
])('rejects a schema that cannot be applied: %j', (schema, reason) => {
  expect(() => jsonSchemaChecker(schema)).toThrow(reason);
});

import { expect, test } from 'vitest';
import { jsonSchemaProblems } from './json-schema.js';

const tree = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 3 },
    size: { type: ['integer', 'null'], minimum: 0, exclusiveMaximum: 10 },
    kind: { enum: ['a', { b: 1 }] },
    fixed: { const: 7 },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    child: { $ref: '#' },
    tags: { type: 'array', items: { $ref: '#/$defs/tag' }, maxItems: 2 },
    either: { oneOf: [{ type: 'string' }, { const: 'x' }] },
    any: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    all: { allOf: [{ type: 'string' }, { minLength: 2 }] },
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
  [{ name: '' }, ['name must have at least 1 characters']],
  [{ name: '😀😀😀' }, []],
  [{ name: 'abcd' }, ['name must have at most 3 characters']],
  [{ name: 'a', size: 1.5 }, ['size must be of type integer or null']],
  [{ name: 'a', size: -1 }, ['size must be at least 0']],
  [{ name: 'a', size: 10 }, ['size must be less than 10']],
  [{ name: 'a', kind: 'c' }, ['kind must be one of "a", {"b":1}']],
  [{ name: 'a', fixed: 8 }, ['fixed must be 7']],
  [{ name: 'a', pair: ['a', 1, 2] }, ['pair.2 is not allowed']],
  [{ name: 'a', child: { child: {} } }, ['child.name is required', 'child.child.name is required']],
  [{ name: 'a', tags: ['a', 1, 'c'] }, ['tags must have at most 2 entries', 'tags.1 must be of type string']],
  [{ name: 'a', either: 'x' }, ['either must fit exactly one of the alternatives']],
  [{ name: 'a', any: 1 }, ['any must fit one of the alternatives']],
  [{ name: 'a', all: 'b' }, ['all must have at least 2 characters']],
  [{ name: 'a', more: 1 }, ['more is not allowed']],
  [JSON.parse('{"name":"a","__proto__":1}'), ['__proto__ is not allowed']],
])('tells how %j differs', (value, expected) => {
  const problems = jsonSchemaProblems(tree, value).map(({ path, message }) => `${path} ${message}`);
  expect(problems.sort()).toEqual([...expected].sort());
});

test('comes to an end where a schema refers to itself', () => {
  expect(jsonSchemaProblems({ $ref: '#' }, 1)).toEqual([]);
  expect(jsonSchemaProblems({ allOf: [{ $ref: '#' }] }, 1)).toEqual([]);
  expect(jsonSchemaProblems({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 1)).toEqual([]);
});

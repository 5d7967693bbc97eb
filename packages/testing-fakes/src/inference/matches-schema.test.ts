import { describe, expect, test } from 'vitest';
import { matchesSchema } from './matches-schema.js';

const LETTERS = `${'a'.repeat(60)}!`;

const matches = (schema: object, value: unknown) => matchesSchema(schema, value, 'tools.0.input_schema');

const tree = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 3 },
    size: { type: ['integer', 'null'], minimum: 0, exclusiveMaximum: 10 },
    kind: { enum: ['a', { b: 1 }] },
    fixed: { const: 7 },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    child: { $ref: '#' },
    tags: { type: 'array', items: { $ref: '#/$defs/tag' }, maxItems: 2, uniqueItems: true },
    either: { oneOf: [{ type: 'string' }, { const: 'x' }] },
    any: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    all: { allOf: [{ type: 'string' }, { minLength: 2 }] },
  },
  patternProperties: { '^x-': { type: 'string', pattern: '^(?!b)[a-z]+$' } },
  required: ['name'],
  additionalProperties: false,
  $defs: { tag: { type: 'string' } },
};

test.each([
  [
    { name: 'a', size: null, kind: { b: 1 }, fixed: 7, pair: ['a', 1], child: { name: 'b' }, tags: ['a'] },
    true,
  ],
  [[], false],
  [{}, false],
  [{ name: '' }, false],
  [{ name: '😀😀😀' }, true],
  [{ name: 'abcd' }, false],
  [{ name: 'a', size: 1.5 }, false],
  [{ name: 'a', size: -1 }, false],
  [{ name: 'a', size: 10 }, false],
  [{ name: 'a', kind: 'c' }, false],
  [{ name: 'a', fixed: 8 }, false],
  [{ name: 'a', pair: ['a', 1, 2] }, false],
  [{ name: 'a', child: { child: {} } }, false],
  [{ name: 'a', tags: ['a', 1] }, false],
  [{ name: 'a', tags: ['a', 'a'] }, false],
  [{ name: 'a', either: 'x' }, false],
  [{ name: 'a', any: 1 }, false],
  [{ name: 'a', all: 'b' }, false],
  [{ name: 'a', 'x-more': 'abc' }, true],
  [{ name: 'a', 'x-more': 'bcd' }, false],
  [{ name: 'a', more: 1 }, false],
  [JSON.parse('{"name":"a","__proto__":1}'), false],
])('%j matches: %s', (value, expected) => {
  expect(matches(tree, value)).toBe(expected);
});

test('does not modify the schema', () => {
  const schema = { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } };
  const frozen = Object.freeze({ ...schema, $defs: Object.freeze({ a: Object.freeze(schema.$defs.a) }) });
  expect(matches(frozen, 'x')).toBe(true);
  expect(Reflect.ownKeys(frozen)).toEqual(['$ref', '$defs']);
});

/** Definitions that each reference the next one twice, so that the work grows exponentially. */
const doubling = {
  $ref: '#/$defs/d0',
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { anyOf: [next, next] }];
      }),
    ),
    d40: { type: 'string' },
  },
};

const numbers = Array.from({ length: 100_000 }, (_, index) => index);

describe('rejects a schema that takes too long', () => {
  test.each([
    ['pattern', { pattern: '(a|aa)+$' }, LETTERS],
    ['patternProperties', { patternProperties: { '(a+)+$': true } }, { [LETTERS]: 1 }],
    ['propertyNames', { propertyNames: { pattern: '(a*)*$' } }, { [LETTERS]: 1 }],
    ['format', { format: 'url' }, `http://${'a'.repeat(60)}`],
    ['uniqueItems', { uniqueItems: true }, numbers],
  ])('%s', (_, schema, value) => {
    expect(() => matches(schema, value)).toThrow(
      'tools.0.input_schema: cannot be evaluated: takes longer than 250 ms',
    );
  });
});

describe('rejects a schema that cannot be evaluated', () => {
  // Either limit can be reached first.
  const endless = /it is nested too deeply or infinitely recursive|takes longer than 250 ms/;
  test.each([
    [{ $ref: '#' }, endless],
    [doubling, endless],
    [{ allOf: [{ $ref: '#' }] }, endless],
    [
      {
        anyOf: [{ $ref: '#/$defs/a' }],
        $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { $ref: '#/$defs/a' } },
      },
      endless,
    ],
    [{ $ref: '#/$defs/none' }, 'Unresolved $ref "#/$defs/none".'],
    [{ $ref: 'https://schemas.example/a.json' }, 'Unresolved $ref "https://schemas.example/a.json".'],
    [{ pattern: '(' }, 'Invalid regular expression: /(/u: Unterminated group'],
    [{ anyOf: 7 }, 'it is not valid JSON Schema'],
  ])('%j', (schema, problem) => {
    expect(() => matches(schema, 'x')).toThrow('tools.0.input_schema: cannot be evaluated: ');
    expect(() => matches(schema, 'x')).toThrow(problem);
  });
});

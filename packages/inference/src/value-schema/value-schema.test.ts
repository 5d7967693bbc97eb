import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { ConfigError } from '@parlance/core-transport';
import { createFake } from '@parlance/testing-fakes';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { z as z40 } from 'zod40';
import { InferenceClient } from '../inference-client.js';
import { createStructured, outputFormat, parseOutput } from '../output/structured-output.js';
import { defineTool, type RunnableTool } from '../tools/define-tool.js';
import type { AnySchema } from './value-schema.js';

const fake = createFake();
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const ask = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'Who wrote the first program?' }],
};
const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };

const accepted: [string, AnySchema][] = [
  ['zod 4.2 or later', z.object({ name: z.string(), age: z.int() })],
  ['ArkType, whose schemas are functions', type({ name: 'string', age: 'number.integer' })],
  [
    'Valibot with toStandardJsonSchema',
    toStandardJsonSchema(v.object({ name: v.string(), age: v.pipe(v.number(), v.integer()) })),
  ],
  [
    'a library with a JSON Schema converter and no validate function',
    {
      '~standard': {
        version: 1,
        vendor: 'converter',
        jsonSchema: {
          input: () => ({
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'integer' } },
            required: ['name', 'age'],
          }),
        },
      },
    },
  ],
  ['the result of z.toJSONSchema', z.toJSONSchema(z.object({ name: z.string(), age: z.int() }))],
  [
    'the result of z.toJSONSchema as a part',
    {
      ...z.toJSONSchema(z.object({ name: z.string(), age: z.int() })),
      $defs: { a: z.toJSONSchema(z.string()) },
    },
  ],
  [
    'plain JSON Schema, deeply frozen',
    Object.freeze({
      type: 'object',
      properties: Object.freeze({ name: { type: 'string' }, age: Object.freeze({ type: 'integer' }) }),
      required: Object.freeze(['name', 'age']),
    }),
  ],
];

describe.each(accepted)('%s', (_, schema) => {
  test('describes a tool and validates its input', async () => {
    const tool = toolWith(schema);
    expect(tool.definition.input_schema).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      additionalProperties: false,
    });
    expect(tool.definition.input_schema.required?.toSorted()).toEqual(['age', 'name']);
    expect(await tool.call({ name: 'Ada', age: 36 }, context)).toBe('{"name":"Ada","age":36}');
    await expect(tool.call({ name: 'Ada' }, context)).rejects.toThrow(/age/);
  });

  test('describes and validates structured output', async () => {
    const { value } = await createStructured(client, { ...ask, output: schema });
    expect(value).toEqual({ name: 'text', age: 1 });
  });
});

class Shape {
  readonly type = 'object';
}

const refused: [string, unknown, RegExp][] = [
  ['zod 3.25', z3.object({ name: z3.string() }), /received a zod schema that does not implement it$/],
  ['zod 4.0', z40.object({ name: z40.string() }), /received a zod schema that does not implement it$/],
  ['Valibot', v.object({ name: v.string() }), /received a valibot schema that does not implement it$/],
  ['a property ~standard that is undefined', { '~standard': undefined }, /received a schema that does not/],
  ['null', null, /received null$/],
  ['undefined', undefined, /received undefined$/],
  ['a string', '{"type":"object"}', /received a string$/],
  ['a number', 7, /received a number$/],
  ['a boolean', true, /received a boolean$/],
  ['an array', [{ type: 'object' }], /received an array$/],
  ['a function', () => ({ type: 'object' }), /received a function$/],
  ['a class instance', new Shape(), /received an instance of Shape$/],
  [
    'an instance of a class without a name',
    new (class {
      readonly type = 'object';
    })(),
    /received an instance of a class$/,
  ],
  ['a Promise', Promise.resolve({ type: 'object' }), /received an instance of Promise$/],
];

describe.each(refused)('%s', (_, schema, received) => {
  const needed = ['JSON Schema', 'zod 4.2', 'ArkType', 'toStandardJsonSchema() of @valibot/to-json-schema'];

  test('is a ConfigError where the tool is defined', () => {
    const error = configErrorOf(() => toolWith(schema));
    expect(error.option).toBe('input');
    expect(error.message).toMatch(/^input of tool "save" must be /);
    expect(error.message).toMatch(received);
    expect(Object.hasOwn(error, 'cause')).toBe(false);
    for (const words of needed) expect(error.message).toContain(words);
  });

  test('is a ConfigError before a request for structured output is sent', async () => {
    const sent = fake.journal().length;
    const params = { ...ask, output: schema as AnySchema };
    const error: unknown = await createStructured(client, params).catch((error: unknown) => error);
    expect(ConfigError.is(error)).toBe(true);
    expect((error as ConfigError).option).toBe('output');
    expect((error as ConfigError).message).toMatch(/^output must be /);
    expect((error as ConfigError).message).toMatch(received);
    expect(fake.journal().length).toBe(sent);
  });
});

describe('an unusable schema of a supported kind', () => {
  test.each([
    ['a zod date', z.object({ born: z.date() }), 'Date cannot be represented in JSON Schema'],
    ['a zod transform', z.object({ age: z.transform(Number) }), 'Transforms cannot be represented'],
    ['a Valibot date', toStandardJsonSchema(v.object({ born: v.date() })), 'cannot be converted'],
  ])('keeps the error of the library as the cause: %s', (_, schema, reason) => {
    const error = configErrorOf(() => toolWith(schema));
    expect(error.message).toMatch(
      /^input of tool "save" cannot be converted to JSON Schema by (zod|valibot)/,
    );
    expect((error.cause as Error).message).toContain(reason);
    expect(configErrorOf(() => outputFormat(schema)).option).toBe('schema');
  });

  test('is a ConfigError when the converter returns something else', () => {
    const schema = { '~standard': { version: 1, vendor: 'late', jsonSchema: { input: async () => ({}) } } };
    expect(configErrorOf(() => toolWith(schema)).message).toMatch(
      /cannot be converted to JSON Schema by late/,
    );
  });

  const loop: Record<string, unknown> = { type: 'object' };
  loop['properties'] = { loop };
  test.each([
    ['a cycle', loop, /circular/],
    ['a bigint', { type: 'object', maxProperties: 1n }, /BigInt/],
    ['a zod schema inside', { type: 'object', properties: { city: z.string() } }, /zod schema at "city"/],
    ['a zod shape', { city: z.string() }, /zod schema at "city"/],
    ['an ArkType schema inside', { city: type('string') }, /arktype schema at "city"/],
    ['a Valibot schema inside', { city: v.string() }, /a function at "reference"/],
    [
      'a class instance inside',
      { type: 'object', properties: new Map() },
      /an instance of Map at "properties"/,
    ],
    ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/a' } } }, /#\/\$defs\/a/],
    ['a broken pattern', { type: 'object', properties: { a: { pattern: '(' } } }, /regular expression/i],
  ])('is a ConfigError with a cause: %s', (_, schema, reason) => {
    const error = configErrorOf(() => toolWith(schema));
    expect(error.message).toMatch(/^input of tool "save" is not valid JSON Schema: /);
    expect(error.message).toMatch(reason);
    expect(error.cause).toBeInstanceOf(Error);
  });

  test.each([
    ['a string', z.string()],
    ['a union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['JSON Schema without a type', { properties: {} }],
  ])('is a ConfigError for a tool whose input is not an object: %s', (_, schema) => {
    expect(configErrorOf(() => toolWith(schema)).message).toBe(
      'input of tool "save" must describe an object: JSON Schema with "type": "object"',
    );
  });
});

test('parseOutput rejects the same schemas as outputFormat', async () => {
  const message = await client.messages.create(ask);
  const schema = z3.object({ name: z3.string() }) as unknown as AnySchema;
  await expect(parseOutput(message, schema)).rejects.toSatisfy(ConfigError.is.bind(ConfigError));
});

function toolWith(schema: unknown): RunnableTool {
  return defineTool({
    name: 'save',
    description: 'Saves',
    input: schema as AnySchema,
    run: (value) => value,
  });
}

function configErrorOf(action: () => unknown): ConfigError {
  let error: unknown;
  try {
    action();
  } catch (thrown) {
    error = thrown;
  }
  if (!ConfigError.is(error)) throw new Error('expected a ConfigError', { cause: error });
  return error;
}

/** Without a script, structured output matches the schema of the request. */
import { createStructured, InferenceClient } from '@parlance/inference';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';

const SCHEMAS = {
  'a date-time': z.object({ at: z.iso.datetime() }),
  'a date and a time': z.object({ on: z.iso.date(), at: z.iso.time() }),
  'an e-mail address': z.object({ email: z.email() }),
  'a UUID': z.object({ id: z.uuid() }),
  'a URL': z.object({ url: z.url() }),
  'an IP address': z.object({ four: z.ipv4(), six: z.ipv6() }),
  'a minimum': z.object({ age: z.int().min(18) }),
  'an exclusive maximum': z.object({ change: z.number().lt(-0.5) }),
  'a multiple': z.object({ price: z.number().min(0.3).multipleOf(0.25) }),
  'a minimum length': z.object({ name: z.string().min(12) }),
  'a maximum length': z.object({ code: z.string().max(2) }),
  'a pattern': z.object({ sku: z.string().regex(/^[A-Z]{3}-\d{4}(?:\/[a-f]+)?$/) }),
  'a minimum number of elements': z.object({ tags: z.array(z.string().min(6)).min(3) }),
  'a tuple': z.object({ point: z.tuple([z.number(), z.literal('x'), z.boolean()]) }),
  'a discriminated union': z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), size: z.int().negative() }),
    z.object({ kind: z.literal('b') }),
  ]),
  'an intersection': z.intersection(z.object({ a: z.string().min(5) }), z.object({ b: z.enum(['x', 'y']) })),
  'an array at the top level': z.array(z.object({ id: z.cuid2() })).min(2),
};

const base = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

test.each(Object.entries(SCHEMAS))('with %s, through the client', async (_name, schema) => {
  await using fake = createFake();
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const { value } = await createStructured(client, { ...base, output: schema });
  expect(schema.safeParse(value)).toMatchObject({ success: true });
});

test.each(Object.entries(SCHEMAS))('with %s, over HTTP', async (_name, schema) => {
  await using fake = createFake();
  const format = { type: 'json_schema', schema: z.toJSONSchema(schema) };
  const { json } = await asker(fake, '')('POST /v1/messages', { ...base, output_config: { format } });
  expect(schema.safeParse(JSON.parse(json.content[0].text))).toMatchObject({ success: true });
});

test.each([
  [{ type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 3, uniqueItems: true }, ['a', 'b', 'c']],
  [{ type: 'array', items: { type: 'integer', minimum: 5 }, minItems: 2, uniqueItems: true }, [5, 6]],
  [{ $defs: { n: { type: 'integer', maximum: -3 } }, $ref: '#/$defs/n' }, -3],
  [{ type: 'object', minProperties: 1, properties: { a: { type: 'boolean' } } }, { a: true }],
  [{ type: ['string', 'null'], format: 'ipv4' }, '192.0.2.1'],
  [{ type: 'string', pattern: '((a{9999}){9999}){9999}' }, 'text'],
  [{ type: 'string', pattern: '(' }, 'text'],
])('%j', async (schema, expected) => {
  await using fake = createFake();
  const format = { type: 'json_schema', schema };
  const { json } = await asker(fake, '')('POST /v1/messages', { ...base, output_config: { format } });
  expect(JSON.parse(json.content[0].text)).toEqual(expected);
});

test.each([
  [
    'slow patterns',
    { prefixItems: Array.from({ length: 500 }, () => ({ type: 'string', pattern: '^(a|a)+b(a|a)+c$' })) },
  ],
  [
    'references that multiply',
    { $ref: '#/$defs/n', $defs: { n: { minItems: 1000, items: { $ref: '#/$defs/n' } } } },
  ],
])('%s do not block the emulator', async (_name, schema) => {
  await using fake = createFake();
  const format = { type: 'json_schema', schema };
  expect(await asker(fake, '')('POST /v1/messages', { ...base, output_config: { format } })).toMatchObject({
    status: 200,
  });
});

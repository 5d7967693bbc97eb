/** Structured output: typed outcomes, repair, streaming, and schemas that the service does not support. */
import { StreamError } from '@parlance/core-transport';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { openPlace, PLACES, type Place } from '@parlance/testing/places';
import { defineTool } from '../tools/define-tool.js';
import { runTools } from '../tools/run-tools.js';
import type { AnySchema } from '../value-schema/value-schema.js';
import { streamElements } from './element-stream.js';
import { OutputError } from './output-result.js';
import {
  createStructured,
  outputFormat,
  parseOutput,
  safeCreateStructured,
  safeParseOutput,
} from './structured-output.js';
import { streamStructured } from './structured-stream.js';

const person = z.object({ name: z.string(), tags: z.array(z.string()), age: z.int().min(0) });
const ada = '{"name":"Ada","tags":["math","poetry"],"age":36}';

function ask(content: string) {
  return {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1000,
    messages: [{ role: 'user' as const, content }],
  };
}

function script({ fake }: Place, ...steps: object[]): void {
  fake.setScripts([{ steps }] as never);
}

describe('a result has a status', () => {
  test.each(PLACES)('ok, with the typed value (%s)', async (place) => {
    await using started = await openPlace(place);
    const result = await safeCreateStructured(started.client, { ...ask('who?'), output: person });
    if (result.status !== 'ok') throw new Error(result.status);
    expectTypeOf(result.value).toEqualTypeOf<{ name: string; tags: string[]; age: number }>();
    expect(result.value).toEqual({ name: 'text', tags: [], age: 1 });
    expect(result.usage).toEqual(result.message.usage);
  });

  test.each(PLACES)('refused, with the details of the refusal (%s)', async (place) => {
    await using started = await openPlace(place);
    const params = { ...ask('/refuse cyber'), output: person };
    const result = await safeCreateStructured(started.client, params);
    expect(result).toMatchObject({ status: 'refused', details: { category: 'cyber' } });
    const error: unknown = await createStructured(started.client, params).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'output_refused', failure: { status: 'refused' } });
  });

  test.each(PLACES)('truncated, with the part that arrived (%s)', async (place) => {
    await using started = await openPlace(place);
    script(started, { reply: ada.slice(0, 29), stop_reason: 'max_tokens' });
    const result = await safeCreateStructured(started.client, { ...ask('who?'), output: person });
    expect(result).toMatchObject({ status: 'truncated', partial: { name: 'Ada', tags: ['math'] } });
  });

  test.each([
    ['not_json', { reply: 'Ada' }],
    ['mismatch', { reply: '{"name":"Ada","tags":[],"age":-1}' }],
    ['truncated', { reply: '', stop_reason: 'model_context_window_exceeded' }],
  ])('%s', async (status, step) => {
    await using place = await openPlace('in process');
    script(place, step);
    const message = await place.client.messages.create(ask('who?'));
    expect(await safeParseOutput(message, person)).toMatchObject({ status });
    const error: unknown = await parseOutput(message, person).catch((error: unknown) => error);
    expect(OutputError.is(error) && error.code).toBe(`output_${status}`);
    expect(JSON.stringify(error)).not.toContain('Ada');
  });

  test('incomplete while the reply calls a tool', async () => {
    await using place = await openPlace('in process');
    const tools = [{ name: 'look', input_schema: { type: 'object' as const } }];
    const message = await place.client.messages.create({ ...ask('/tool look {}'), tools });
    expect(await safeParseOutput(message, person)).toEqual({ status: 'incomplete' });
  });
});

describe('repair', () => {
  test.each(PLACES)('asks once more, with the problems (%s)', async (place) => {
    await using started = await openPlace(place);
    script(
      started,
      { reply: '{"name":"Ada","tags":[],"age":"36"}' },
      { reply: ada, match: { content_contains: 'does not match the schema: age: ' } },
    );
    const output = await createStructured(
      started.client,
      { ...ask('who?'), output: person },
      { repair: true },
    );
    expect(output.value).toEqual(JSON.parse(ada));
    expect(output.usage.output_tokens).toBeGreaterThan(output.message.usage.output_tokens);
  });

  test.each([
    ['without the option', {}, [{ reply: 'Ada' }]],
    ['twice', { repair: true }, [{ reply: 'Ada' }, { reply: 'Ada again' }]],
    ['of a truncated reply', { repair: true }, [{ reply: '{', stop_reason: 'max_tokens' }]],
  ])('is not attempted %s', async (_, options, steps) => {
    await using place = await openPlace('in process');
    script(place, ...steps);
    const output = createStructured(place.client, { ...ask('who?'), output: person }, options);
    await expect(output).rejects.toSatisfy(OutputError.is.bind(OutputError));
    expect(place.fake.journal()).toHaveLength(steps.length);
  });
});

describe('streamStructured', () => {
  test.each(PLACES)('yields growing partial objects, then the validated value (%s)', async (place) => {
    await using started = await openPlace(place);
    script(started, { reply: ada });
    const stream = streamStructured(started.client, { ...ask('who?'), output: person });
    const partials: unknown[] = [];
    for await (const partial of stream.partialOutputStream()) {
      expectTypeOf(partial.tags).toEqualTypeOf<string[] | undefined>();
      partials.push(partial);
    }
    expect(partials.length).toBeGreaterThan(2);
    expect(partials[0]).not.toEqual(partials[1]);
    expect(partials.at(-1)).toEqual(JSON.parse(ada));
    expect(await stream.finalOutput()).toEqual(JSON.parse(ada));
    expect(await stream.finalResult()).toMatchObject({ status: 'ok' });
    expect((await stream.finalMessage()).stop_reason).toBe('end_turn');
  });

  test('fails like createStructured', async () => {
    await using place = await openPlace('in process');
    const params = { ...ask('/refuse'), output: person };
    await expect(streamStructured(place.client, params).finalOutput()).rejects.toMatchObject({
      code: 'output_refused',
    });
    const stream = streamStructured(place.client, params);
    expect((await stream.finalResult()).status).toBe('refused');
  });

  test('can be aborted', async () => {
    await using place = await openPlace('in process');
    await using stream = streamStructured(place.client, { ...ask('who?'), output: person });
    stream.abort(new Error('enough'));
    await expect(stream.finalOutput()).rejects.toMatchObject({ code: 'aborted' });
  });

  test('yields nothing for a reply that is not JSON', async () => {
    await using place = await openPlace('in process');
    script(place, { reply: 'I cannot say.' });
    const stream = streamStructured(place.client, { ...ask('who?'), output: person });
    const partials: unknown[] = [];
    for await (const partial of stream.partialOutputStream()) partials.push(partial);
    expect(partials).toEqual([]);
    await expect(stream.finalOutput()).rejects.toMatchObject({ code: 'output_not_json' });
  });
});

describe('streamElements', () => {
  const element = z.object({ name: z.string() }).transform(({ name }) => name.toUpperCase());
  const list = '{"elements":[{"name":"Ada"},{"name":"Grace"},{"name":"Mary"}]}';

  test.each(PLACES)('yields each element, validated, once it is complete (%s)', async (place) => {
    await using started = await openPlace(place);
    script(started, { reply: list });
    const names: string[] = [];
    for await (const name of streamElements(started.client, { ...ask('who?'), element })) names.push(name);
    expect(names).toEqual(['ADA', 'GRACE', 'MARY']);
  });

  test('yields elements before the reply is complete', async () => {
    await using place = await openPlace('in process');
    script(place, { reply: list });
    place.fake.setFaults([{ stream: { cut_at_event: 5 } }]);
    const names: string[] = [];
    const read = async (): Promise<void> => {
      for await (const name of streamElements(place.client, { ...ask('who?'), element })) names.push(name);
    };
    await expect(read()).rejects.toSatisfy(StreamError.is.bind(StreamError));
    expect(names).toEqual(['ADA']);
  });

  test.each([
    ['output_mismatch', '{"elements":[{"name":"Ada"},{"name":7}]}', ['ADA'], 'elements.1.name'],
    ['output_mismatch', '{"elements":7}', [], 'elements'],
    ['output_not_json', 'Ada', [], undefined],
  ])('fails with %s for %s', async (code, reply, before, path) => {
    await using place = await openPlace('in process');
    script(place, { reply });
    const names: string[] = [];
    const read = async (): Promise<void> => {
      for await (const name of streamElements(place.client, { ...ask('who?'), element })) names.push(name);
    };
    const error: unknown = await read().catch((error: unknown) => error);
    expect(error).toMatchObject({ code });
    expect((error as OutputError).problems[0]?.path).toBe(path);
    expect(names).toEqual(before);
  });

  test('sends nothing before the first element is taken', async () => {
    await using place = await openPlace('in process');
    streamElements(place.client, { ...ask('who?'), element });
    expect(place.fake.journal()).toEqual([]);
    expect(() =>
      streamElements(place.client, { ...ask('who?'), element: { type: 'object', not: {} } }),
    ).toThrow(/^element cannot use not: not is not supported/);
  });
});

describe('a schema that the service does not support is a ConfigError with the path', () => {
  const tree = z.object({
    value: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  const unsupported: [string, AnySchema, string][] = [
    ['a map', z.object({ counts: z.record(z.string(), z.int()) }), 'properties.counts.additionalProperties'],
    ['recursion', tree, 'properties.children.items.$ref'],
    [
      'recursion through definitions',
      {
        $ref: '#/$defs/a',
        $defs: {
          a: { type: 'object', properties: { b: { $ref: '#/$defs/b' } } },
          b: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] },
        },
      },
      'properties.b.anyOf.1.$ref',
    ],
    ['not', { type: 'array', items: { not: { type: 'string' } } }, 'items.not'],
    ['conditions', { type: 'object', properties: { a: { if: {}, else: {} } } }, 'properties.a.if'],
    ['patterns of keys', { type: 'object', patternProperties: { a: {} } }, 'patternProperties'],
    ['an enum of objects', { type: 'object', properties: { a: { enum: [{}] } } }, 'properties.a.enum'],
    [
      'another document',
      {
        type: 'object',
        $defs: { a: { $id: 'https://a.example/b' } },
        properties: { a: { $ref: 'https://a.example/b' } },
      },
      'properties.a.$ref',
    ],
  ];

  test.each(unsupported)('%s', async (_, schema, path) => {
    await using place = await openPlace('in process');
    const error = expect.objectContaining({
      code: 'invalid_option',
      option: 'output',
      message: expect.stringContaining(`output cannot use ${path}: `),
    });
    const params = { ...ask('who?'), output: schema };
    await expect(createStructured(place.client, params)).rejects.toEqual(error);
    expect(() => streamStructured(place.client, params)).toThrow(error);
    await expect(runTools(place.client, { ...params, tools: [] })).rejects.toEqual(error);
    expect(place.fake.journal()).toEqual([]);
    expect(() => outputFormat(schema)).toThrow(`schema cannot use ${path}`);
  });

  test('strict tools too, while other tools accept any schema', () => {
    const parts = {
      name: 'a',
      description: 'a',
      input: z.object({ counts: z.record(z.string(), z.int()) }),
      run: () => 'a',
    };
    expect(() => defineTool({ ...parts, strict: true })).toThrow(
      /^input of tool "a" cannot use properties\.counts\.additionalProperties: /,
    );
    expect(defineTool(parts).definition.strict).toBe(undefined);
  });

  test.each<[string, AnySchema]>([
    ['bounds', z.object({ age: z.int().min(3) })],
    ['unions', z.object({ a: z.union([z.string(), z.null()]) })],
    [
      'shared definitions',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/a' } },
        $defs: { a: { type: 'string' } },
      },
    ],
    ['open objects, which are closed', z.looseObject({ a: z.string() })],
  ])('%s are supported', (_, schema) => {
    expect(outputFormat(schema).type).toBe('json_schema');
  });
});

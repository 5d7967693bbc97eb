import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { InferenceClient } from '../inference-client.js';
import { AbortedError, ConfigError } from '@parlance/core-transport';
import type { MessageStream } from '../message-stream.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { TurnLimitError, type ToolStep } from './tool-run.js';

const fake = createFake({ checkResponses: true });
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const weather = defineTool({
  name: 'get_weather',
  description: 'Returns the weather forecast for a city',
  input: z.object({ city: z.string().min(2), days: z.int().max(9).default(1) }),
  run: ({ city, days }) => `${city}: sunny for ${days} days`,
});
const broken = defineTool({
  name: 'broken',
  description: 'Fails',
  input: { type: 'object', properties: {} },
  run: () => Promise.reject(new Error('out of order')),
});
const ask = (content: string) => ({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
});

describe('runTools', () => {
  test.each(['get weather', '', 'a'.repeat(129)])('defineTool rejects the name "%s"', (name) => {
    const parts = { description: '', input: { type: 'object' } as const, run: () => '' };
    expect(() => defineTool({ ...parts, name })).toThrow(ConfigError);
  });

  test('rejects two tools with one name before the first request', async () => {
    const run = runTools(client, { ...ask('hello'), tools: [weather, broken, weather] });
    await expect(run).rejects.toMatchObject({ code: 'invalid_option', option: 'tools.2' });
  });

  test('runs the calls of a turn in parallel and continues until the model stops', async () => {
    let open = 0;
    let most = 0;
    const slow = defineTool({
      name: 'slow',
      description: 'Takes its time',
      input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      run: async ({ name }) => {
        open++;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        return { name };
      },
    });
    const steps: ToolStep[] = [];
    const text = '/tool slow {"name":"a"}\n/tool slow {"name":"b"}\n/tool get_weather {"city":"Oslo"}';
    const run = await runTools(
      client,
      { ...ask(text), tools: [slow, weather] },
      {
        onStep: (step) => {
          steps.push(step);
        },
      },
    );
    expect(most).toBe(2);
    expect(steps.map((step) => step.results.map((result) => result.content))).toEqual([
      ['{"name":"a"}', '{"name":"b"}', 'Oslo: sunny for 1 days'],
      [],
    ]);
    expect(run.turns).toBe(2);
    expect(run.message.stop_reason).toBe('end_turn');
    expect(run.messages.map((turn) => turn.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(run.usage.output_tokens).toBe(
      steps.reduce((sum, step) => sum + step.message.usage.output_tokens, 0),
    );
  });

  test('reports errors to the model: a failing tool, an invalid input, an unknown tool', async () => {
    const steps: ToolStep[] = [];
    fake.setScripts([
      {
        steps: [
          {
            reply: [
              { type: 'tool_use', name: 'broken', input: {} },
              { type: 'tool_use', name: 'get_weather', input: { city: 'O', days: 12 } },
              { type: 'tool_use', name: 'nothing', input: {} },
            ],
          },
          { reply: 'done' },
        ],
      },
    ]);
    const params = { ...ask('go'), tools: [broken, weather] };
    await runTools(client, params, { onStep: (step) => void steps.push(step) });
    fake.setScripts([]);
    expect(steps[0]?.results.map(({ content, is_error }) => [content, is_error])).toEqual([
      ['out of order', true],
      [expect.stringMatching(/^the input does not match the schema: city: .*; days: /), true],
      ['tool "nothing" is not available', true],
    ]);
  });

  test('streams replies when onStream is set', async () => {
    let text = '';
    const run = await runTools(
      client,
      { ...ask('/tool get_weather {"city":"Oslo"}'), tools: [weather] },
      { onStream: (stream) => void stream.on('text', (piece) => (text += piece)) },
    );
    expect(text).toBe('You said: Oslo: sunny for 1 days');
    expect(run.turns).toBe(2);
  });

  test('aborts the stream when onStream throws', async () => {
    const boom = new Error('boom');
    const streams: MessageStream[] = [];
    const onStream = (stream: MessageStream): void => {
      streams.push(stream);
      throw boom;
    };
    await expect(runTools(client, { ...ask('hi'), tools: [] }, { onStream })).rejects.toBe(boom);
    await expect(streams[0]?.finalMessage()).rejects.toMatchObject({ code: 'aborted', reason: boom });
  });

  test('returns a call to a plain definition to the caller', async () => {
    const own = { name: 'own', input_schema: { type: 'object' as const } };
    const run = await runTools(client, { ...ask('/tool own {}'), tools: [own, weather] });
    expect([run.message.stop_reason, run.turns]).toEqual(['tool_use', 1]);
  });

  test('resumes a paused turn', async () => {
    const search = { type: 'web_search_20260209' as const, name: 'web_search' as const };
    const run = await runTools(client, { ...ask('/pause /tool web_search {"query":"q"}'), tools: [search] });
    expect([run.message.stop_reason, run.turns]).toEqual(['end_turn', 2]);
  });

  test('throws TurnLimitError after maxTurns, with messages that can be continued', async () => {
    const params = { ...ask('hello'), tools: [weather] };
    const prepareStep = () => ({ tool_choice: { type: 'any' as const } });
    const error: unknown = await runTools(client, params, { maxTurns: 3, prepareStep }).catch(
      (error: unknown) => error,
    );
    expect(TurnLimitError.is(error)).toBe(true);
    const { run } = error as TurnLimitError;
    expect(run.turns).toBe(3);
    // The service rejects a conversation with a call that lacks its result.
    expect(run.messages.map((turn) => turn.role).slice(-2)).toEqual(['assistant', 'user']);
    const continued = { ...params, messages: run.messages, tool_choice: { type: 'none' as const } };
    expect((await runTools(client, continued)).message.stop_reason).toBe('end_turn');
    expect(JSON.stringify(error)).not.toContain('hello');
    for (const maxTurns of [0, Number.NaN])
      await expect(runTools(client, params, { maxTurns })).rejects.toThrow(/maxTurns/);
  });

  test('can be aborted while a tool ignores the signal', async () => {
    const abort = new AbortController();
    const stuck = defineTool({
      name: 'stuck',
      description: 'Never ends',
      input: { type: 'object', properties: {} },
      run: () => {
        abort.abort(new Error('enough'));
        return new Promise(() => {});
      },
    });
    const error: unknown = await runTools(
      client,
      { ...ask('/tool stuck {}'), tools: [stuck] },
      { signal: abort.signal },
    ).catch((error: unknown) => error);
    expect(AbortedError.is(error)).toBe(true);
  });
});

describe('defineTool', () => {
  test('reduces a schema to the subset that the service supports', () => {
    expect(weather.definition).toEqual({
      name: 'get_weather',
      description: 'Returns the weather forecast for a city',
      input_schema: {
        type: 'object',
        properties: {
          city: { type: 'string', description: '(minLength: 2)' },
          days: { type: 'integer', description: '(minimum: -9007199254740991, maximum: 9)' },
        },
        required: ['city'],
        additionalProperties: false,
      },
    });
  });

  test('leaves a map with free keys open', () => {
    const input = z.object({ counts: z.record(z.string(), z.int().max(9)) });
    const { definition } = defineTool({ name: 'a', description: 'a', input, run: () => 'a' });
    expect(definition.input_schema).toMatchObject({
      additionalProperties: false,
      properties: { counts: { type: 'object', additionalProperties: { type: 'integer' } } },
    });
  });

  test('returns text and blocks unchanged, and other values as JSON', async () => {
    const context = { toolUseId: 'a', signal: new AbortController().signal };
    const resultOf = (value: unknown) =>
      defineTool({ name: 'a', description: 'a', input: { type: 'object' }, run: () => value }).call(
        {},
        context,
      );
    expect(await resultOf('a')).toBe('a');
    expect(await resultOf(undefined)).toBe('');
    expect(await resultOf([{ type: 'text', text: 'a' }])).toEqual([{ type: 'text', text: 'a' }]);
    expect(await resultOf([])).toBe('[]');
    expect(await resultOf({ a: 1 })).toBe('{"a":1}');
    // Rows that only share a type name with blocks are data.
    expect(await resultOf([{ type: 'document', id: 7 }])).toBe('[{"type":"document","id":7}]');
  });
});

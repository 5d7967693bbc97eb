import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { InferenceClient } from '../inference-client.js';
import { AbortedError } from '@parlance/core-transport';
import type { MessageStream } from '../message-stream.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { TurnLimitError, type ToolStep } from './tool-run.js';

const fake = createFake({ checkResponses: true });
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const weather = defineTool({
  name: 'get_weather',
  description: 'Tells the weather of a city',
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
  test('runs the calls of a turn in parallel and goes on until the model stops', async () => {
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

  test('tells the model of errors: a failing tool, a bad input, a tool that is none', async () => {
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
      [expect.stringMatching(/^The input does not fit: city: .*; days: /), true],
      ['There is no tool nothing.', true],
    ]);
  });

  test('streams when asked to', async () => {
    let text = '';
    const run = await runTools(
      client,
      { ...ask('/tool get_weather {"city":"Oslo"}'), tools: [weather] },
      { onStream: (stream) => void stream.on('text', (piece) => (text += piece)) },
    );
    expect(text).toBe('You said: Oslo: sunny for 1 days');
    expect(run.turns).toBe(2);
  });

  test('a listener that fails ends the stream that it was given', async () => {
    const boom = new Error('boom');
    const given: MessageStream[] = [];
    const onStream = (stream: MessageStream): void => {
      given.push(stream);
      throw boom;
    };
    await expect(runTools(client, { ...ask('hi'), tools: [] }, { onStream })).rejects.toBe(boom);
    await expect(given[0]?.finalMessage()).rejects.toMatchObject({ code: 'aborted', reason: boom });
  });

  test('gives a call back that is not its own to run', async () => {
    const own = { name: 'own', input_schema: { type: 'object' as const } };
    const run = await runTools(client, { ...ask('/tool own {}'), tools: [own, weather] });
    expect([run.message.stop_reason, run.turns]).toEqual(['tool_use', 1]);
  });

  test('goes on with a paused turn', async () => {
    const search = { type: 'web_search_20260209' as const, name: 'web_search' as const };
    const run = await runTools(client, { ...ask('/pause /tool web_search {"query":"q"}'), tools: [search] });
    expect([run.message.stop_reason, run.turns]).toEqual(['end_turn', 2]);
  });

  test('has a bound', async () => {
    const params = { ...ask('hello'), tools: [weather], tool_choice: { type: 'any' as const } };
    const error: unknown = await runTools(client, params, { maxTurns: 3 }).catch((error: unknown) => error);
    expect(TurnLimitError.is(error)).toBe(true);
    const { run } = error as TurnLimitError;
    expect(run.turns).toBe(3);
    // What is sent back must have an answer to each call.
    expect(run.messages.map((turn) => turn.role).slice(-2)).toEqual(['assistant', 'user']);
    const goOn = { ...params, messages: run.messages, tool_choice: { type: 'none' as const } };
    expect((await runTools(client, goOn)).message.stop_reason).toBe('end_turn');
    expect(JSON.stringify(error)).not.toContain('hello');
    for (const maxTurns of [0, Number.NaN])
      await expect(runTools(client, params, { maxTurns })).rejects.toThrow(/maxTurns/);
  });

  test('can be aborted while a tool runs that takes no notice', async () => {
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
  test('describes a schema in the subset that the service supports', () => {
    expect(weather.definition).toEqual({
      name: 'get_weather',
      description: 'Tells the weather of a city',
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

  test("leaves a map open, whose names are the model's to choose", () => {
    const input = z.object({ counts: z.record(z.string(), z.int().max(9)) });
    const { definition } = defineTool({ name: 'a', description: 'a', input, run: () => 'a' });
    expect(definition.input_schema).toMatchObject({
      additionalProperties: false,
      properties: { counts: { type: 'object', additionalProperties: { type: 'integer' } } },
    });
  });

  test('gives blocks, text, nothing and values as results', async () => {
    const context = { toolUseId: 'a', signal: new AbortController().signal };
    const giving = (value: unknown) =>
      defineTool({ name: 'a', description: 'a', input: { type: 'object' }, run: () => value }).call(
        {},
        context,
      );
    expect(await giving('a')).toBe('a');
    expect(await giving(undefined)).toBe('');
    expect(await giving([{ type: 'text', text: 'a' }])).toEqual([{ type: 'text', text: 'a' }]);
    expect(await giving([])).toBe('[]');
    expect(await giving({ a: 1 })).toBe('{"a":1}');
    // Rows that only happen to have the type of a block are data.
    expect(await giving([{ type: 'document', id: 7 }])).toBe('[{"type":"document","id":7}]');
  });
});

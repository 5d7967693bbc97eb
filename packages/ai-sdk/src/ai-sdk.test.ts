/** The AI SDK itself, over the emulator. */
import {
  createUIMessageStreamResponse,
  generateObject,
  generateText,
  jsonSchema,
  readUIMessageStream,
  stepCountIs,
  streamObject,
  streamText,
  tool,
  type UIMessage,
} from 'ai';
import { ApiError, defineTool, InferenceClient, streamTools } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createParlance } from './parlance-provider.js';
import { toUIMessageStream } from './ui-message-stream.js';

const PLACES = [
  ['in process', {}],
  ['socket', { isSocket: true }],
  ['nulls omitted', { nulls: 'omitted' }],
  ['named', { naming: { vendor: 'acme', assistant: 'robin', githost: 'gitbox' } }],
] as const;

async function start(options: { isSocket?: boolean; nulls?: 'omitted'; naming?: object } = {}) {
  const { isSocket = false, ...settings } = options;
  const fake = createFake({ checkResponses: true, ...(settings as object) });
  if (isSocket) await fake.listen();
  const bodies: Record<string, unknown>[] = [];
  const client = new InferenceClient({
    middleware: [
      (next) => (request) => {
        // Models are looked up without a body.
        if (typeof request.body === 'string')
          bodies.push(JSON.parse(String(request.body)) as Record<string, unknown>);
        return next(request);
      },
    ],
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    ...(!isSocket && { http: fake.http() }),
    ...(settings.naming !== undefined && { naming: settings.naming as never }),
  });
  return {
    fake,
    client,
    bodies,
    model: createParlance({ client })('assistant-sonnet-4-6'),
    async [Symbol.asyncDispose]() {
      await client.close();
      await fake.close();
    },
  };
}

const tools = {
  weather: tool({
    description: 'Returns the weather',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => ({ city, celsius: 21 }),
  }),
  fail: tool({
    description: 'Fails',
    inputSchema: z.object({}),
    execute: (): string => {
      throw new Error('It failed.');
    },
  }),
};

describe.each(PLACES)('%s', (_, place) => {
  test('generateText', async () => {
    await using started = await start(place);
    const result = await generateText({
      model: started.model,
      system: 'Be brief.',
      prompt: 'hello',
      temperature: 0.5,
      maxOutputTokens: 100,
      seed: 1,
    });
    expect(result.text).toBe('You said: hello');
    expect(result.finishReason).toBe('stop');
    expect(result.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
    expect(result.warnings).toEqual([{ type: 'unsupported', feature: 'seed' }]);
    expect(result.response.id).toMatch(/^msg_/);
    expect(result.providerMetadata?.parlance).toMatchObject({ stop_reason: 'end_turn' });
  });

  test('generateText with tools', async () => {
    await using started = await start(place);
    const result = await generateText({
      model: started.model,
      prompt: '/tool weather {"city":"Oslo"}\n/tool fail {}',
      tools,
      stopWhen: stepCountIs(3),
    });
    expect(result.steps).toHaveLength(2);
    expect(result.steps[0]?.toolCalls.map(({ toolName, input }) => [toolName, input])).toEqual([
      ['weather', { city: 'Oslo' }],
      ['fail', {}],
    ]);
    expect(result.text).toMatch(/"celsius":21[^]*It failed/);
  });

  test('streamText with tools', async () => {
    await using started = await start(place);
    const result = streamText({
      model: started.model,
      prompt: '/tool weather {"city":"Oslo"}',
      tools,
      stopWhen: stepCountIs(3),
    });
    const types = new Set<string>();
    for await (const part of result.fullStream) types.add(part.type);
    expect([...types]).toEqual(
      expect.arrayContaining(['tool-input-delta', 'tool-call', 'tool-result', 'text-delta', 'finish']),
    );
    expect(await result.text).toMatch(/"celsius":21/);
    expect(await result.finishReason).toBe('stop');
    expect((await result.totalUsage).outputTokens).toBeGreaterThan(0);
  });

  test('responses of generateText and streamText have headers and an id', async () => {
    await using started = await start(place);
    const { response } = await generateText({ model: started.model, prompt: 'hello' });
    const streamed = await streamText({ model: started.model, prompt: 'hello' }).response;
    for (const { id, modelId, headers } of [response, streamed])
      expect([id, modelId, headers]).toEqual([
        expect.stringMatching(/^msg_/),
        'assistant-sonnet-4-6',
        expect.objectContaining({ 'request-id': expect.stringMatching(/^req_/) }),
      ]);
  });

  test('generateObject and streamObject', async () => {
    await using started = await start(place);
    const schema = z.object({ name: z.string(), size: z.number() });
    const { object } = await generateObject({ model: started.model, prompt: 'an object', schema });
    expect(schema.parse(object)).toEqual(object);
    const result = streamObject({ model: started.model, prompt: 'an object', schema });
    for await (const partial of result.partialObjectStream) expect(partial).toBeTypeOf('object');
    expect(schema.parse(await result.object)).toEqual(object);
  });

  test('reasoning is sent back in later turns', async () => {
    await using started = await start(place);
    const providerOptions = { parlance: { thinking: { type: 'enabled', budget_tokens: 1024 } } };
    const thinking = { type: 'thinking', thinking: 'about it' };
    const call = { type: 'tool_use', name: 'weather', input: { city: 'Oslo' } };
    started.fake.setScripts([
      {
        steps: [{ reply: [thinking, call] }, { match: { result_contains: 'celsius' }, reply: 'It is warm.' }],
      },
    ]);
    const result = await generateText({
      model: started.model,
      prompt: 'weather?',
      tools,
      stopWhen: stepCountIs(2),
      providerOptions,
    });
    expect(result.steps[0]?.reasoningText).toBe('about it');
    expect(result.text).toBe('It is warm.');
    expect(started.bodies[1]?.['messages']).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [{ ...thinking, signature: expect.stringMatching(/^sig_/) }, { ...call }],
      },
      { role: 'user', content: [{ type: 'tool_result' }] },
    ]);
    started.fake.setScripts([]);
    const streamed = streamText({ model: started.model, prompt: '/think again', providerOptions });
    expect(await streamed.reasoningText).toBe('again');
  });
});

describe('prompts', () => {
  test('files, caching and provider options reach the request', async () => {
    await using started = await start();
    const cache = { parlance: { cache_control: { type: 'ephemeral' } } };
    await generateText({
      model: started.model,
      messages: [
        { role: 'system', content: 'Be brief.', providerOptions: cache },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            {
              type: 'file',
              mediaType: 'image/png',
              data: new Uint8Array(Buffer.from('iVBORw0KGgo=', 'base64')),
            },
            {
              type: 'file',
              mediaType: 'text/plain',
              data: Buffer.from('plain').toString('base64'),
              filename: 'a.txt',
            },
            { type: 'file', mediaType: 'application/pdf', data: new URL('https://example.com/a.pdf') },
          ],
          providerOptions: cache,
        },
      ],
      allowSystemInMessages: true,
      providerOptions: { parlance: { metadata: { user_id: 'u1' } } },
    });
    expect(started.bodies).toMatchObject([
      {
        system: [{ text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
        metadata: { user_id: 'u1' },
        max_tokens: 128_000,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'look' },
              { type: 'image', source: { media_type: 'image/png' } },
              { type: 'document', title: 'a.txt', source: { type: 'text', data: 'plain' } },
              { type: 'document', source: { type: 'url' }, cache_control: { type: 'ephemeral' } },
            ],
          },
        ],
      },
    ]);
  });

  test('tool choice is converted', async () => {
    await using started = await start();
    const call = { model: started.model, prompt: 'hello', tools };
    await generateText({ ...call, toolChoice: 'required' });
    await generateText({ ...call, toolChoice: { type: 'tool', toolName: 'weather' } });
    await generateText({ ...call, toolChoice: 'none' });
    expect(started.bodies.map((body) => body['tool_choice'])).toEqual([
      { type: 'any' },
      { type: 'tool', name: 'weather' },
      { type: 'none' },
    ]);
  });

  test('blocks of tools that the service runs are sent back unchanged', async () => {
    await using started = await start();
    const first = await generateText({
      model: started.model,
      prompt: '/tool web_search {"query":"oslo"}',
      providerOptions: { parlance: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] } },
    });
    expect(first.content.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['tool-call', 'tool-result', 'source']),
    );
    await generateText({
      model: started.model,
      messages: [
        { role: 'user', content: '/tool web_search {"query":"oslo"}' },
        ...first.response.messages,
        { role: 'user', content: 'thanks' },
      ],
      providerOptions: { parlance: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] } },
    });
    const messages = started.bodies[1]?.['messages'] as { content: { type: string }[] }[];
    expect(messages[1]?.content.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['server_tool_use', 'web_search_tool_result']),
    );
  });
});

describe('failures', () => {
  test('errors of the client are thrown once, after its own retries', async () => {
    await using started = await start();
    started.fake.setFaults([{ match: { path: '/v1/messages' }, times: 100, status: 400 }]);
    await expect(generateText({ model: started.model, prompt: 'hello' })).rejects.toThrow(ApiError);
    expect(started.bodies).toHaveLength(1);
  });

  test('an abort ends a stream', async () => {
    await using started = await start();
    const abort = new AbortController();
    const result = streamText({ model: started.model, prompt: '/long 5000', abortSignal: abort.signal });
    const types: string[] = [];
    for await (const part of result.fullStream) {
      types.push(part.type);
      if (part.type === 'text-delta') abort.abort();
    }
    expect(types.at(-1)).toBe('abort');
  });

  test.each([
    [{}, 'client'],
    [{ client: {} }, 'client'],
    [undefined, 'client'],
  ])('createParlance refuses %j', (options, option) => {
    expect(() => createParlance(options as never)).toThrow(expect.objectContaining({ option }));
  });

  test('an output schema that the service does not support is refused with its path', async () => {
    await using started = await start();
    const schema = jsonSchema({
      type: 'object',
      properties: { a: { type: 'object', patternProperties: { b: {} } } },
    });
    await expect(generateObject({ model: started.model, prompt: 'a', schema })).rejects.toThrow(/properties/);
    expect(started.bodies).toHaveLength(0);
  });
});

describe('toUIMessageStream', () => {
  const weather = defineTool({
    name: 'weather',
    description: 'Returns the weather',
    input: z.object({ city: z.string() }),
    run: ({ city }) => ({ city }),
  });
  const params = (content: string) => ({
    model: 'assistant-sonnet-4-6',
    max_tokens: 4000,
    thinking: { type: 'enabled' as const, budget_tokens: 1024 },
    messages: [{ role: 'user' as const, content }],
    tools: [weather],
  });

  test('becomes the message that useChat shows', async () => {
    await using started = await start();
    const call = { type: 'tool_use', name: 'weather' };
    started.fake.setScripts([
      {
        steps: [
          {
            reply: [
              { type: 'thinking', thinking: 'first' },
              { ...call, input: { city: 'Oslo' } },
              { ...call, input: {} },
            ],
          },
          { reply: 'It is warm.' },
        ],
      },
    ]);
    const run = streamTools(started.client, params('weather?'));
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: toUIMessageStream(run) })) last = message;
    expect(last?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'first', state: 'done' },
      { type: 'tool-weather', state: 'output-available', input: { city: 'Oslo' }, output: '{"city":"Oslo"}' },
      { type: 'tool-weather', state: 'output-error', errorText: expect.stringMatching(/schema/) },
      { type: 'step-start' },
      { type: 'text', state: 'done', text: 'It is warm.' },
    ]);
  });

  test('is a response for a route', async () => {
    await using started = await start();
    const stream = toUIMessageStream(streamTools(started.client, params('hello')));
    const text = await createUIMessageStreamResponse({ stream }).text();
    expect(text).toMatch(/"type":"text-delta"[^]*"type":"finish"[^]*\[DONE\]/);
  });

  test('reports failures without their messages, unless onError returns them', async () => {
    await using started = await start();
    started.fake.setFaults([{ match: { path: '/v1/messages' }, times: 100, status: 400 }]);
    const read = async (options: Parameters<typeof toUIMessageStream>[1]) => {
      const chunks: unknown[] = [];
      const run = streamTools(started.client, params('hello'));
      for await (const chunk of toUIMessageStream(run, options)) chunks.push(chunk);
      return chunks.at(-1);
    };
    expect(await read({})).toEqual({ type: 'error', errorText: 'An error occurred.' });
    expect(await read({ onError: (error) => (error as Error).name })).toEqual({
      type: 'error',
      errorText: 'BadRequestError',
    });
  });

  test('cancelling the stream ends the run', async () => {
    await using started = await start();
    const run = streamTools(started.client, params('/long 5000'));
    const reader = toUIMessageStream(run).getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    expect(await run.next()).toEqual({ done: true, value: undefined });
  });

  test('refuses anything else', () => {
    expect(() => toUIMessageStream({} as never)).toThrow(expect.objectContaining({ option: 'run' }));
  });
});

/** The spans of runs: one trace per run, with its calls and tools, by the conventions for generative AI. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { openTelemetry } from '@parlance/core-transport/telemetry';
import { context, ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InferenceClient } from '../inference-client.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { streamTools } from './stream-tools.js';

const storage = new AsyncLocalStorage<Context>();
const manager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, code, self, ...values) => storage.run(active, () => code.apply(self as never, values)),
  bind: (_, target) => target,
  enable: () => manager,
  disable: () => manager,
};

beforeAll(() => void context.setGlobalContextManager(manager));
afterAll(() => context.disable());

function start(captureContent = false, naming?: { readonly vendor: string; readonly assistant: string }) {
  const fake = createFake({ ...(naming && { naming }) });
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const client = new InferenceClient({
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    http: fake.http(),
    telemetry: openTelemetry({ tracer: provider.getTracer('test'), captureContent }),
    ...(naming && { naming }),
  });
  const spans = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      attributes: span.attributes,
      id: span.spanContext().spanId,
      trace: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
    }));
  return { fake, client, spans };
}

const weather = (client?: InferenceClient) =>
  defineTool({
    name: 'weather',
    description: 'Weather',
    input: { type: 'object' },
    run: async () => {
      await client?.models.retrieve('assistant-sonnet-4-6');
      return 'rain';
    },
  });
const fail = defineTool({
  name: 'fail',
  description: 'Fails',
  input: { type: 'object' },
  run: () => Promise.reject(new Error('secret')),
});
const params = (content: string) => ({
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content }],
});

describe.each([
  ['runTools', runTools],
  [
    'streamTools',
    async (...values: Parameters<typeof streamTools>) => {
      for await (const update of streamTools(...values)) void update;
    },
  ],
] as const)('%s', (_, run) => {
  test('has one trace with its calls, its tools and their calls', async () => {
    const { client, spans } = start();
    await run(client, { ...params('/tool weather {}\n/tool fail {}'), tools: [weather(client), fail] });
    const all = spans();
    const [agent] = all.filter(({ name }) => name === 'invoke_agent');
    const [tool] = all.filter(({ name }) => name === 'execute_tool weather');
    expect(new Set(all.map(({ trace }) => trace)).size).toBe(1);
    expect(all.map(({ name, parent }) => [name, parent]).sort()).toEqual([
      ['chat assistant-sonnet-4-6', agent?.id],
      ['chat assistant-sonnet-4-6', agent?.id],
      ['execute_tool fail', agent?.id],
      ['execute_tool weather', agent?.id],
      ['invoke_agent', undefined],
      ['models.retrieve', tool?.id],
    ]);
    expect(agent?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'parlance',
      'gen_ai.request.model': 'assistant-sonnet-4-6',
      'gen_ai.response.finish_reasons': ['end_turn'],
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
    });
    expect(tool?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.id': expect.stringMatching(/^toolu_/),
      'gen_ai.tool.type': 'function',
    });
    expect(all.find(({ name }) => name === 'execute_tool fail')?.attributes).toMatchObject({
      'error.type': 'failed',
    });
    expect(JSON.stringify(all)).not.toContain('secret');
  });
});

test('a run that fails ends its span with the code of the error', async () => {
  const { fake, client, spans } = start();
  fake.setFaults([{ match: { path: '/v1/messages' }, times: 9, status: 400 }]);
  await runTools(client, { ...params('hello'), tools: [] }).catch(() => undefined);
  expect(spans().find(({ name }) => name === 'invoke_agent')?.attributes).toMatchObject({
    'error.type': 'invalid_request_error',
  });
});

test('a run that is left ends its span', async () => {
  const { client, spans } = start();
  for await (const update of streamTools(client, { ...params('hello'), tools: [] })) if (update) break;
  expect(spans().map(({ name }) => name)).toContain('invoke_agent');
});

test('spans have the name that the deployment uses for a model', async () => {
  const { client, spans } = start(false, { vendor: 'acme', assistant: 'robin' });
  await runTools(client, { ...params('hello'), tools: [] });
  expect(spans().map(({ name }) => name)).toEqual(['chat robin-sonnet-4-6', 'invoke_agent']);
  expect(spans()[0]?.attributes).toMatchObject({
    'gen_ai.request.model': 'robin-sonnet-4-6',
    'gen_ai.response.model': 'robin-sonnet-4-6',
  });
  expect(spans()[1]?.attributes).toMatchObject({ 'gen_ai.request.model': 'robin-sonnet-4-6' });
});

test('content has the form of the conventions', async () => {
  const { client, spans } = start(true);
  await runTools(client, {
    ...params('/tool weather {"city":"Oslo"}'),
    system: 'Be brief.',
    tools: [weather()],
  });
  const chats = spans().filter(({ name }) => name.startsWith('chat'));
  const read = (index: number, name: string): unknown => JSON.parse(String(chats[index]?.attributes[name]));
  const id = expect.stringMatching(/^toolu_/) as string;
  expect(read(0, 'gen_ai.system_instructions')).toEqual([{ type: 'text', content: 'Be brief.' }]);
  expect(read(0, 'gen_ai.output.messages')).toEqual([
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id, name: 'weather', arguments: { city: 'Oslo' } }],
      finish_reason: 'tool_call',
    },
  ]);
  expect(read(1, 'gen_ai.input.messages')).toEqual([
    { role: 'user', parts: [{ type: 'text', content: '/tool weather {"city":"Oslo"}' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id, name: 'weather', arguments: { city: 'Oslo' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id, response: 'rain' }] },
  ]);
  expect(spans().find(({ name }) => name === 'execute_tool weather')?.attributes).toMatchObject({
    'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
    'gen_ai.tool.call.result': '"rain"',
  });
});

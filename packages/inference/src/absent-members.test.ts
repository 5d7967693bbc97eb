/** Services omit members that are null or zero. The helpers treat an absent member like null. */
import { FetchAdapter } from '@parlance/core-transport';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { InferenceClient } from './inference-client.js';
import { messageCost } from './message-cost.js';
import { createUntilComplete } from './resume-turn.js';
import { sumUsage } from './sum-usage.js';
import { defineTool } from './tools/define-tool.js';
import { runTools } from './tools/run-tools.js';
import { streamTools } from './tools/stream-tools.js';

const OMITTED = new Set([
  'cache_creation',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'citations',
  'inference_geo',
  'iterations',
  'server_tool_use',
  'service_tier',
]);

const fake = createFake();

/** A proxy that removes nulls and optional members from JSON responses and from the events of streams. */
const proxy = new FetchAdapter({
  fetch: async (...request) => {
    const response = await fake.fetch(...request);
    const { status, headers } = response;
    const lines = (await response.text()).split('\n');
    return new Response(lines.map(sparse).join('\n'), { status, headers });
  },
});
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: proxy });
const double = defineTool({
  name: 'double',
  description: 'Doubles a number',
  input: { type: 'object', properties: { of: { type: 'number' } }, required: ['of'] },
  run: ({ of }) => String(of * 2),
});
const ask = (content: string) => ({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
});
const prices = { 'assistant-sonnet-4-6': { input: 1, output: 1 } };

function sparse(line: string): string {
  const [, prefix, json] = /^(data: )?(\{.*)$/.exec(line) ?? [];
  if (json === undefined) return line;
  const drop = (name: string, value: unknown) => (value === null || OMITTED.has(name) ? undefined : value);
  return `${prefix ?? ''}${JSON.stringify(JSON.parse(json, drop))}`;
}

test('the proxy leaves only token counts in the usage', async () => {
  const { usage } = await client.messages.create(ask('hello'));
  expect(Object.keys(usage).toSorted()).toEqual(['input_tokens', 'output_tokens']);
});

test.each([false, true])('runTools sums the usage of all turns (streamed: %s)', async (streamed) => {
  let pieces = 0;
  const onStream = streamed
    ? (stream: ReturnType<typeof client.messages.stream>) => void stream.on('event', () => (pieces += 1))
    : undefined;
  const steps: number[] = [];
  const run = await runTools(
    client,
    { ...ask('/tool double {"of":21}'), tools: [double] },
    { onStream, onStep: ({ message }) => void steps.push(message.usage.output_tokens) },
  );
  expect(run.message.content).toMatchObject([{ type: 'text', text: 'You said: 42' }]);
  expect(run.usage.output_tokens).toBe(steps.reduce((sum, count) => sum + count, 0));
  expect(pieces > 0).toBe(streamed);
  expect(messageCost(run.message, prices).total).toBeGreaterThan(0);
});

test('streamTools returns the summed usage', async () => {
  const updates = streamTools(client, { ...ask('/tool double {"of":21}'), tools: [double] });
  let next = await updates.next();
  while (next.done !== true) next = await updates.next();
  expect(next.value.turns).toBe(2);
  expect(Object.keys(next.value.usage)).toEqual(expect.arrayContaining(['input_tokens', 'output_tokens']));
  expect(next.value.usage.input_tokens).toBeGreaterThan(0);
});

test.each([false, true])('createUntilComplete joins a paused turn (streamed: %s)', async (streamed) => {
  const tools = [{ type: 'web_search_20260209' as const, name: 'web_search' as const }];
  const params = { ...ask('/pause /tool web_search {"query":"q"}'), tools };
  const whole = await createUntilComplete(client, params, streamed ? { onStream: () => undefined } : {});
  expect(whole.stop_reason).toBe('end_turn');
  expect(whole.usage.output_tokens).toBeGreaterThan(0);
  expect(whole.usage.server_tool_use ?? null).toBeNull();
});

test('sumUsage treats counts missing within a member like 0', () => {
  const first = { input_tokens: 1, output_tokens: 1, cache_creation: {}, server_tool_use: {} };
  const second = {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation: { ephemeral_5m_input_tokens: 3 },
    server_tool_use: { web_search_requests: 2 },
  };
  expect(sumUsage([first, second] as unknown as Parameters<typeof sumUsage>[0])).toEqual({
    input_tokens: 2,
    output_tokens: 2,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 3 },
    server_tool_use: { web_fetch_requests: 0, web_search_requests: 2 },
  });
  expect(() => sumUsage([])).toThrow(expect.objectContaining({ code: 'invalid_option', option: 'usages' }));
});

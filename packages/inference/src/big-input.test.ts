/** Inputs and replies at their size limits. */
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { RequestTooLargeError } from '@parlance/core-transport';
import { Conversation } from './conversation.js';
import { InferenceClient } from './inference-client.js';
import { defineTool } from './tools/define-tool.js';
import { runTools } from './tools/run-tools.js';

const model = 'assistant-sonnet-4-6';
const MIB = 1024 * 1024;

function open() {
  const fake = createFake();
  return {
    fake,
    client: new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() }),
  };
}

test('a cached conversation of 1,000 turns can be continued', async () => {
  const { client } = open();
  const turns = Array.from({ length: 999 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `turn ${index}: ${'words '.repeat(20)}`,
  }));
  const conversation = new Conversation(turns);
  const first = await client.messages.create({ model, max_tokens: 100, messages: conversation.cached() });
  conversation.add(first).say('and then?');
  const second = await client.messages
    .stream({ model, max_tokens: 100, messages: conversation.cached() })
    .finalMessage();
  expect(conversation.messages).toHaveLength(1001);
  expect(second.content).toEqual([{ type: 'text', text: 'You said: and then?', citations: null }]);
  const { usage } = second;
  // All but the last two turns are read from the cache.
  expect(usage.cache_read_input_tokens).toBe(
    (first.usage.cache_creation_input_tokens ?? 0) + (first.usage.cache_read_input_tokens ?? 0),
  );
  expect(usage.input_tokens + (usage.cache_creation_input_tokens ?? 0)).toBeLessThan(100);
});

test('a document of 30 MiB is accepted, one of 33 MiB is rejected', async () => {
  const { client } = open();
  const send = (bytes: number) => {
    const source = {
      type: 'base64' as const,
      media_type: 'application/pdf' as const,
      data: 'A'.repeat(bytes),
    };
    return client.messages.create({
      model,
      max_tokens: 10,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source },
            { type: 'text', text: 'hi' },
          ],
        },
      ],
    });
  };
  expect((await send(30 * MIB)).content).toMatchObject([{ text: 'You said: hi' }]);
  await expect(send(33 * MIB)).rejects.toSatisfy(RequestTooLargeError.is.bind(RequestTooLargeError));
});

test('a tool input of 1 MB is assembled from small pieces and passed to its tool', async () => {
  const { client, fake } = open();
  const lines = Array.from(
    { length: 25_000 },
    (_, index) => `line ${index}: "quoted" \u{1F600} and more text`,
  );
  fake.setScripts([
    { steps: [{ reply: [{ type: 'tool_use', name: 'save', input: { lines } }] }, { reply: 'saved' }] },
  ]);
  let pieces = 0;
  let saved: unknown;
  let seen = 0;
  const save = defineTool({
    name: 'save',
    description: 'Saves lines',
    input: {
      type: 'object',
      properties: { lines: { type: 'array', items: { type: 'string' } } },
      required: ['lines'],
    },
    run: (input) => {
      saved = input.lines;
    },
  });
  const params = {
    model,
    max_tokens: 1000,
    messages: [{ role: 'user' as const, content: 'save' }],
    tools: [save],
  };
  const run = await runTools(client, params, {
    onStream: (stream) => {
      stream.on('inputJson', (_, input) => {
        pieces++;
        seen = Math.max(seen, (input as { lines?: unknown[] } | undefined)?.lines?.length ?? 0);
      });
    },
  });
  expect(JSON.stringify(lines).length).toBeGreaterThan(1_000_000);
  expect(pieces).toBeGreaterThan(20_000);
  expect(seen).toBe(25_000);
  expect(saved).toEqual(lines);
  expect(run.message.content).toMatchObject([{ text: 'saved' }]);
});

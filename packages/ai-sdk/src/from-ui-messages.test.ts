import { createFake } from '@parlance/testing-fakes';
import { readUIMessageStream, type UIMessage } from 'ai';
import { defineTool, InferenceClient, streamTools } from '@parlance/inference';
import { describe, expect, test } from 'vitest';
import { fromUIMessages } from './from-ui-messages.js';
import { toUIMessageStream } from './ui-message-stream.js';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a conversation with a page', () => {
  test('continues with the turns of the run, in their order', async () => {
    const fake = createFake({ checkResponses: true });
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    fake.setScripts([
      {
        steps: [
          {
            reply: [
              { type: 'thinking', thinking: 'first' },
              { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' },
              { type: 'text', text: 'Let me check.' },
              { type: 'tool_use', name: 'weather', input: { city: 'Oslo' } },
              { type: 'tool_use', name: 'fail', input: {} },
            ],
          },
          { reply: 'It rains.' },
          { reply: 'Goodbye.' },
        ],
      },
    ]);
    const tool = (name: string, run: () => unknown) =>
      defineTool({ name, description: 'A tool', input: { type: 'object' }, run });
    const page: UIMessage[] = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'weather?' }] }];
    const run = streamTools(client, {
      model: 'assistant-sonnet-4-6',
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: fromUIMessages(page),
      tools: [
        tool('weather', () => [{ type: 'text', text: 'rain' }]),
        tool('fail', () => Promise.reject(new Error('closed'))),
      ],
    });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: toUIMessageStream(run) })) last = message;
    const sent = JSON.parse(JSON.stringify([...page, last])) as UIMessage[];
    expect(fromUIMessages(sent)).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'weather?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'first', signature: expect.any(String) },
          { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' },
          { type: 'text', text: 'Let me check.' },
          { type: 'tool_use', name: 'weather', input: { city: 'Oslo' } },
          { type: 'tool_use', name: 'fail', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', content: [{ type: 'text', text: 'rain' }] },
          { type: 'tool_result', content: 'closed', is_error: true },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'It rains.' }] },
    ]);
    const next = { role: 'user' as const, parts: [{ type: 'text', text: 'thanks' }] };
    const reply = await client.messages.create({
      model: 'assistant-sonnet-4-6',
      max_tokens: 100,
      messages: fromUIMessages([...sent, next]),
    });
    expect(reply.stop_reason).toBe('end_turn');
    await fake.close();
  });

  test('keeps blocks of tools that the service runs in their place', async () => {
    const fake = createFake({ checkResponses: true });
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const run = streamTools(client, {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1000,
      messages: [{ role: 'user', content: '/tool web_search {"query":"oslo"}' }],
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    });
    const replies: string[][] = [];
    const observed = (async function* () {
      for await (const update of run) {
        if (update.type === 'reply') replies.push(update.message.content.map(({ type }) => type));
        yield update;
      }
    })();
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: toUIMessageStream(observed) })) last = message;
    const [turn] = fromUIMessages(last ? [last] : []);
    expect(Array.isArray(turn?.content) && turn.content.map(({ type }) => type)).toEqual(replies[0]);
    expect(turn?.content).toContainEqual(
      expect.objectContaining({ type: 'server_tool_use', input: { query: 'oslo' } }),
    );
    await fake.close();
  });
});

test('converts files', () => {
  const file = (url: string, mediaType: string) => ({ type: 'file', url, mediaType });
  const parts = [
    { type: 'text', text: 'look' },
    file(`data:image/png;base64,${PNG}`, 'image/png'),
    file('https://example.com/a.pdf', 'application/pdf'),
    { ...file('', 'image/png'), providerReference: { parlance: 'file_1' } },
  ];
  expect(fromUIMessages([{ role: 'user', parts }])).toMatchObject([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
        { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
        { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      ],
    },
  ]);
});

test.each([
  ['input-available', {}, 'The call did not complete.'],
  ['output-denied', {}, 'The call was denied.'],
  ['output-error', { errorText: 'closed' }, 'closed'],
])('a call in the state %s has an error result', (state, fields, content) => {
  const parts = [
    { type: 'step-start' },
    { type: 'dynamic-tool', toolName: 'clock', toolCallId: 'toolu_1', input: {}, state, ...fields },
  ];
  expect(fromUIMessages([{ role: 'assistant', parts }])).toEqual([
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content, is_error: true }] },
  ]);
});

test('an output that is not text or blocks is sent as JSON', () => {
  const part = { type: 'tool-clock', toolCallId: 'toolu_1', state: 'output-available', output: { hour: 12 } };
  const [, results] = fromUIMessages([{ role: 'assistant', parts: [part] }]);
  expect(results?.content).toMatchObject([{ content: '{"hour":12}' }]);
});

test.each([
  [{} as never],
  [[{ role: 'system', parts: [{ type: 'text', text: 'Obey the page.' }] }]],
  [[{ role: 'user' } as never]],
  [[{ role: 'user', parts: [{ type: 'file', url: 'a.png', mediaType: 'image/png' }] }]],
])('refuses %j', (messages) => {
  expect(() => fromUIMessages(messages as never)).toThrow(expect.objectContaining({ option: 'messages' }));
});

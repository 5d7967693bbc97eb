import { InferenceClient } from '@parlance/inference';
import type { Message, MessageCreateParams, MessageStreamEvent } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { askMessages, base, says, tool } from '../testing/ask-messages.js';
import { verifies } from '../testing/verifies.js';

const { create, fake } = askMessages();
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

describe('stream', () => {
  const events = async (body: object): Promise<MessageStreamEvent[]> => {
    const stream = client.messages.stream(body as MessageCreateParams);
    const seen: MessageStreamEvent[] = [];
    for await (const event of stream) seen.push(structuredClone(event));
    return seen;
  };

  test('emits its events in order and starts without a stop reason', async () => {
    verifies('INF-029', 'INF-030', 'INF-210', 'GEN-015');
    const seen = await events(base);
    const order = seen
      .map((event) => event.type)
      .filter((type) => type !== 'ping' && type !== 'content_block_delta');
    expect(order).toEqual([
      'message_start',
      'content_block_start',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(seen[0]).toMatchObject({
      message: { stop_reason: null, content: [], usage: { input_tokens: 5 } },
    });
    expect(seen.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } });
  });

  test.each([
    ['text', base],
    [
      'thinking',
      says('/think hard', { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000 }),
    ],
    [
      'a thought that is not shown',
      says('/think hard', { thinking: { type: 'adaptive', display: 'omitted' } }),
    ],
    ['tool use', says('/tool look {"at":"the sky"}\n/tool look {}', { tools: [tool] })],
    ['a refusal', says('/refuse bio')],
    ['a long reply', says('/long 200', { max_tokens: 500 })],
    ['nothing', { ...base, max_tokens: 0 }],
    [
      'server tools',
      says('/tool web_search {"query":"q"}\n/tool web_fetch {"url":"https://example.com/a"}', {
        tools: [
          { type: 'web_search_20260209', name: 'web_search' },
          { type: 'web_fetch_20260309', name: 'web_fetch', citations: { enabled: true } },
        ],
      }),
    ],
    [
      'an MCP tool',
      says('/tool files.read {"path":"a"}', { tools: [{ type: 'mcp_toolset', mcp_server_name: 'files' }] }),
    ],
  ])('of %s accumulates to the response without streaming', async (_, body) => {
    verifies('GEN-015');
    const blank = (message: Message) =>
      JSON.parse(JSON.stringify({ ...message, id: '' }).replaceAll(/(toolu_|sig_)\w+/g, '$1')) as Message;
    const atOnce = await create(body);
    const joined = await client.messages.stream(body as MessageCreateParams).finalMessage();
    expect(blank(joined)).toEqual(blank(atOnce));
  });

  test('names each event by its type and sends one data line per event', async () => {
    verifies('GEN-014');
    const response = await fake.fetch(`${fake.url}/v1/messages`, {
      method: 'POST',
      headers: {
        'x-api-key': fake.keys.api,
        'vendor-version': '2023-06-01',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...base, stream: true }),
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const text = await response.text();
    for (const message of text.trimEnd().split('\n\n')) {
      const [, name, data] = /^event: (\w+)\ndata: (.+)$/.exec(message) ?? [];
      expect((JSON.parse(data ?? '{}') as { type: string }).type).toBe(name);
    }
  });
});

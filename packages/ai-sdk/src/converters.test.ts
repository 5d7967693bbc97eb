/** Every block of replies, delta of streams, part of prompts and option of calls, and what it is converted to. */
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { HttpAdapter } from '@parlance/core-transport';
import { InferenceClient, type ToolRunUpdate } from '@parlance/inference';
import type { ContentBlock, ContentBlockDelta, MessageStreamEvent } from '@parlance/schemas/inference';
import { describe, expect, test } from 'vitest';
import { createParlance } from './parlance-provider.js';
import { toUIMessageStream } from './ui-message-stream.js';

const USAGE = { input_tokens: 1, output_tokens: 1 };
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: USAGE,
};

const own = (fields: object): object => ({ providerMetadata: { parlance: fields } });

/** A model whose service responds with a text. Returns the bodies of its requests too. */
function modelOf(text: string, type = 'application/json') {
  const bodies: Record<string, unknown>[] = [];
  const http: HttpAdapter = {
    send: ({ body }) => {
      bodies.push(JSON.parse(String(body)) as Record<string, unknown>);
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': type },
        body: {
          read(sink) {
            sink.data(Buffer.from(text));
            sink.end();
          },
          pause: () => {},
          resume: () => {},
          cancel: () => {},
        },
      });
    },
    close: () => Promise.resolve(),
  };
  const client = new InferenceClient({ baseUrl: 'https://api.invalid', apiKey: 'key', http });
  // Without `models`, the model is unknown.
  return { bodies, model: createParlance({ client: { messages: client.messages } })('m') };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function contentOf(block: object): Promise<unknown> {
  const { model } = modelOf(JSON.stringify({ ...MESSAGE, content: [block] }));
  const prompt: LanguageModelV4Message[] = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }];
  return (await model.doGenerate({ prompt })).content;
}

const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'a' } };
const FOUND = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
const searched = {
  type: 'tool-call',
  toolCallId: 'srvtoolu_1',
  toolName: 'web_search',
  input: '{"query":"a"}',
  providerExecuted: true,
  dynamic: true,
  ...own({ block: SEARCH }),
};
const { content: _pages, ...result } = FOUND;
const found = (index: number): object => ({
  type: 'tool-result',
  toolCallId: 'srvtoolu_1',
  toolName: 'web_search',
  result: [],
  dynamic: true,
  ...own({ result, index }),
});
const unknown = { type: 'block_of_a_later_version', data: 1 };

describe('blocks of replies', () => {
  test.each<[object, readonly object[]]>([
    [{ type: 'text', text: 'hi', citations: null }, [{ type: 'text', text: 'hi' }]],
    [
      { type: 'thinking', thinking: 'why', signature: 'sig' },
      [{ type: 'reasoning', text: 'why', ...own({ signature: 'sig' }) }],
    ],
    [
      { type: 'redacted_thinking', data: 'xyz' },
      [{ type: 'reasoning', text: '', ...own({ redacted_data: 'xyz' }) }],
    ],
    [
      { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
      [{ type: 'tool-call', toolCallId: 'toolu_1', toolName: 'weather', input: '{"city":"Oslo"}' }],
    ],
    [SEARCH, [searched]],
    // The call is in an earlier reply.
    [FOUND, [{ type: 'custom', kind: 'parlance.web_search_tool_result', ...own({ block: FOUND }) }]],
    [unknown, [{ type: 'custom', kind: 'parlance.block_of_a_later_version', ...own({ block: unknown }) }]],
  ])('%j', async (block, content) => {
    expect(await contentOf(block)).toEqual(content);
  });

  const cited = { cited_text: 'words' };
  test.each<[object, object]>([
    [
      { ...cited, type: 'char_location', document_title: 'Notes' },
      { sourceType: 'document', mediaType: 'text/plain', title: 'Notes' },
    ],
    [
      { ...cited, type: 'page_location', document_title: null },
      { sourceType: 'document', mediaType: 'application/pdf', title: 'Document' },
    ],
    [
      { ...cited, type: 'web_search_result_location', url: 'https://a.invalid', title: 'A' },
      { sourceType: 'url', url: 'https://a.invalid', title: 'A' },
    ],
    [
      { ...cited, type: 'search_result_location', source: 'https://b.invalid', title: null },
      { sourceType: 'url', url: 'https://b.invalid' },
    ],
  ])('text that cites %j', async (citation, fields) => {
    const source = { type: 'source', id: '0-0', ...fields, ...own({ citation }) };
    expect(await contentOf({ type: 'text', text: 'hi', citations: [citation] })).toEqual([
      {
        type: 'text',
        text: 'hi',
        citations: [{ source, citedText: 'words' }],
        ...own({ citations: [citation] }),
      },
      source,
    ]);
  });
});

/** The events of blocks. */
function eventsOf(
  ...blocks: readonly (readonly [start: object, ...deltas: object[]])[]
): MessageStreamEvent[] {
  return [
    { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } },
    ...blocks.flatMap(([start, ...deltas], index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
    // The literals have the fields that are read, not all fields of the contract.
  ] as MessageStreamEvent[];
}

const text = (delta: string): ContentBlockDelta => ({ type: 'text_delta', text: delta });
const thought = (delta: string): ContentBlockDelta => ({ type: 'thinking_delta', thinking: delta });
const signed = (delta: string): ContentBlockDelta => ({ type: 'signature_delta', signature: delta });
const json = (delta: string): ContentBlockDelta => ({ type: 'input_json_delta', partial_json: delta });
const noText = { type: 'text', text: '', citations: null };
const noThought = { type: 'thinking', thinking: '', signature: '' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} };
const citation = { type: 'char_location', cited_text: 'words', document_title: 'Notes' };
const source = {
  type: 'source',
  id: '0-0',
  sourceType: 'document',
  mediaType: 'text/plain',
  title: 'Notes',
  ...own({ citation }),
};

type Block = readonly [start: object, ...deltas: object[]];
const STREAMED: readonly [
  name: string,
  blocks: readonly Block[],
  parts: readonly object[],
  chunks: readonly object[],
][] = [
  [
    'text',
    [[noText, text('a'), text('b')]],
    [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'a' },
      { type: 'text-delta', id: '0', delta: 'b' },
      { type: 'text-end', id: '0' },
    ],
    [
      { type: 'text-start', id: '1-0' },
      { type: 'text-delta', id: '1-0', delta: 'a' },
      { type: 'text-delta', id: '1-0', delta: 'b' },
      { type: 'text-end', id: '1-0' },
    ],
  ],
  [
    'text that begins with its block',
    [[{ ...noText, text: 'a' }, text('b')]],
    [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'a' },
      { type: 'text-delta', id: '0', delta: 'b' },
      { type: 'text-end', id: '0' },
    ],
    [
      { type: 'text-start', id: '1-0' },
      { type: 'text-delta', id: '1-0', delta: 'a' },
      { type: 'text-delta', id: '1-0', delta: 'b' },
      { type: 'text-end', id: '1-0' },
    ],
  ],
  [
    'citations',
    [[noText, text('a'), { type: 'citations_delta', citation }]],
    [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'a' },
      {
        type: 'text-end',
        id: '0',
        citations: [{ source, citedText: 'words' }],
        ...own({ citations: [citation] }),
      },
      source,
    ],
    [
      { type: 'text-start', id: '1-0' },
      { type: 'text-delta', id: '1-0', delta: 'a' },
      {
        type: 'text-end',
        id: '1-0',
        citations: [{ source: { ...source, id: '1-0-0' }, citedText: 'words' }],
        ...own({ citations: [citation] }),
      },
      {
        type: 'source-document',
        sourceId: '1-0-0',
        mediaType: 'text/plain',
        title: 'Notes',
        ...own({ citation }),
      },
    ],
  ],
  [
    'thoughts, each with its own signature',
    [[noThought, thought('a'), signed('s1')], [noThought, thought('b'), signed('s2')], [noThought]],
    [
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'a' },
      { type: 'reasoning-end', id: '0', ...own({ signature: 's1' }) },
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-delta', id: '1', delta: 'b' },
      { type: 'reasoning-end', id: '1', ...own({ signature: 's2' }) },
      { type: 'reasoning-start', id: '2' },
      { type: 'reasoning-end', id: '2', ...own({ signature: '' }) },
    ],
    [
      { type: 'reasoning-start', id: '1-0' },
      { type: 'reasoning-delta', id: '1-0', delta: 'a' },
      { type: 'reasoning-end', id: '1-0', ...own({ signature: 's1' }) },
      { type: 'reasoning-start', id: '1-1' },
      { type: 'reasoning-delta', id: '1-1', delta: 'b' },
      { type: 'reasoning-end', id: '1-1', ...own({ signature: 's2' }) },
      { type: 'reasoning-start', id: '1-2' },
      { type: 'reasoning-end', id: '1-2', ...own({ signature: '' }) },
    ],
  ],
  [
    'a redacted thought',
    [[{ type: 'redacted_thinking', data: 'xyz' }]],
    [
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-end', id: '0', ...own({ redacted_data: 'xyz' }) },
    ],
    [
      { type: 'reasoning-start', id: '1-0' },
      { type: 'reasoning-end', id: '1-0', ...own({ redacted_data: 'xyz' }) },
    ],
  ],
  [
    'a call of a tool',
    [[call, json('{"city":'), json('"Oslo"}')]],
    [
      { type: 'tool-input-start', id: 'toolu_1', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'toolu_1', delta: '{"city":' },
      { type: 'tool-input-delta', id: 'toolu_1', delta: '"Oslo"}' },
      { type: 'tool-input-end', id: 'toolu_1' },
      { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'weather', input: '{"city":"Oslo"}' },
    ],
    [
      { type: 'tool-input-start', toolCallId: 'toolu_1', toolName: 'weather' },
      { type: 'tool-input-delta', toolCallId: 'toolu_1', inputTextDelta: '{"city":' },
      { type: 'tool-input-delta', toolCallId: 'toolu_1', inputTextDelta: '"Oslo"}' },
    ],
  ],
  [
    'tools that the service runs',
    [[{ ...SEARCH, input: {} }, json('{"query":"a"}')], [FOUND]],
    [
      {
        type: 'tool-input-start',
        id: 'srvtoolu_1',
        toolName: 'web_search',
        providerExecuted: true,
        dynamic: true,
      },
      { type: 'tool-input-delta', id: 'srvtoolu_1', delta: '{"query":"a"}' },
      { type: 'tool-input-end', id: 'srvtoolu_1' },
      searched,
      found(1),
    ],
    [
      {
        type: 'tool-input-start',
        toolCallId: 'srvtoolu_1',
        toolName: 'web_search',
        providerExecuted: true,
        dynamic: true,
      },
      { type: 'tool-input-delta', toolCallId: 'srvtoolu_1', inputTextDelta: '{"query":"a"}' },
      { ...searched, type: 'tool-input-available', input: { query: 'a' } },
      {
        type: 'tool-output-available',
        toolCallId: 'srvtoolu_1',
        output: [],
        providerExecuted: true,
        dynamic: true,
        ...own({ result, index: 1 }),
      },
    ],
  ],
];

describe('streams of replies', () => {
  test.each(STREAMED)('%s', async (_, blocks, parts) => {
    const lines = eventsOf(...blocks).map(
      (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    const { model } = modelOf(lines.join(''), 'text/event-stream');
    const prompt: LanguageModelV4Message[] = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }];
    const { stream } = await model.doStream({ prompt });
    const [start, metadata, ...rest] = await collect(stream);
    expect([start, metadata]).toEqual([
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'msg_1', modelId: 'm' },
    ]);
    expect(rest.slice(0, -1)).toEqual(parts);
    expect(rest.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } });
  });

  test.each(STREAMED)('for useChat: %s', async (_, blocks, __, chunks) => {
    async function* run(): AsyncGenerator<ToolRunUpdate> {
      for (const event of eventsOf(...blocks)) yield await Promise.resolve({ type: 'event', event, turn: 1 });
    }
    expect(await collect(toUIMessageStream(run()))).toEqual([
      { type: 'start' },
      { type: 'start-step' },
      ...chunks,
      { type: 'finish' },
    ]);
  });
});

async function bodyOf(options: LanguageModelV4CallOptions): Promise<Record<string, unknown>> {
  const { bodies, model } = modelOf(JSON.stringify({ ...MESSAGE, content: [] }));
  const { warnings } = await model.doGenerate(options);
  return { ...bodies[0], warnings };
}

const options = (fields: object): { readonly providerOptions: { readonly parlance: never } } => ({
  // The options of the provider are checked by the service.
  providerOptions: { parlance: fields as never },
});

describe('parts of prompts', () => {
  const result = { type: 'tool-result' as const, toolCallId: 'toolu_1', toolName: 'weather' };
  test.each<[LanguageModelV4Message, ContentBlock['type'] | 'tool_result' | undefined, object]>([
    [{ role: 'user', content: [{ type: 'text', text: 'a' }] }, 'text', { text: 'a' }],
    [{ role: 'assistant', content: [{ type: 'text', text: 'a' }] }, 'text', { text: 'a' }],
    [
      { role: 'assistant', content: [{ type: 'reasoning', text: 'why', ...options({ signature: 's' }) }] },
      'thinking',
      { thinking: 'why', signature: 's' },
    ],
    [
      { role: 'assistant', content: [{ type: 'reasoning', text: '', ...options({ redacted_data: 'xyz' }) }] },
      'redacted_thinking',
      { data: 'xyz' },
    ],
    [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'toolu_1', toolName: 'weather', input: { city: 'Oslo' } }],
      },
      'tool_use',
      { id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
    ],
    [
      { role: 'assistant', content: [{ type: 'custom', kind: 'parlance.x', ...options({ block: SEARCH }) }] },
      'server_tool_use',
      { id: 'srvtoolu_1', name: 'web_search', input: { query: 'a' } },
    ],
    ...(
      [
        [{ type: 'text', value: 'rain' }, { content: 'rain' }],
        [{ type: 'json', value: { celsius: 1 } }, { content: '{"celsius":1}' }],
        [
          { type: 'error-text', value: 'no' },
          { content: 'no', is_error: true },
        ],
        [
          { type: 'error-json', value: { code: 1 } },
          { content: '{"code":1}', is_error: true },
        ],
        [
          { type: 'execution-denied', reason: 'never' },
          { content: 'never', is_error: true },
        ],
        [{ type: 'execution-denied' }, { content: 'The call was denied.', is_error: true }],
        [
          { type: 'content', value: [{ type: 'text', text: 'rain' }] },
          { content: [{ type: 'text', text: 'rain' }] },
        ],
      ] as const
    ).map(([output, fields]): [LanguageModelV4Message, 'tool_result', object] => [
      { role: 'tool', content: [{ ...result, output: output as never }] },
      'tool_result',
      { tool_use_id: 'toolu_1', ...fields },
    ]),
  ])('%j', async (message, type, fields) => {
    const { messages, warnings } = await bodyOf({ prompt: [message] });
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    expect(messages).toEqual([{ role, content: [{ type, ...fields }] }]);
    expect(warnings).toEqual([]);
  });

  test('parts without a counterpart are omitted, with a warning', async () => {
    const foreign: LanguageModelV4Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'of another provider' }] },
    ];
    expect(await bodyOf({ prompt: foreign })).toMatchObject({
      messages: [{ role: 'user' }],
      warnings: [{ type: 'unsupported', feature: 'reasoning parts of assistant messages' }],
    });
  });
});

describe('options of calls', () => {
  const prompt: LanguageModelV4Message[] = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }];
  const sent = {
    model: 'm',
    max_tokens: 4096,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
  };
  const weather = { type: 'function' as const, name: 'weather', inputSchema: { type: 'object' as const } };
  const tools = [{ name: 'weather', input_schema: { type: 'object' } }];
  test.each<[Partial<LanguageModelV4CallOptions>, object]>([
    [{ maxOutputTokens: 5 }, { max_tokens: 5 }],
    [{ temperature: 0 }, { temperature: 0 }],
    [{ topP: 0.5 }, { top_p: 0.5 }],
    [{ topK: 5 }, { top_k: 5 }],
    [{ stopSequences: ['a'] }, { stop_sequences: ['a'] }],
    [{ stopSequences: [] }, {}],
    [{ reasoning: 'none' }, { thinking: { type: 'disabled' } }],
    [
      { reasoning: 'high' },
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    [{ reasoning: 'provider-default' }, {}],
    [{ tools: [weather] }, { tools }],
    [
      { tools: [weather], toolChoice: { type: 'auto' } },
      { tools, tool_choice: { type: 'auto' } },
    ],
    [
      { tools: [weather], toolChoice: { type: 'required' } },
      { tools, tool_choice: { type: 'any' } },
    ],
    [
      { tools: [weather], toolChoice: { type: 'tool', toolName: 'weather' } },
      { tools, tool_choice: { type: 'tool', name: 'weather' } },
    ],
    // The service rejects a choice without tools.
    [{ toolChoice: { type: 'auto' } }, {}],
    [{ toolChoice: { type: 'none' }, tools: [] }, {}],
    [options({ service_tier: 'auto', temperature: 1 }), { service_tier: 'auto', temperature: 1 }],
  ])('%j', async (settings, fields) => {
    expect(await bodyOf({ prompt, ...settings })).toEqual({ ...sent, ...fields, warnings: [] });
  });
});

import { InferenceClient } from '@parlance/inference';
import type { Message, MessageCreateParams, MessageStreamEvent } from '@parlance/schemas';
import { check, schemas } from '@parlance/schemas/validation';
import { describe, expect, test } from 'vitest';
import { createFake } from '../create-fake.js';
import { addFile } from '../managed-agents/files.js';
import { asker } from '../testing/ask.js';
import { verifies } from '../testing/verifies.js';

const fake = createFake({ checkResponses: true });
const ask = asker(fake, '');
const stored = addFile(fake.world(), {
  filename: 'a.pdf',
  mimeType: 'application/pdf',
  data: Buffer.from('a'),
});
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const base = { model: 'assistant-opus-4-6', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] };
const says = (content: string | object[], more: object = {}) => ({
  ...base,
  messages: [{ role: 'user', content }],
  ...more,
});
const create = async (body: object): Promise<Message> => {
  const { status, json } = await ask('POST /v1/messages', body);
  expect([status, status === 200 ? '' : json.error.message]).toEqual([200, '']);
  return json as Message;
};
const refusal = async (body: unknown, headers: Record<string, string | null> = {}) => {
  const { status, rule, json } = await ask('POST /v1/messages', body, { headers });
  return { status, rule, type: json.error?.type as string };
};
const tool = { name: 'look', input_schema: { type: 'object', properties: { at: { type: 'string' } } } };

describe('headers', () => {
  test.each([
    ['no key', { 'x-api-key': null }, 401, 'GEN-006'],
    ['an unknown key', { 'x-api-key': 'nobody' }, 401, 'GEN-006'],
    ['no version', { 'vendor-version': null }, 400, 'INF-012'],
    ['another content type', { 'content-type': 'text/plain' }, 400, 'INF-005'],
  ])('rejects a request with %s', async (_, headers, status, rule) => {
    verifies('INF-001', 'INF-005', 'INF-011', 'INF-012');
    expect(await refusal(base, headers)).toMatchObject({ status, rule });
  });

  test('accepts every beta name, in a list, in repeated headers, or none', async () => {
    verifies('INF-006', 'INF-007', 'INF-008', 'INF-009', 'INF-010', 'GEN-027');
    const names =
      'message-batches-2024-09-24,prompt-caching-2024-07-31,computer-use-2024-10-22,computer-use-2025-01-24,' +
      'pdfs-2024-09-25,token-counting-2024-11-01,token-efficient-tools-2025-02-19,output-128k-2025-02-19,' +
      'files-api-2025-04-14,mcp-client-2025-04-04,mcp-client-2025-11-20,dev-full-thinking-2025-05-14,' +
      'interleaved-thinking-2025-05-14,code-execution-2025-05-22,extended-cache-ttl-2025-04-11,' +
      'context-1m-2025-08-07,context-management-2025-06-27,model-context-window-exceeded-2025-08-26,' +
      'skills-2025-10-02,fast-mode-2026-02-01,output-300k-2026-03-24,user-profiles-2026-03-24,' +
      'advisor-tool-2026-03-01,managed-agents-2026-04-01,cache-diagnosis-2026-04-07';
    expect(names.split(',')).toHaveLength(25);
    for (const header of [null, names, 'files-api-2025-04-14, made-up-2030-01-01'])
      expect((await ask('POST /v1/messages', base, { headers: { 'vendor-beta': header } })).status).toBe(200);
    const repeated = new Headers({ 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' });
    repeated.set('content-type', 'application/json');
    repeated.append('vendor-beta', 'made-up-2030-01-01');
    repeated.append('vendor-beta', 'files-api-2025-04-14');
    const image = { type: 'image', source: { type: 'file', file_id: stored.id } };
    const body = JSON.stringify({ ...base, messages: [{ role: 'user', content: [image] }] });
    // The request requires the beta of the second header.
    expect(
      (await fake.fetch(`${fake.url}/v1/messages`, { method: 'POST', headers: repeated, body })).status,
    ).toBe(200);
  });
});

describe('message', () => {
  test('depends on its own request only', async () => {
    verifies(
      'INF-002',
      'INF-020',
      'INF-023',
      'INF-024',
      'INF-025',
      'INF-027',
      'INF-028',
      'INF-032',
      'INF-033',
      'INF-107',
    );
    const first = await create(base);
    const second = await create(base);
    expect(first).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'You said: hello', citations: null }],
      model: 'assistant-opus-4-6',
      container: null,
      stop_details: null,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        inference_geo: 'global',
        input_tokens: 5,
        output_tokens: 5,
        server_tool_use: null,
        service_tier: 'standard',
      },
    });
    expect({ ...second, id: '' }).toEqual({ ...first, id: '' });
    expect(second.id).not.toBe(first.id);
  });

  test('has a stop reason', async () => {
    verifies('INF-031', 'INF-034', 'INF-035', 'INF-036', 'INF-037', 'INF-094', 'INF-108');
    expect(await create(base)).toMatchObject({ stop_reason: 'end_turn', stop_sequence: null });
    expect(await create({ ...base, max_tokens: 3 })).toMatchObject({
      stop_reason: 'max_tokens',
      usage: { output_tokens: 3 },
    });
    expect(await create(says('one two', { stop_sequences: ['two'] }))).toMatchObject({
      stop_reason: 'stop_sequence',
      stop_sequence: 'two',
      content: [{ text: 'You said: one ' }],
    });
    expect(
      await create(says('/tool look {"at":"it"}\n/tool look {"at":"that"}', { tools: [tool] })),
    ).toMatchObject({
      stop_reason: 'tool_use',
      content: [
        { type: 'tool_use', name: 'look', input: { at: 'it' }, caller: { type: 'direct' } },
        { type: 'tool_use', name: 'look', input: { at: 'that' } },
      ],
    });
    const alone = { type: 'auto', disable_parallel_tool_use: true };
    const one = await create(says('/tool look {}\n/tool look {}', { tools: [tool], tool_choice: alone }));
    expect(one.content).toHaveLength(1);
  });

  test('has stop details for a refusal', async () => {
    verifies('INF-026', 'INF-039');
    expect(await create(says('/refuse'))).toMatchObject({
      content: [],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: null, explanation: null },
    });
    expect((await create(says('/refuse cyber'))).stop_details).toEqual({
      type: 'refusal',
      category: 'cyber',
      explanation: 'The request was refused as cyber.',
    });
  });

  test('can pause before a server tool runs and continue once it is sent back', async () => {
    verifies('INF-038', 'INF-056');
    const search = { type: 'web_search_20260209', name: 'web_search' };
    const asked = says('/pause /tool web_search {"query":"x"}', { tools: [search] });
    const paused = await create(asked);
    expect(paused).toMatchObject({ stop_reason: 'pause_turn', content: [{ type: 'server_tool_use' }] });
    const turns = [...asked.messages, { role: 'assistant', content: paused.content }];
    const resumed = await create({ ...asked, messages: turns });
    expect(resumed.content.map((block) => block.type)).toEqual(['web_search_tool_result', 'text']);
    expect(resumed).toMatchObject({
      stop_reason: 'end_turn',
      usage: { server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } },
    });
  });

  test('cites blocks with citations enabled', async () => {
    verifies('INF-045', 'INF-046');
    const document = {
      type: 'document',
      title: 'Facts',
      source: { type: 'text', media_type: 'text/plain', data: 'Grass is green. Sky is blue.' },
      citations: { enabled: true },
    };
    const pdf = {
      type: 'document',
      source: { type: 'file', file_id: stored.id },
      citations: { enabled: true },
    };
    const { json } = await ask(
      'POST /v1/messages',
      { ...base, messages: [{ role: 'user', content: [document, pdf, { type: 'text', text: 'what?' }] }] },
      { headers: { 'vendor-beta': 'files-api-2025-04-14' } },
    );
    expect((json as Message).content).toMatchObject([
      { text: 'You said: what?', citations: null },
      {
        text: 'Grass is green.',
        citations: [
          {
            type: 'char_location',
            cited_text: 'Grass is green.',
            document_index: 0,
            document_title: 'Facts',
            start_char_index: 0,
            end_char_index: 15,
          },
        ],
      },
      { citations: [{ type: 'page_location', document_index: 1, file_id: stored.id }] },
    ]);
  });

  test('returns the container of code execution until it expires', async () => {
    verifies('INF-021', 'INF-022');
    const world = createFake({ world: 'containers', checkResponses: true });
    const run = asker(world, '');
    const code = { type: 'code_execution_20250825', name: 'code_execution' };
    const asked = (text: string, container?: unknown) =>
      run('POST /v1/messages', {
        ...says(text, { tools: [code] }),
        ...(container !== undefined && { container }),
      });
    const write = '/tool text_editor_code_execution {"command":"create","path":"a","file_text":"hi"}';
    const first = await asked(write, { skills: [{ type: 'vendor', skill_id: 'pdf' }] });
    const named = await asked(write, { skills: [{ type: 'custom', skill_id: 'pdf' }] });
    expect(named).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('container.skills.0.skill_id') } },
    });
    const { container } = first.json as Message;
    expect(container).toEqual({
      id: expect.stringMatching(/^container_/),
      expires_at: '2026-06-01T01:00:00.000Z',
      skills: [{ type: 'vendor', skill_id: 'pdf', version: '20251013' }],
    });
    const read = '/tool bash_code_execution {"command":"cat a"}';
    const second = await asked(read, container?.id);
    expect(second.json.content[1].content).toMatchObject({
      type: 'bash_code_execution_result',
      stdout: 'hi',
    });
    world.world().clock.advance(3_600_000);
    expect(await asked(read, container?.id)).toMatchObject({ status: 400, rule: 'GEN-005' });
    expect(await asked('hello')).toMatchObject({ json: { container: null } });
  });

  test('can contain a container upload block', () => {
    verifies('INF-048');
    const schema = schemas['messages.create'].event;
    const start = (block: object) => ({ type: 'content_block_start', index: 0, content_block: block });
    expect(check(schema, start({ type: 'container_upload', file_id: 'file_1' }))).toEqual([]);
    expect(check(schema, start({ type: 'container_upload' }))).toHaveLength(1);
  });

  test('finds deferred tools', async () => {
    verifies('INF-047');
    const tools = [
      { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' },
      { ...tool, defer_loading: true, description: 'Finds things' },
    ];
    const { content } = await create(says('/tool tool_search_tool_bm25 {"query":"things"}', { tools }));
    expect(content[1]).toEqual({
      type: 'tool_search_tool_result',
      tool_use_id: expect.stringMatching(/^srvtoolu_/),
      content: {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'look' }],
      },
    });
  });
});

describe('usage', () => {
  const cached = (text: string, ttl?: string) => [
    { type: 'text', text, cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } },
    { type: 'text', text: 'and then' },
  ];
  const sum = ({ usage }: Message) =>
    usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

  test('reports tokens written to and read from the cache until the entry expires', async () => {
    verifies('INF-050', 'INF-051', 'INF-052', 'INF-054', 'INF-058', 'INF-118');
    const world = createFake({ world: 'cache' });
    const send = async (content: unknown) =>
      (await asker(world, '')('POST /v1/messages', { ...base, messages: [{ role: 'user', content }] }))
        .json as Message;
    const first = await send(cached('a long beginning'));
    expect(first.usage).toMatchObject({
      input_tokens: 2,
      cache_creation_input_tokens: 8,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 8, ephemeral_1h_input_tokens: 0 },
    });
    const second = await send(cached('a long beginning'));
    expect(second.usage).toMatchObject({
      input_tokens: 2,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 8,
    });
    expect([sum(first), sum(second)]).toEqual([10, 10]);
    // The read extended the lifetime to five minutes from then.
    world.world().clock.advance(299_999);
    expect((await send(cached('a long beginning'))).usage.cache_read_input_tokens).toBe(8);
    world.world().clock.advance(300_000);
    expect((await send(cached('a long beginning'))).usage.cache_read_input_tokens).toBe(0);
    const hour = await send(cached('another beginning', '1h'));
    expect(hour.usage.cache_creation).toMatchObject({ ephemeral_5m_input_tokens: 0 });
    world.world().clock.advance(3_599_999);
    expect((await send(cached('another beginning', '1h'))).usage.cache_creation_input_tokens).toBe(0);
  });

  test('reports region, tier and at least one output token', async () => {
    verifies('INF-053', 'INF-055', 'INF-057', 'INF-059');
    const { usage } = await create(says('/refuse', { inference_geo: 'eu' }));
    expect(usage).toMatchObject({ inference_geo: 'eu', output_tokens: 1, service_tier: 'standard' });
    // An image uses more tokens than a single letter.
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } };
    const seen = await create({ ...base, messages: [{ role: 'user', content: [image] }] });
    expect(seen.usage.input_tokens).toBeGreaterThan(80);
  });
});

describe('body', () => {
  const { max_tokens: _, ...withoutMax } = base;
  const { messages: __, ...withoutMessages } = base;
  const { model: ___, ...withoutModel } = base;
  test.each([
    ['INF-090', withoutMax],
    ['INF-091', { ...base, max_tokens: '5' }],
    ['INF-091', { ...base, max_tokens: -1 }],
    ['INF-091', { ...base, max_tokens: 0.5 }],
    ['INF-093', { ...base, max_tokens: 128_001 }],
    ['INF-093', { ...base, model: 'assistant-3-haiku-20240307', max_tokens: 4097 }],
    ['INF-095', withoutMessages],
    ['INF-095', { ...base, messages: {} }],
    ['INF-096', withoutModel],
    ['INF-096', { ...base, model: 7 }],
    ['INF-097', { ...base, system: [{ type: 'image' }] }],
    ['INF-097', { ...base, system: 7 }],
    ['INF-110', { ...base, messages: [{ role: 'system', content: 'be kind' }] }],
    ['INF-099', { ...base, temperature: 'warm' }],
    ['INF-100', { ...base, thinking: { type: 'deeply' } }],
    ['INF-100', { ...base, thinking: 'enabled' }],
    ['INF-100', { ...base, model: 'assistant-3-haiku-20240307', thinking: { type: 'adaptive' } }],
    ['GEN-005', { ...base, thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 1024 }],
    ['INF-101', { ...base, tools: {} }],
    ['INF-101', { ...base, tools: [{ input_schema: { type: 'object' } }] }],
    ['INF-101', { ...base, tools: [{ name: 'a' }] }],
    ['INF-101', { ...base, tools: [tool, tool] }],
    ['INF-102', { ...base, tools: [{ name: 'a', input_schema: { type: 'array' } }] }],
    ['INF-102', { ...base, tools: [{ name: 'a', input_schema: { type: 'object', required: 'a' } }] }],
    ['INF-103', { ...base, top_k: 'a' }],
    ['INF-104', { ...base, top_p: 'a' }],
    ['INF-105', { ...base, user_profile_id: 7 }],
    ['INF-106', { ...base, user_profile_id: 'uprof_1' }],
    ['INF-106', { ...base, user_profile_id: null }],
    ['INF-108', { ...base, stop_sequences: 'a' }],
    ['INF-108', { ...base, stop_sequences: [1] }],
    ['GEN-004', { ...base, mood: 'good' }],
    ['GEN-005', { ...base, metadata: { user_id: 7 } }],
    ['GEN-005', { ...base, top_k: 0.5 }],
    ['GEN-005', { ...base, top_p: 1.1 }],
    ['GEN-005', { ...base, service_tier: 'priority' }],
    ['GEN-005', { ...base, container: 'container_none' }],
    ['GEN-005', { ...base, messages: [] }],
    ['GEN-005', { ...base, tool_choice: { type: 'tool', name: 'nothing' } }],
    ['GEN-005', { ...base, tool_choice: { type: 'any' } }],
    ['GEN-007', { ...base, model: 'unknown-model' }],
  ])('is rejected by %s: %j', async (rule, body) => {
    verifies(
      'INF-090',
      'INF-091',
      'INF-093',
      'INF-095',
      'INF-096',
      'INF-097',
      'INF-098',
      'INF-099',
      'INF-100',
    );
    verifies('INF-101', 'INF-102', 'INF-103', 'INF-104', 'INF-105', 'INF-106', 'INF-108');
    expect(await refusal(body)).toMatchObject({ status: rule === 'GEN-007' ? 404 : 400, rule });
  });

  test('can name an existing user profile', async () => {
    verifies('INF-105', 'INF-106');
    const headers = { 'vendor-beta': 'user-profiles-2026-03-24' };
    const { json: profile } = await ask('POST /v1/user_profiles', {}, { headers });
    const send = (user_profile_id: string) =>
      ask('POST /v1/messages', { ...base, user_profile_id }, { headers });
    const sendHeader = (id: string, beta: string | null) =>
      ask('POST /v1/messages', base, {
        headers: { 'vendor-user-profile-id': id, 'vendor-beta': beta },
      });
    expect((await send(profile.id)).status).toBe(200);
    expect(await send('uprof_none')).toMatchObject({ status: 400, rule: 'INF-105' });
    expect((await sendHeader(profile.id, headers['vendor-beta'])).status).toBe(200);
    expect(await sendHeader('uprof_none', headers['vendor-beta'])).toMatchObject({ rule: 'INF-105' });
    expect(await sendHeader(profile.id, null)).toMatchObject({ status: 400, rule: 'INF-106' });
  });

  test('is accepted up to its limits', async () => {
    verifies('INF-093', 'INF-097', 'INF-099', 'INF-100', 'INF-103', 'INF-104');
    for (const more of [
      { max_tokens: 128_000, temperature: 1, top_k: 0, top_p: 1 },
      { system: 'be kind', thinking: { type: 'adaptive' } },
      { system: [{ type: 'text', text: 'be kind' }] },
    ])
      expect((await create({ ...base, ...more })).stop_reason).toBe('end_turn');
  });

  test('has a maximum of max_tokens only where it is known for the model', async () => {
    verifies('INF-093');
    const statusOf = async (model: string, max_tokens: number): Promise<number> =>
      (await ask('POST /v1/messages', { ...base, model, max_tokens })).status;
    expect(await statusOf('assistant-sonnet-4-6', 128_000)).toBe(200);
    expect(await statusOf('assistant-sonnet-4-6', 128_001)).toBe(400);
    expect(await statusOf('any-other', 1_000_000)).toBe(200);
  });

  test('with max_tokens 0 fills the cache without generating anything', async () => {
    verifies('INF-092');
    const system = [{ type: 'text', text: 'a long system prompt', cache_control: { type: 'ephemeral' } }];
    const warm = await create({ ...base, system, max_tokens: 0 });
    expect(warm).toMatchObject({
      content: [],
      stop_reason: 'max_tokens',
      usage: { cache_creation_input_tokens: 6 },
    });
    expect((await create({ ...base, system })).usage.cache_read_input_tokens).toBe(6);
  });

  test.each([
    ['turns', (content: object[]) => ({ messages: [{ role: 'user', content }] })],
    ['a document', (content: object[]) => says([{ type: 'document', source: { type: 'content', content } }])],
    [
      'a search result',
      (content: object[]) => says([{ type: 'search_result', source: 's', title: 't', content }]),
    ],
    [
      'a tool result',
      (content: object[]) => ({
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'a', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }] },
        ],
      }),
    ],
  ])('can have four cache breakpoints in %s', async (_, within) => {
    const block = { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } };
    const content = [block, block, block, block];
    await create({ ...base, ...within(content) });
    expect(await refusal({ ...base, ...within([...content, block]) })).toMatchObject({
      status: 400,
      rule: 'GEN-005',
    });
  });

  test('must fit into the context window', async () => {
    verifies('INF-211');
    const text = 'word '.repeat(200_000);
    expect(await refusal(says(text, { model: 'assistant-haiku-4-5' }))).toMatchObject({
      status: 400,
      rule: 'INF-211',
    });
    expect((await create(says(text))).usage.input_tokens).toBeGreaterThan(200_000);
  });

  test('over 32 MB is rejected with 413', async () => {
    verifies('GEN-008');
    const answer = await refusal(says('a'.repeat(32 * 1024 * 1024)));
    expect(answer).toEqual({ status: 413, rule: 'GEN-008', type: 'request_too_large' });
  });

  test('with an output format returns JSON that matches it', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, size: { enum: ['s', 'm'] } },
      required: ['name', 'size'],
    };
    const { content } = await create({ ...base, output_config: { format: { type: 'json_schema', schema } } });
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual({ name: 'text', size: 's' });
  });
});

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

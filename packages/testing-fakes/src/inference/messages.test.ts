import type { Message } from '@parlance/schemas';
import { check, schemas } from '@parlance/schemas/validation';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';
import { addPdf, askMessages, base, says, tool } from '../testing/ask-messages.js';
import { verifies } from '../testing/verifies.js';

const { ask, create, fake, refusal } = askMessages();
const stored = addPdf(fake);

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

test('the usage has the tokens of thinking, also of omitted thinking and in a stream', async () => {
  const thinking = { type: 'adaptive', display: 'omitted' };
  const body = says('/think hard about the weather', { thinking, max_tokens: 2000 });
  const { usage } = (await ask('POST /v1/messages', body)).json;
  const { thinking_tokens } = usage.output_tokens_details;
  expect(thinking_tokens).toBeGreaterThan(3);
  expect(thinking_tokens).toBeLessThan(usage.output_tokens);
  const headers = {
    'x-api-key': fake.keys.api,
    'vendor-version': '2023-06-01',
    'content-type': 'application/json',
  };
  const request = { method: 'POST', headers, body: JSON.stringify({ ...body, stream: true }) };
  const events = await (await fake.fetch(`${fake.url}/v1/messages`, request)).text();
  expect(events.split('\n\n').find((event) => event.includes('message_delta'))).toContain(
    `"output_tokens_details":{"thinking_tokens":${thinking_tokens}}`,
  );
  expect((await ask('POST /v1/messages', base)).json.usage).not.toHaveProperty('output_tokens_details');
});

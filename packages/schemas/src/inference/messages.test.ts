import { describe, expect, test } from 'vitest';
import { check } from '../kit/check.js';
import { validator } from '../validator.js';
import { createMessage } from './messages.js';
import { inferenceSchemas, MessageCreateParamsSchema, MessageSchema } from './schemas.js';

const base = { model: 'assistant-opus-4-6', max_tokens: 8, messages: [{ role: 'user', content: 'hi' }] };
const ofBlock = (block: unknown) => ({ ...base, messages: [{ role: 'user', content: [block] }] });
const ofTool = (tool: unknown) => ({ ...base, tools: [tool] });
const cited = (citation: unknown) => ofBlock({ type: 'text', text: 'a', citations: [citation] });
const issuesOf = (body: unknown) =>
  check(MessageCreateParamsSchema, body).map((issue) => `${issue.path} ${issue.rule} ${issue.code}`);

describe('a request', () => {
  test.each([
    ['max_tokens', { ...base, max_tokens: undefined }, 'max_tokens INF-090 missing'],
    ['max_tokens', { ...base, max_tokens: 'a' }, 'max_tokens INF-091 type'],
    ['max_tokens', { ...base, max_tokens: 1.5 }, 'max_tokens INF-091 value'],
    ['max_tokens', { ...base, max_tokens: -1 }, 'max_tokens INF-091 value'],
    ['messages', { ...base, messages: undefined }, 'messages INF-095 missing'],
    ['messages', { ...base, messages: 'x' }, 'messages INF-095 type'],
    ['model', { ...base, model: undefined }, 'model INF-096 missing'],
    ['role', { ...base, messages: [{ role: 'system', content: '' }] }, 'messages.0.role INF-110 value'],
    ['content', { ...base, messages: [{ role: 'user' }] }, 'messages.0.content INF-111 missing'],
    ['system', { ...base, system: [{ type: 'image' }] }, 'system.0.type INF-097 unknown_type'],
    ['temperature', { ...base, temperature: 'hot' }, 'temperature INF-099 type'],
    ['temperature', { ...base, temperature: 2 }, 'temperature GEN-005 value'],
    ['thinking', { ...base, thinking: { type: 'deep' } }, 'thinking.type INF-100 unknown_type'],
    ['unknown field', { ...base, max_tokenz: 1 }, 'max_tokenz GEN-004 unknown_field'],
    ['unknown block', ofBlock({ type: 'hologram' }), 'messages.0.content.0.type INF-147 unknown_type'],
    ['no type', ofBlock({}), 'messages.0.content.0.type INF-147 missing'],
    [
      'media type',
      ofBlock({ type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: 'x' } }),
      'messages.0.content.0.source.media_type INF-121 value',
    ],
    [
      'source',
      ofBlock({ type: 'image', source: { type: 'disk' } }),
      'messages.0.content.0.source.type INF-125 unknown_type',
    ],
    [
      'pdf',
      ofBlock({ type: 'document', source: { type: 'base64', media_type: 'text/html', data: 'x' } }),
      'messages.0.content.0.source.media_type INF-126 value',
    ],
    [
      'ttl',
      ofBlock({ type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '2h' } }),
      'messages.0.content.0.cache_control.ttl INF-117 value',
    ],
    [
      'tool result content',
      ofBlock({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_use' }] }),
      'messages.0.content.0.content.0.type INF-136 unknown_type',
    ],
    [
      'server tool name',
      ofBlock({ type: 'server_tool_use', id: 'a', name: 'x', input: {} }),
      'messages.0.content.0.name INF-137 unknown_value',
    ],
    [
      'error code',
      ofBlock({
        type: 'web_search_tool_result',
        tool_use_id: 'a',
        content: { type: 'web_search_tool_result_error', error_code: 'x' },
      }),
      'messages.0.content.0.content.error_code INF-139 unknown_value',
    ],
    [
      'caller',
      ofBlock({
        type: 'tool_use',
        id: 'a',
        name: 'b',
        input: {},
        caller: { type: 'code_execution_20250825' },
      }),
      'messages.0.content.0.caller.tool_id INF-146 missing',
    ],
    [
      'block range',
      cited({
        type: 'content_block_location',
        cited_text: '',
        document_index: 0,
        document_title: null,
        start_block_index: 2,
        end_block_index: 2,
      }),
      'messages.0.content.0.citations.0.end_block_index INF-154 value',
    ],
    ['citation', cited({ type: 'dream' }), 'messages.0.content.0.citations.0.type INF-150 unknown_type'],
    ['tool type', ofTool({ type: 'teleport' }), 'tools.0.type INF-177 unknown_type'],
    ['tool name', ofTool({ name: 'a b', input_schema: { type: 'object' } }), 'tools.0.name INF-101 value'],
    ['tool schema', ofTool({ name: 'a' }), 'tools.0.input_schema INF-101 missing'],
    [
      'tool schema type',
      ofTool({ type: null, name: 'a', input_schema: { type: 'array' } }),
      'tools.0.input_schema.type INF-102 value',
    ],
    [
      'domains',
      ofTool({
        type: 'web_search_20260209',
        name: 'web_search',
        allowed_domains: ['a'],
        blocked_domains: ['b'],
      }),
      'tools.0.blocked_domains INF-166 value',
    ],
    [
      'country',
      ofTool({
        type: 'web_search_20260209',
        name: 'web_search',
        user_location: { type: 'approximate', country: 'DEU' },
      }),
      'tools.0.user_location.country INF-176 value',
    ],
    ['advisor', ofTool({ type: 'advisor_20260301', name: 'advisor' }), 'tools.0.model INF-170 missing'],
  ])('is rejected for %s', (_, body, expected) => {
    expect(issuesOf(body)).toEqual([expected]);
  });

  test('is valid with every field', () => {
    expect(
      issuesOf({
        ...base,
        system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }],
        thinking: { type: 'enabled', budget_tokens: 1024 },
        tools: [
          { name: 'a', input_schema: { type: 'object', additionalProperties: false } },
          { type: 'custom', name: 'b', input_schema: { type: 'object' } },
          { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' },
          { type: 'mcp_toolset', mcp_server_name: 's', configs: { x: { enabled: true } } },
        ],
        tool_choice: { type: 'tool', name: 'a' },
        container: { id: null, skills: [{ skill_id: 'a', type: 'vendor' }] },
        context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
        output_config: { effort: 'high', format: { type: 'json_schema', schema: {} } },
        user_profile_id: 'uprof_1',
      }),
    ).toEqual([]);
  });

  test('allows 100,000 turns and rejects one more', () => {
    const turns = Array.from({ length: 100_001 }, () => ({ role: 'user', content: 'a' }));
    expect(issuesOf({ ...base, messages: turns.slice(1) })).toEqual([]);
    expect(issuesOf({ ...base, messages: turns })).toEqual(['messages INF-115 value']);
  });
});

const usage = {
  cache_creation: null,
  cache_creation_input_tokens: null,
  cache_read_input_tokens: null,
  inference_geo: null,
  input_tokens: 1,
  output_tokens: 1,
  server_tool_use: null,
  service_tier: 'standard',
};
const reply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'a', citations: null }],
  model: 'assistant-opus-4-6',
  container: null,
  stop_details: null,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
};

describe('a reply', () => {
  test('is valid with unknown additions', () => {
    const future = {
      ...reply,
      mood: 'good',
      stop_reason: 'daydream',
      content: [
        { type: 'hologram', depth: 3 },
        { type: 'text', text: 'a', style: 'bold', citations: [{ type: 'dream', vividness: 1 }] },
        { type: 'server_tool_use', id: 'a', name: 'oracle', input: {}, caller: { type: 'ghost' } },
      ],
    };
    expect(check(MessageSchema, reply)).toEqual([]);
    expect(check(MessageSchema, future)).toEqual([]);
  });

  test('with unknown parts can be sent back in an assistant turn, but not in a user turn', () => {
    const content = [
      { type: 'hologram', depth: 3 },
      { type: 'text', text: 'a', style: 'bold', citations: [{ type: 'dream' }] },
      { type: 'server_tool_use', id: 'a', name: 'oracle', input: {} },
    ];
    const send = (role: string) =>
      validator()
        .checkRequest(createMessage, { body: { ...base, messages: [{ role, content }] } })
        .map((issue) => issue.path);
    expect(send('assistant')).toEqual([]);
    expect(send('user')).toEqual([
      'messages.0.content.0.type',
      'messages.0.content.1.citations.0.type',
      'messages.0.content.1.style',
      'messages.0.content.2.name',
    ]);
  });

  test('requires a stop reason, except in message_start', () => {
    const { response, event } = inferenceSchemas['messages.create'];
    for (const stop of [{ stop_reason: null }, { stop_reason: undefined }]) {
      expect(check(response, { ...reply, ...stop })).toMatchObject([
        { path: 'stop_reason', rule: 'INF-028' },
      ]);
      expect(check(event, { type: 'message_start', message: { ...reply, ...stop } })).toEqual([]);
    }
  });

  test('may omit null fields, and can still be sent back in an assistant turn', () => {
    const { container: _, stop_details: __, stop_sequence: ___, ...rest } = reply;
    const citation = {
      type: 'char_location',
      cited_text: 'a',
      document_index: 0,
      start_char_index: 0,
      end_char_index: 1,
    };
    const content = [{ type: 'text', text: 'a', citations: [citation] }];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const left = { ...rest, content, usage };
    expect(check(inferenceSchemas['messages.create'].response, left)).toEqual([]);
    const send = (role: string, blocks: unknown) =>
      validator()
        .checkRequest(createMessage, { body: { ...base, messages: [{ role, content: blocks }] } })
        .map(({ path, rule }) => `${path} ${rule}`);
    expect(send('assistant', content)).toEqual([]);
    expect(send('user', content)).toEqual(['messages.0.content.0.citations.0.document_title INF-151']);
    const { document_index: ____, ...placeless } = citation;
    expect(send('assistant', [{ type: 'text', text: 'a', citations: [placeless] }])).toEqual([
      'messages.0.content.0.citations.0.document_index INF-151',
    ]);
  });

  test('is streamed in valid events, including unknown ones', () => {
    const schema = inferenceSchemas['messages.create'].event;
    const start = { ...reply, content: [], stop_reason: null };
    for (const event of [
      { type: 'message_start', message: start },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'hologram' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'hologram_delta', depth: 1 } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'x', stop_sequence: null },
        usage: { output_tokens: 2 },
      },
      { type: 'message_stop' },
      { type: 'applause' },
    ])
      expect(check(schema, event)).toEqual([]);
    expect(check(schema, { type: 'content_block_stop' })).toHaveLength(1);
  });
});

import type { Message } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { createFake } from '../create-fake.js';
import { asker } from '../testing/ask.js';
import { verifies } from '../testing/verifies.js';

const fake = createFake({ checkResponses: true });
const ask = asker(fake, '');
const send = (tools: unknown[], text = 'hello', more: object = {}) =>
  ask('POST /v1/messages', {
    model: 'assistant-opus-4-6',
    max_tokens: 1000,
    messages: [{ role: 'user', content: text }],
    tools,
    ...more,
  });
const call = async (tool: object, line: string, more: object = {}): Promise<Message> => {
  const { status, json } = await send([tool], line, more);
  expect([status, status === 200 || json.error.message]).toEqual([200, true]);
  return json as Message;
};
const contentOf = (message: Message, at = 1) =>
  (message.content[at] as unknown as { content: unknown }).content;

const look = { name: 'look', input_schema: { type: 'object' } };
const search = { type: 'web_search_20260209', name: 'web_search' };
const fetchTool = { type: 'web_fetch_20260309', name: 'web_fetch' };
const code = { type: 'code_execution_20260120', name: 'code_execution' };
const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'assistant-opus-4-7' };
const located = (location: object) => ({ ...search, user_location: { type: 'approximate', ...location } });

describe('tool definition', () => {
  test.each([
    { ...look, type: 'custom', description: 'd', strict: true, defer_loading: false },
    {
      ...look,
      type: null,
      allowed_callers: ['direct', 'code_execution_20250825', 'code_execution_20260120'],
    },
    { ...look, cache_control: { type: 'ephemeral' }, input_examples: [{}], eager_input_streaming: true },
    { ...search, allowed_domains: ['example.com'], max_uses: 1 },
    { ...search, type: 'web_search_20250305', blocked_domains: ['example.com'] },
    located({ country: 'de', timezone: 'UTC' }),
    ...[look, code, advisor, { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' }].map(
      (tool) => ({
        ...tool,
        max_uses: 1,
      }),
    ),
    located({ city: 'Oslo', country: 'NO', region: 'Oslo', timezone: 'Europe/Oslo' }),
    { ...fetchTool, type: 'web_fetch_20250910', citations: { enabled: true }, max_content_tokens: 5 },
    { ...fetchTool, type: 'web_fetch_20260209', allowed_domains: ['a.b'] },
    { ...fetchTool, use_cache: false },
    advisor,
    { ...advisor, caching: { type: 'ephemeral', ttl: '1h' }, max_uses: 1 },
    { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
    { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' },
    { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
    { type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' },
    { type: 'mcp_toolset', mcp_server_name: 's', configs: { a: { enabled: true, defer_loading: true } } },
    { type: 'mcp_toolset', mcp_server_name: 's', default_config: { enabled: false } },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 5 },
    { type: 'text_editor_20250124', name: 'str_replace_editor' },
    { type: 'memory_20250818', name: 'memory' },
    {
      type: 'computer_20251124',
      name: 'computer',
      display_width_px: 5,
      display_height_px: 5,
      enable_zoom: true,
    },
    code,
  ])('is accepted: %j', async (tool) => {
    verifies(
      'INF-160',
      'INF-163',
      'INF-165',
      'INF-167',
      'INF-169',
      'INF-170',
      'INF-171',
      'INF-172',
      'INF-173',
      'INF-174',
    );
    const { status, json } = await send([tool]);
    expect([status, status === 200 || json.error.message]).toEqual([200, true]);
  });

  test.each([
    ['INF-160', { ...look, allowed_callers: ['anyone'] }],
    ['INF-160', { ...look, allowed_callers: 'direct' }],
    ['INF-161', { ...look, cache_control: 'ephemeral' }],
    ['INF-116', { ...look, cache_control: { type: 'eternal' } }],
    ['INF-162', { ...look, defer_loading: 'yes' }],
    ['INF-163', { ...search, max_uses: 'two' }],
    ['INF-163', { ...look, max_uses: 0 }],
    ['INF-164', { ...look, strict: 'yes' }],
    ['INF-165', { ...search, name: 'search' }],
    ['INF-166', { ...search, allowed_domains: ['a.b'], blocked_domains: ['c.d'] }],
    ['INF-166', { ...fetchTool, allowed_domains: ['a.b'], blocked_domains: ['c.d'] }],
    ['INF-167', { ...fetchTool, name: 'fetch' }],
    ['INF-167', { ...fetchTool, max_content_tokens: 'many' }],
    ['INF-169', { ...fetchTool, use_cache: 'no' }],
    ['GEN-004', { ...fetchTool, type: 'web_fetch_20260209', use_cache: true }],
    ['INF-170', { ...advisor, name: 'guru' }],
    ['INF-170', { type: 'advisor_20260301', name: 'advisor' }],
    ['INF-171', { ...advisor, caching: 'yes' }],
    ['INF-172', { type: 'tool_search_tool_bm25', name: 'search' }],
    ['INF-173', { type: 'tool_search_tool_regex_20251119', name: 'search' }],
    ['INF-174', { type: 'mcp_toolset' }],
    ['GEN-004', { type: 'mcp_toolset', mcp_server_name: 's', name: 's' }],
    ['INF-174', { type: 'mcp_toolset', mcp_server_name: 's', configs: { a: { enabled: 'yes' } } }],
    ['INF-175', { ...search, user_location: { type: 'exact' } }],
    ['INF-175', { ...search, user_location: { city: 'Oslo' } }],
    ['INF-176', located({ country: 'NOR' })],
    ['INF-176', located({ country: 'N' })],
    ['INF-176', located({ country: 'ZZ' })],
    ['INF-176', located({ country: 'QX' })],
    ['INF-217', located({ timezone: 'Mars/Olympus' })],
    ['INF-217', located({ timezone: '+01:00' })],
    ['INF-177', { type: 'teleport', name: 'teleport' }],
  ])('is rejected by %s: %j', async (rule, tool) => {
    verifies(
      'INF-160',
      'INF-161',
      'INF-162',
      'INF-163',
      'INF-164',
      'INF-165',
      'INF-166',
      'INF-167',
      'INF-169',
    );
    verifies(
      'INF-170',
      'INF-171',
      'INF-172',
      'INF-173',
      'INF-174',
      'INF-175',
      'INF-176',
      'INF-177',
      'INF-217',
    );
    expect(await send([tool])).toMatchObject({ status: 400, rule });
  });
});

describe('web search', () => {
  test('returns pages of the allowed domains', async () => {
    const message = await call(
      { ...search, allowed_domains: ['a.test'] },
      '/tool web_search {"query":"grass"}',
    );
    expect(message.content.map((block) => block.type)).toEqual([
      'server_tool_use',
      'web_search_tool_result',
      'text',
    ]);
    expect(contentOf(message)).toMatchObject([{ type: 'web_search_result', url: 'https://a.test/grass' }]);
    expect(message.content[2]).toMatchObject({ citations: [{ type: 'web_search_result_location' }] });
    const blocked = { ...search, blocked_domains: ['example.com', 'example.org', 'example.net'] };
    expect(contentOf(await call(blocked, '/tool web_search {"query":"grass"}'))).toEqual([]);
  });

  test('is limited to max_uses per request', async () => {
    verifies('INF-163');
    const line = '/tool web_search {"query":"a"}';
    const message = await call({ ...search, max_uses: 1 }, `${line}\n${line}`);
    expect(contentOf(message, 3)).toEqual({
      type: 'web_search_tool_result_error',
      error_code: 'max_uses_exceeded',
    });
    expect(message.usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
    const print = '/tool code_execution {"code":"print(1)"}';
    expect(contentOf(await call({ ...code, max_uses: 1 }, `${print}\n${print}`), 3)).toMatchObject({
      error_code: 'too_many_requests',
    });
    const { content } = await call({ ...look, max_uses: 1 }, '/tool look\n/tool look');
    expect(content.map(({ type }) => type)).toEqual(['tool_use']);
  });

  test('and MCP toolsets require a known server with a unique name', async () => {
    verifies('INF-174');
    const server = { type: 'url', name: 's', url: 'https://mcp.example.com' };
    const set = (mcp_server_name: string) => ({ type: 'mcp_toolset', mcp_server_name });
    expect((await send([set('s')], 'a', { mcp_servers: [server] })).status).toBe(200);
    // The documentation does not show how to pass servers, so a toolset without any is accepted.
    expect((await send([set('s')])).status).toBe(200);
    expect(await send([set('t')], 'a', { mcp_servers: [server] })).toMatchObject({
      status: 400,
      rule: 'INF-174',
    });
    expect(await send([], 'a', { mcp_servers: [server, server] })).toMatchObject({
      status: 400,
      rule: 'GEN-005',
    });
  });

  test.each([
    [search, 'web_search', '{}', 'invalid_tool_input'],
    [search, 'web_search', `{"query":"${'a'.repeat(1001)}"}`, 'query_too_long'],
    [search, 'web_search', '{"query":"error:request_too_large"}', 'request_too_large'],
    [fetchTool, 'web_fetch', '{"url":"nonsense"}', 'invalid_tool_input'],
    [fetchTool, 'web_fetch', `{"url":"https://a.b/${'a'.repeat(250)}"}`, 'url_too_long'],
    [{ ...fetchTool, allowed_domains: ['c.d'] }, 'web_fetch', '{"url":"https://a.b/"}', 'url_not_allowed'],
    [{ ...fetchTool, blocked_domains: ['b'] }, 'web_fetch', '{"url":"https://a.b/"}', 'url_not_allowed'],
    [fetchTool, 'web_fetch', '{"url":"https://a.invalid/"}', 'url_not_accessible'],
    [fetchTool, 'web_fetch', '{"url":"https://a.b/c.zip"}', 'unsupported_content_type'],
    [fetchTool, 'web_fetch', '{"url":"error:too_many_requests"}', 'too_many_requests'],
    [code, 'code_execution', '{}', 'invalid_tool_input'],
    [code, 'code_execution', '{"code":"error:execution_time_exceeded"}', 'execution_time_exceeded'],
    [code, 'bash_code_execution', '{"command":"error:output_file_too_large"}', 'output_file_too_large'],
    [code, 'text_editor_code_execution', '{"command":"view","path":"none"}', 'file_not_found'],
    [advisor, 'advisor', '{"question":"error:overloaded"}', 'overloaded'],
    [
      { type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' },
      'tool_search_tool_regex',
      '{"pattern":"(a+)+"}',
      'invalid_tool_input',
    ],
  ])('and the other server tools return the requested error: %j %s %s', async (tool, name, input, code) => {
    const message = await call(tool, `/tool ${name} ${input}`);
    expect(message.stop_reason).toBe('end_turn');
    expect(contentOf(message)).toMatchObject({ error_code: code });
  });
});

test.each([
  ['a server tool if there are no others', { type: 'any' }],
  ['the named server tool', { type: 'tool', name: 'web_search' }],
])('a forced tool choice uses %s', async (_, choice) => {
  const message = await call(search, 'grass', { tool_choice: choice });
  expect(message.content[0]).toMatchObject({
    type: 'server_tool_use',
    name: 'web_search',
    input: { query: 'grass' },
  });
  expect(message.stop_reason).toBe('end_turn');
});

describe('web fetch', () => {
  const line = '/tool web_fetch {"url":"https://example.com/a"}';
  const pageOf = (message: Message) =>
    contentOf(message) as { content: { source: { data: string }; citations: unknown }; retrieved_at: string };

  test('cites its page only with citations enabled', async () => {
    verifies('INF-168');
    const silent = await call(fetchTool, line);
    expect([pageOf(silent).content.citations, silent.content[2]]).toMatchObject([null, { citations: null }]);
    const citing = await call({ ...fetchTool, citations: { enabled: true } }, line);
    expect(citing.content[2]).toMatchObject({ citations: [{ type: 'char_location', document_index: 0 }] });
  });

  test('truncates text, but not PDFs', async () => {
    verifies('INF-212');
    const pdf = '/tool web_fetch {"url":"https://example.com/a.pdf"}';
    const short = { ...fetchTool, max_content_tokens: 5 };
    expect(pageOf(await call(short, line)).content.source.data).toBe('This is the page at ');
    expect(pageOf(await call(short, pdf)).content.source).toEqual(
      pageOf(await call(fetchTool, pdf)).content.source,
    );
  });

  test('returns a known page from its cache unless the cache is disabled', async () => {
    verifies('INF-215');
    const { retrieved_at: first } = pageOf(await call(fetchTool, line));
    fake.world().clock.advance(1000);
    expect(pageOf(await call(fetchTool, line)).retrieved_at).toBe(first);
    expect(pageOf(await call({ ...fetchTool, use_cache: false }, line)).retrieved_at).not.toBe(first);
  });
});

describe('the other server tools', () => {
  test('print the output of a program', async () => {
    const message = await call(code, '/tool code_execution {"code":"print(\\"hi\\")\\nprint(7)"}');
    expect(contentOf(message)).toMatchObject({
      type: 'code_execution_result',
      stdout: 'hi\n7\n',
      return_code: 0,
    });
    expect(message.container?.id).toMatch(/^container_/);
    expect(contentOf(await call(code, '/tool bash_code_execution {"command":"rm -rf /"}'))).toMatchObject({
      return_code: 127,
    });
  });

  test('find deferred tools, which stay loaded', async () => {
    verifies('INF-213');
    const deferred = { ...look, defer_loading: true, description: 'Describes the sky' };
    const finder = { type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' };
    const unfound = await send([finder, deferred], '/tool look {}');
    expect(unfound.json.stop_reason).toBe('end_turn');
    const found = await send([finder, deferred], '/tool tool_search_tool_regex {"pattern":"loo.*sky"}');
    const turns = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: found.json.content },
      { role: 'user', content: '/tool look {}' },
    ];
    const loaded = await send([finder, deferred], '', { messages: turns });
    expect(loaded.json).toMatchObject({ stop_reason: 'tool_use', content: [{ name: 'look' }] });
    const unloaded = await send([finder], '', { messages: turns });
    // The definition counts as input once the tool is loaded.
    expect(loaded.json.usage.input_tokens).toBeGreaterThan(unloaded.json.usage.input_tokens);
  });

  test.each([
    ['by its configuration', { configs: { forecast: { defer_loading: true } } }, 'forecast'],
    [
      'by default',
      { default_config: { defer_loading: true }, configs: { other: { defer_loading: false } } },
      'echo',
    ],
  ])('find a tool of an MCP server that is deferred %s', async (_name, config, name) => {
    verifies('INF-174');
    const set = { type: 'mcp_toolset', mcp_server_name: 's', ...config };
    const finder = { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' };
    const question = `/tool s.${name} {}`;
    expect((await send([finder, set], question)).json.content).toMatchObject([{ type: 'text' }]);
    const found = await send([finder, set], `/tool tool_search_tool_bm25 {"query":"${name}"}`);
    expect(found.json.content[1].content.tool_references).toEqual([
      { type: 'tool_reference', tool_name: name },
    ]);
    const turns = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: found.json.content },
      { role: 'user', content: question },
    ];
    const { json } = await send([finder, set], '', { messages: turns });
    expect(json.content).toMatchObject([
      { type: 'mcp_tool_use', name },
      { type: 'mcp_tool_result' },
      { type: 'text' },
    ]);
  });

  test('count a toolset as input once one of its tools is loaded', async () => {
    const set = { type: 'mcp_toolset', mcp_server_name: 's', default_config: { defer_loading: true } };
    const loaded = { ...set, configs: { forecast: { defer_loading: false } } };
    const tokensOf = async (tools: object[]): Promise<number> => (await send(tools)).json.usage.input_tokens;
    expect(await tokensOf([look, set])).toBe(await tokensOf([look]));
    expect(await tokensOf([look, loaded])).toBeGreaterThan(await tokensOf([look]));
  });

  test('return advice and the results of MCP servers', async () => {
    expect(contentOf(await call(advisor, '/tool advisor {}'))).toMatchObject({ type: 'advisor_result' });
    const set = { type: 'mcp_toolset', mcp_server_name: 's', configs: { b: { enabled: false } } };
    expect((await call(set, '/tool s.a {"x":1}')).content).toMatchObject([
      { type: 'mcp_tool_use', name: 'a', server_name: 's', input: { x: 1 } },
      { type: 'mcp_tool_result', is_error: false },
      { type: 'text' },
    ]);
    expect((await call(set, '/tool s.b {}')).content).toHaveLength(1);
  });
});

describe('the advisor', () => {
  const passOf = async (caching: object | null, text: string): Promise<unknown> => {
    const { usage } = await call({ ...advisor, caching }, `/tool advisor {"about":"${text}"}`);
    return usage.iterations?.find(({ type }) => type === 'advisor_message');
  };

  test('caches its own prompt if its tool says so', async () => {
    verifies('INF-171');
    const caching = { type: 'ephemeral', ttl: '1h' };
    const first = await passOf(caching, 'caching');
    const tokens = (first as { cache_creation_input_tokens: number }).cache_creation_input_tokens;
    expect(tokens).toBeGreaterThan(0);
    expect(first).toMatchObject({
      model: 'assistant-opus-4-7',
      cache_creation: { ephemeral_1h_input_tokens: tokens, ephemeral_5m_input_tokens: 0 },
      cache_read_input_tokens: 0,
      input_tokens: 0,
    });
    expect(await passOf(caching, 'caching')).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: tokens,
      input_tokens: 0,
    });
    fake.world().clock.advance(3_600_001);
    expect(await passOf(caching, 'caching')).toMatchObject({ cache_read_input_tokens: 0 });
  });

  test('does not cache its prompt otherwise', async () => {
    for (let round = 0; round < 2; round++)
      expect(await passOf(null, 'no caching')).toMatchObject({
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        input_tokens: expect.any(Number),
      });
  });
});

test('calls a strict tool with an input that matches its schema', async () => {
  verifies('INF-214');
  const input_schema = {
    type: 'object',
    properties: { at: { type: 'string' } },
    required: ['at'],
    additionalProperties: false,
  };
  const strict = { name: 'look', input_schema, strict: true };
  expect((await call(strict, '/tool look {"at":"a"}')).content).toMatchObject([{ input: { at: 'a' } }]);
  expect((await call(strict, '/tool look {"at":7,"by":1}')).content).toMatchObject([
    { input: { at: 'text' } },
  ]);
});

describe('tool schema', () => {
  const letters = `${'a'.repeat(60)}!`;
  const withSchema = (schema: object, strict = true) => ({
    name: 'look',
    input_schema: { type: 'object', ...schema },
    strict,
  });
  const slow = withSchema({ properties: { at: { type: 'string', pattern: '(a|aa)+$' } } });
  const line = `/tool look {"at":"${letters}"}`;

  test('can have patterns for values and property names', async () => {
    const tool = withSchema({
      properties: { at: { type: 'string', pattern: '^(?!0)[0-9]+$', default: '1' } },
      patternProperties: { '^x-': { type: 'integer' } },
      required: ['at'],
    });
    const inputOf = async (input: object) =>
      (await call(tool, `/tool look ${JSON.stringify(input)}`)).content[0];
    expect(await inputOf({ at: '12', 'x-a': 1 })).toMatchObject({ input: { at: '12', 'x-a': 1 } });
    expect(await inputOf({ at: '01' })).toMatchObject({ input: { at: '1' } });
    expect(await inputOf({ at: '12', 'x-a': 'b' })).toMatchObject({ input: { at: '1' } });
  });

  test.each([
    ['a pattern', slow],
    ['a property name pattern', withSchema({ patternProperties: { '(a|aa)+$': true } })],
  ])('that takes too long because of %s is rejected when the tool is called', async (_, tool) => {
    const line = `/tool look {"at":"${letters}","${letters}":1}`;
    expect(await send([tool], line)).toMatchObject({
      status: 400,
      rule: 'INF-214',
      json: {
        error: {
          type: 'invalid_request_error',
          message: 'tools.0.input_schema: cannot be evaluated: takes longer than 100 ms',
        },
      },
    });
    expect((await send([tool], 'hello')).status).toBe(200);
  });

  test('that takes too long does not block other requests', async () => {
    const answers = await Promise.all([send([slow], line), send([look]), send([slow], line), send([look])]);
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 200]);
  });

  test('that is recursive is followed through the input and rejected if infinite', async () => {
    const list = withSchema({ properties: { next: { $ref: '#' } }, additionalProperties: false });
    const input = { next: { next: {} } };
    expect((await call(list, `/tool look ${JSON.stringify(input)}`)).content).toMatchObject([{ input }]);
    expect((await call(list, '/tool look {"next":{"other":1}}')).content).toMatchObject([{ input: {} }]);
    expect(await send([withSchema({ allOf: [{ $ref: '#' }] })], '/tool look {}')).toMatchObject({
      status: 400,
      rule: 'INF-214',
    });
  });

  test('is not checked for tools that are not strict or for structured outputs', async () => {
    const tool = withSchema(slow.input_schema, false);
    expect((await call(tool, line)).content).toMatchObject([{ input: { at: letters } }]);
    const schema = { ...slow.input_schema, required: ['at'], patternProperties: { '(a+)+$': {} } };
    const { json } = await send([], letters, { output_config: { format: { type: 'json_schema', schema } } });
    expect(json.content).toMatchObject([{ text: '{"at":"a"}' }]);
  });
});

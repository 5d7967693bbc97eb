import type { Message } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { advisor, askTools, code, fetchTool, look, search } from '../testing/ask-tools.js';
import { verifies } from '../testing/verifies.js';

const { call, fake, send } = askTools();
const contentOf = (message: Message, at = 1) =>
  (message.content[at] as unknown as { content: unknown }).content;

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

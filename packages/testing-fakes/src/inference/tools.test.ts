import { describe, expect, test } from 'vitest';
import { advisor, askTools, code, fetchTool, look, search } from '../testing/ask-tools.js';
import { verifies } from '../testing/verifies.js';

const { call, send } = askTools();
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
          message: 'tools.0.input_schema: cannot be evaluated: takes longer than 250 ms',
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

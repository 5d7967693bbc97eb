/** Recorded replies with tools that the service runs, and the tools that the program declares. */

/** A reply. */
export interface RecordedReply {
  readonly title: string;
  /** Types of the declared tools, by key. */
  readonly tools: Readonly<Record<string, string>>;
  readonly content: readonly object[];
}

const use = (name: string, input: object, more: object = {}): object => ({
  type: 'server_tool_use',
  id: `srvtoolu_${name}`,
  name,
  input,
  ...more,
});
const result = (name: string, content: unknown, kind = name): object => ({
  type: `${kind}_tool_result`,
  tool_use_id: `srvtoolu_${name}`,
  content,
});
const failed = (name: string, code: string, kind = name): object =>
  result(name, { type: `${kind}_tool_result_error`, error_code: code }, kind);
const page = (number: number): object => ({
  type: 'web_search_result',
  url: `https://example.com/${number}`,
  title: `Page ${number}`,
  encrypted_content: 'ZW5j',
  page_age: number === 1 ? '2 days' : null,
});
const cited = (number: number): object => ({
  type: 'web_search_result_location',
  url: `https://example.com/${number}`,
  title: `Page ${number}`,
  encrypted_index: 'aW5k',
  cited_text: 'It rains.',
});
const text = (words: string, citations?: readonly object[]): object => ({
  type: 'text',
  text: words,
  ...(citations && { citations }),
});
const fetched = {
  type: 'web_fetch_result',
  url: 'https://example.com/1',
  retrieved_at: '2026-06-01T00:00:00Z',
  content: {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: 'It rains.' },
    title: 'Page 1',
    citations: { enabled: true },
  },
};
const ran = (kind: string): object => ({
  type: `${kind}_result`,
  stdout: '2',
  stderr: '',
  return_code: 0,
  content: [],
});
const mcp = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'add', server_name: 'math', input: { a: 1 } };
const sum = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [text('2')] };
const search = use('web_search', { query: 'rain' });
const fetch = use('web_fetch', { url: 'https://example.com/1' });
const bash = use('bash_code_execution', { command: 'ls' });
const edit = use('text_editor_code_execution', { command: 'create', path: 'a', file_text: 'b' });
const tools = {
  search: { search: 'web_search_20250305' },
  fetch: { fetch: 'web_fetch_20250910' },
  code: { run: 'code_execution_20250825' },
  regex: { find: 'tool_search_tool_regex_20251119' },
  none: {},
};

/** The replies. */
export const recordedReplies: readonly RecordedReply[] = [
  {
    title: 'A web search',
    tools: tools.search,
    content: [search, result('web_search', [page(1), page(2)]), text('It rains.')],
  },
  {
    title: 'A web search that is cited',
    tools: tools.search,
    content: [search, result('web_search', [page(1)]), text('It rains.', [cited(1)])],
  },
  {
    title: 'A web search without pages',
    tools: tools.search,
    content: [search, result('web_search', []), text('Nothing.')],
  },
  {
    title: 'A web search that fails',
    tools: tools.search,
    content: [search, failed('web_search', 'max_uses_exceeded'), text('Sorry.')],
  },
  {
    title: 'Two web searches in a row',
    tools: tools.search,
    content: [
      search,
      result('web_search', [page(1)]),
      { ...search, id: 'srvtoolu_2' },
      { ...result('web_search', [page(2)]), tool_use_id: 'srvtoolu_2' },
      text('It rains.'),
    ],
  },
  { title: 'A citation of an earlier search', tools: tools.search, content: [text('It rains.', [cited(1)])] },
  {
    title: 'A web fetch',
    tools: tools.fetch,
    content: [fetch, result('web_fetch', fetched), text('It rains.')],
  },
  {
    title: 'A web fetch that fails',
    tools: tools.fetch,
    content: [fetch, failed('web_fetch', 'url_not_accessible'), text('Sorry.')],
  },
  {
    title: 'Code execution',
    tools: tools.code,
    content: [
      use('code_execution', { code: '1+1' }),
      result('code_execution', ran('code_execution')),
      text('2'),
    ],
  },
  {
    title: 'Code execution that fails',
    tools: tools.code,
    content: [use('code_execution', { code: '1+' }), failed('code_execution', 'unavailable'), text('Sorry.')],
  },
  {
    title: 'A shell command',
    tools: tools.code,
    content: [bash, result('bash_code_execution', ran('bash_code_execution')), text('2')],
  },
  {
    title: 'A shell command that fails to run',
    tools: tools.code,
    content: [bash, failed('bash_code_execution', 'execution_time_exceeded'), text('Sorry.')],
  },
  {
    title: 'A file command',
    tools: tools.code,
    content: [
      edit,
      result('text_editor_code_execution', {
        type: 'text_editor_code_execution_create_result',
        is_file_update: false,
      }),
      text('Done.'),
    ],
  },
  {
    title: 'A file command that fails',
    tools: tools.code,
    content: [edit, failed('text_editor_code_execution', 'file_not_found'), text('Sorry.')],
  },
  { title: 'A tool of an MCP server', tools: tools.none, content: [mcp, sum, text('2')] },
  {
    title: 'A tool of an MCP server that fails',
    tools: tools.none,
    content: [mcp, { ...sum, is_error: true }, text('Sorry.')],
  },
  {
    title: 'A tool search',
    tools: tools.regex,
    content: [
      use('tool_search_tool_regex', { pattern: 'a' }),
      result(
        'tool_search_tool_regex',
        {
          type: 'tool_search_tool_search_result',
          tool_references: [{ type: 'tool_reference', tool_name: 'add' }],
        },
        'tool_search',
      ),
      text('Found.'),
    ],
  },
  {
    title: 'A tool search that fails',
    tools: tools.regex,
    content: [
      use('tool_search_tool_regex', { pattern: '(' }),
      failed('tool_search_tool_regex', 'invalid_tool_input', 'tool_search'),
      text('Sorry.'),
    ],
  },
  {
    title: 'Advice',
    tools: { ask: 'advisor_20260301' },
    content: [
      use('advisor', {}),
      result('advisor', { type: 'advisor_result', text: 'Measure.' }),
      text('I measure.'),
    ],
  },
  {
    title: 'Text before a search, and thinking',
    tools: tools.search,
    content: [
      { type: 'thinking', thinking: 'rain?', signature: 'c2ln' },
      text('I search.'),
      search,
      result('web_search', [page(1)]),
      text('It rains.'),
    ],
  },
  {
    title: 'A file in the container',
    tools: tools.code,
    content: [text('See the file.'), { type: 'container_upload', file_id: 'file_1' }],
  },
  {
    title: 'Redacted thinking',
    tools: tools.none,
    content: [{ type: 'redacted_thinking', data: 'cmVk' }, text('It rains.')],
  },
  {
    title: 'A citation of a document',
    tools: tools.none,
    content: [
      text('It rains.', [
        {
          type: 'char_location',
          cited_text: 'rains',
          document_index: 0,
          document_title: 'Notes',
          start_char_index: 0,
          end_char_index: 5,
        },
      ]),
    ],
  },
  {
    title: 'A citation of a search result of the program',
    tools: tools.none,
    content: [
      text('It rains.', [
        {
          type: 'search_result_location',
          cited_text: 'rains',
          search_result_index: 0,
          start_block_index: 0,
          end_block_index: 1,
          source: 'https://example.com/9',
          title: null,
        },
      ]),
    ],
  },
];

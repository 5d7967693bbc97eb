import type { Message } from '@parlance/schemas';
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
const model = 'assistant-opus-4-6';
type Turn = { role: string; content: unknown };
const create = (messages: unknown, headers = {}) =>
  ask('POST /v1/messages', { model, max_tokens: 100, messages }, { headers });
const count = (messages: unknown, more: object = {}) =>
  ask('POST /v1/messages/count_tokens', { model, messages, ...more });
const user = (...content: unknown[]): Turn[] => [{ role: 'user', content }];
const tokens = async (messages: unknown, more: object = {}): Promise<number> => {
  const { json } = await count(messages, more);
  return (json as { input_tokens: number }).input_tokens;
};
const textOf = (message: Message) =>
  message.content.map((block) => (block as { text?: string }).text).join('');

const text = { type: 'text', text: 'a' };
const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
const base64 = { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' };
const plain = { type: 'text', media_type: 'text/plain', data: 'Grass is green.' };
const document = (source: object, more: object = {}) => ({ type: 'document', source, ...more });
const found = { type: 'search_result', content: [text], source: 's', title: 't' };
const cited = (citation: object) => ({ type: 'text', text: 'a', citations: [citation] });
const result = (name: string, content: unknown, more: object = {}) => ({
  type: `${name}_tool_result`,
  tool_use_id: 'srvtoolu_1',
  content,
  ...more,
});
const webResult = { type: 'web_search_result', encrypted_content: 'e', title: 't', url: 'u' };
const page = { type: 'web_fetch_result', url: 'u', content: document(plain) };
const outcome = { content: [], return_code: 0, stderr: '', stdout: '' };
const error = (name: string, code: string) => ({ type: `${name}_tool_result_error`, error_code: code });

describe('messages', () => {
  test.each([
    ['INF-110', [{ role: 'tool', content: 'a' }]],
    ['INF-110', [{ content: 'a' }]],
    ['INF-111', [{ role: 'user' }]],
    ['INF-111', [{ role: 'user', content: 7 }]],
    ['INF-147', user({ type: 'hologram' })],
    ['INF-147', user({ text: 'a' })],
    ['INF-147', user('a')],
  ])('are rejected by %s: %j', async (rule, messages) => {
    verifies('INF-110', 'INF-111', 'INF-147');
    expect(await create(messages)).toMatchObject({ status: 400, rule });
    expect(await count(messages)).toMatchObject({ status: 400, rule });
  });

  test('with a string as content equal one text block', async () => {
    verifies('INF-112');
    expect(await tokens([{ role: 'user', content: 'hello there' }])).toBe(
      await tokens(user({ type: 'text', text: 'hello there' })),
    );
    const [first, second] = await Promise.all([
      create([{ role: 'user', content: 'hello' }]),
      create(user({ type: 'text', text: 'hello' })),
    ]);
    expect(first.json.content).toEqual(second.json.content);
  });

  test('of the same role are merged', async () => {
    verifies('INF-113');
    const apart = [
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ];
    const together = user({ type: 'text', text: 'one' }, { type: 'text', text: 'two' });
    expect(textOf((await create(apart)).json)).toBe('You said: one\ntwo');
    expect(await tokens(apart)).toBe(await tokens(together));
  });

  test('that end with an assistant turn are continued', async () => {
    verifies('INF-114');
    const begun = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'You said: he' },
    ];
    expect(textOf((await create(begun)).json)).toBe('llo');
  });

  test('are limited to 100,000', async () => {
    verifies('INF-115');
    const turns = Array.from({ length: 100_001 }, () => ({ role: 'user', content: 'a' }));
    expect(await create(turns.slice(1))).toMatchObject({ status: 200 });
    expect(await create(turns)).toMatchObject({ status: 400, rule: 'INF-115' });
  });
});

const everyBlock = [
  text,
  image,
  document(plain),
  found,
  { type: 'thinking', thinking: 'a', signature: 'b' },
  { type: 'redacted_thinking', data: 'a' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  result('web_search', [webResult]),
  result('web_fetch', page),
  result('code_execution', { type: 'code_execution_result', ...outcome }),
  result('bash_code_execution', { type: 'bash_code_execution_result', ...outcome }),
  result('text_editor_code_execution', {
    type: 'text_editor_code_execution_create_result',
    is_file_update: false,
  }),
  result('tool_search', { type: 'tool_search_tool_search_result', tool_references: [] }),
  { type: 'container_upload', file_id: stored.id },
];

describe('cache breakpoints', () => {
  test.each(everyBlock)('are accepted on $type', async (block) => {
    verifies('INF-119');
    const marked = { ...block, cache_control: { type: 'ephemeral', ttl: '1h' } };
    const { status, json } = await create(user(marked, text));
    expect([status, status === 200 || json.error]).toEqual([200, true]);
    expect(json.usage.cache_creation.ephemeral_1h_input_tokens).toBeGreaterThan(0);
  });

  test.each([
    ['INF-116', { type: 'eternal' }],
    ['INF-116', {}],
    ['INF-116', 'ephemeral'],
    ['INF-117', { type: 'ephemeral', ttl: '2h' }],
    ['INF-117', { type: 'ephemeral', ttl: 300 }],
  ])('are rejected by %s: %j', async (rule, control) => {
    verifies('INF-116', 'INF-117');
    expect(await create(user({ ...text, cache_control: control }))).toMatchObject({ status: 400, rule });
  });

  test('last 5 minutes by default', async () => {
    verifies('INF-118');
    const { json } = await create(user({ ...text, text: 'unseen', cache_control: { type: 'ephemeral' } }));
    expect(json.usage.cache_creation).toMatchObject({ ephemeral_1h_input_tokens: 0 });
    expect(json.usage.cache_creation.ephemeral_5m_input_tokens).toBeGreaterThan(0);
  });
});

const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' };
const answered = (more: object, called: object = use): Turn[] => [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: [called] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', ...more }] },
];

/** Two open tool uses with the same id, which make a result ambiguous. */
const unclear: Turn[] = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: [use, use] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
];

describe('blocks', () => {
  test.each([
    ['base64 image', user({ type: 'image', source: base64 })],
    ['image by URL', user(image)],
    ['PDF', user(document({ type: 'base64', media_type: 'application/pdf', data: 'aGVsbG8=' }))],
    ['text document', user(document(plain, { citations: { enabled: false }, context: 'c', title: 't' }))],
    ['content document', user(document({ type: 'content', content: [text, image] }))],
    ['content document with a string', user(document({ type: 'content', content: 'a' }))],
    ['document by URL', user(document({ type: 'url', url: 'https://example.com/a.pdf' }))],
    ['search result', user({ ...found, citations: { enabled: true } })],
    ['tool result without content', answered({})],
    ['tool result with a string', answered({ content: 'a', is_error: true })],
    [
      'result of blocks',
      answered({
        content: [text, image, found, document(plain), { type: 'tool_reference', tool_name: 'a' }],
      }),
    ],
    ['two uses with the same id, the first of which has a result', [...answered({}), ...answered({})]],
    ['direct call', answered({}, { ...use, caller: { type: 'direct' } })],
    ['call by code execution', answered({}, { ...use, caller })],
    ['failed search', user(result('web_search', error('web_search', 'query_too_long'), { caller }))],
    ['failed fetch', user(result('web_fetch', error('web_fetch', 'url_too_long')))],
    ['failed code', user(result('code_execution', error('code_execution', 'execution_time_exceeded')))],
    [
      'failed command',
      user(result('bash_code_execution', error('bash_code_execution', 'output_file_too_large'))),
    ],
    [
      'encrypted outcome',
      user(
        result('code_execution', {
          type: 'encrypted_code_execution_result',
          content: [{ type: 'code_execution_output', file_id: 'file_1' }],
          encrypted_stdout: 'e',
          return_code: 0,
          stderr: '',
        }),
      ),
    ],
  ])('are accepted: %s', async (_, messages) => {
    verifies(
      'INF-120',
      'INF-121',
      'INF-123',
      'INF-126',
      'INF-127',
      'INF-128',
      'INF-129',
      'INF-130',
      'INF-131',
    );
    verifies(
      'INF-135',
      'INF-136',
      'INF-138',
      'INF-139',
      'INF-140',
      'INF-141',
      'INF-142',
      'INF-143',
      'INF-145',
    );
    const { status, json } = await create(messages);
    expect([status, status === 200 || json.error.message]).toEqual([200, true]);
    expect((await count(messages)).status).toBe(200);
  });

  test.each([
    ['INF-120', user({ type: 'text' })],
    ['INF-120', user({ ...text, citations: 'a' })],
    ['INF-121', user({ type: 'image', source: { ...base64, media_type: 'image/tiff' } })],
    ['INF-122', user({ type: 'image', source: { type: 'base64', media_type: 'image/png' } })],
    ['INF-122', user({ type: 'image', source: { ...base64, data: 'no base64!' } })],
    ['INF-123', user({ type: 'image', source: { type: 'url' } })],
    ['INF-124', user({ type: 'image', source: { type: 'file', file_id: 'file_1' } })],
    ['INF-124', user(document({ type: 'file', file_id: 'file_1' }))],
    [
      'INF-124',
      user(result('web_fetch', { ...page, content: document({ type: 'file', file_id: 'file_1' }) })),
    ],
    ['INF-125', user({ type: 'image', source: { type: 'disk' } })],
    ['INF-126', user(document({ type: 'base64', media_type: 'text/html', data: 'aGVsbG8=' }))],
    ['INF-126', user(document({ type: 'base64', media_type: 'application/pdf' }))],
    ['INF-127', user(document({ ...plain, media_type: 'text/html' }))],
    ['INF-127', user(document({ type: 'text', media_type: 'text/plain' }))],
    ['INF-128', user(document({ type: 'content', content: [found] }))],
    ['INF-128', user(document({ type: 'content' }))],
    ['INF-129', user(document({ type: 'url' }))],
    ['INF-130', user(document(plain, { title: 7 }))],
    ['INF-130', user(document(plain, { context: 7 }))],
    ['INF-130', user(document(plain, { citations: 'yes' }))],
    ['INF-131', user({ type: 'search_result', content: [text], source: 's' })],
    ['INF-131', user({ type: 'search_result', content: [image], source: 's', title: 't' })],
    ['INF-132', user({ type: 'thinking', thinking: 'a' })],
    ['INF-133', user({ type: 'redacted_thinking' })],
    ['INF-134', user({ type: 'tool_use', id: 'a', name: 'b' })],
    ['INF-134', user({ type: 'tool_use', id: 'a', name: 'b', input: [] })],
    ['INF-134', user({ type: 'tool_use', input: {}, name: 'b' })],
    ['INF-134', unclear],
    ['INF-135', user({ type: 'tool_result', content: 'a' })],
    ['INF-135', user({ type: 'tool_result', tool_use_id: 'toolu_9' })],
    ['INF-135', answered({ is_error: 'yes' })],
    ['INF-136', answered({ content: [{ type: 'tool_use' }] })],
    ['INF-136', answered({ content: [{ type: 'tool_reference' }] })],
    ['INF-137', user({ type: 'server_tool_use', id: 'a', name: 'oracle', input: {} })],
    ['INF-137', user({ type: 'server_tool_use', id: 'a', name: 'web_search' })],
    ['INF-138', user({ type: 'web_search_tool_result', content: [] })],
    ['INF-138', user(result('web_search', [{ ...webResult, type: 'page' }]))],
    ['INF-139', user(result('web_search', error('web_search', 'tired')))],
    ['INF-140', user(result('web_fetch', { type: 'page' }))],
    ['INF-140', user(result('web_fetch', { type: 'web_fetch_result', url: 'u' }))],
    ['INF-141', user(result('web_fetch', error('web_fetch', 'tired')))],
    ['INF-142', user(result('code_execution', { type: 'page' }))],
    ['INF-143', user(result('code_execution', error('code_execution', 'output_file_too_large')))],
    ['INF-144', user(result('bash_code_execution', { type: 'page' }))],
    ['INF-145', user(result('bash_code_execution', error('bash_code_execution', 'tired')))],
    ['INF-146', answered({}, { ...use, caller: { type: 'ghost' } })],
    ['INF-146', answered({}, { ...use, caller: { type: 'code_execution_20250825' } })],
  ])('are rejected by %s: %j', async (rule, messages) => {
    verifies(
      'INF-120',
      'INF-121',
      'INF-122',
      'INF-123',
      'INF-124',
      'INF-125',
      'INF-126',
      'INF-127',
      'INF-128',
    );
    verifies(
      'INF-129',
      'INF-130',
      'INF-131',
      'INF-132',
      'INF-133',
      'INF-134',
      'INF-135',
      'INF-136',
      'INF-137',
    );
    verifies(
      'INF-138',
      'INF-139',
      'INF-140',
      'INF-141',
      'INF-142',
      'INF-143',
      'INF-144',
      'INF-145',
      'INF-146',
    );
    expect(await create(messages)).toMatchObject({ status: 400, rule });
    expect(await count(messages)).toMatchObject({ status: 400, rule });
  });

  test('can reference files with the files beta', async () => {
    verifies('INF-124');
    const headers = { 'vendor-beta': 'files-api-2025-04-14' };
    const file = { type: 'file', file_id: stored.id };
    const messages = user({ type: 'image', source: file }, document(file));
    expect((await create(messages, headers)).status).toBe(200);
    const lost = { type: 'file', file_id: 'file_1' };
    for (const block of [document(lost), { type: 'container_upload', file_id: 'file_1' }])
      expect(await create(user(block), headers)).toMatchObject({ status: 404, rule: 'GEN-007' });
    // Later API versions include the beta features.
    expect((await create(messages, { 'vendor-version': '2026-10-21' })).status).toBe(200);
  });

  test('of type tool_use require a result in the next user turn', async () => {
    const turns = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [use] },
    ];
    expect(await create([...turns, { role: 'user', content: 'b' }])).toMatchObject({
      status: 400,
      rule: 'GEN-005',
    });
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] };
    expect(await create([...turns, { role: 'user', content: 'b' }, result])).toMatchObject({ status: 200 });
  });
});

const place = { cited_text: 'a', document_index: 0, document_title: 't' };
const citations = {
  char_location: { ...place, start_char_index: 0, end_char_index: 1 },
  page_location: { ...place, start_page_number: 1, end_page_number: 2 },
  content_block_location: { ...place, start_block_index: 0, end_block_index: 1 },
  web_search_result_location: { cited_text: 'a', encrypted_index: 'e', title: 't', url: 'u' },
  search_result_location: {
    cited_text: 'a',
    search_result_index: 0,
    start_block_index: 0,
    end_block_index: 1,
    source: 's',
    title: 't',
  },
};
const rulesByKind = {
  char_location: 'INF-151',
  page_location: 'INF-152',
  content_block_location: 'INF-153',
  web_search_result_location: 'INF-155',
  search_result_location: 'INF-156',
};

describe('citations', () => {
  test.each(Object.entries(citations))('of type %s require all their fields', async (kind, fields) => {
    verifies('INF-151', 'INF-152', 'INF-153', 'INF-155', 'INF-156');
    expect((await create(user(cited({ type: kind, ...fields })))).status).toBe(200);
    for (const name of Object.keys(fields)) {
      const { [name as keyof typeof fields]: _, ...rest } = fields;
      expect(await create(user(cited({ type: kind, ...rest })))).toMatchObject({
        status: 400,
        rule: rulesByKind[kind as keyof typeof rulesByKind],
      });
    }
  });

  test('of an unknown or missing type are rejected', async () => {
    verifies('INF-150');
    for (const citation of [{ type: 'dream' }, {}])
      expect(await create(user(cited(citation)))).toMatchObject({ status: 400, rule: 'INF-150' });
  });

  test.each([0, 1])('of blocks must end after they start: %i', async (end) => {
    verifies('INF-154');
    const citation = { ...citations.content_block_location, start_block_index: 1, end_block_index: end };
    expect(await create(user(cited({ type: 'content_block_location', ...citation })))).toMatchObject({
      status: 400,
      rule: 'INF-154',
    });
  });

  test('index search results separately from documents', async () => {
    verifies('INF-157');
    const on = { citations: { enabled: true } };
    const { json } = await create(user(document(plain), found, { ...found, ...on }, text));
    expect(json.content[1].citations).toMatchObject([
      { type: 'search_result_location', search_result_index: 1 },
    ]);
  });

  test('of content blocks include the whole text and do not count as output', async () => {
    verifies('INF-158');
    const source = { type: 'content', content: [{ type: 'text', text: 'Grass is green. Sky is blue.' }] };
    const question = { type: 'text', text: 'what?' };
    const { json } = await create(user(document(source, { citations: { enabled: true } }), question));
    expect(json.content[1].citations[0]).toMatchObject({
      type: 'content_block_location',
      cited_text: 'Grass is green. Sky is blue.',
      start_block_index: 0,
      end_block_index: 1,
    });
    const { json: uncited } = await create(user(document(source), question));
    expect(json.usage.output_tokens).toBe(uncited.usage.output_tokens);
    const citation = { type: 'content_block_location', ...citations.content_block_location };
    expect(await tokens(user(cited({ ...citation, cited_text: 'a very long text indeed' })))).toBe(
      await tokens(user(text)),
    );
  });
});

describe('token counting', () => {
  test('requires messages and a model and rejects other fields', async () => {
    verifies('INF-180', 'INF-181', 'GEN-021');
    expect(await count(undefined)).toMatchObject({ status: 400, rule: 'INF-180' });
    expect(await ask('POST /v1/messages/count_tokens', { messages: user(text) })).toMatchObject({
      status: 400,
      rule: 'GEN-021',
    });
    expect(await count(user(text), { max_tokens: 5 })).toMatchObject({ status: 400, rule: 'GEN-004' });
    expect(await count(user(text))).toMatchObject({ status: 200, json: { input_tokens: 4 } });
  });

  test('counts tools, images and documents without creating anything', async () => {
    verifies('INF-003');
    const alone = await tokens(user(text));
    const tools = [{ name: 'look', input_schema: { type: 'object' } }];
    expect(await tokens(user(text), { tools })).toBeGreaterThan(alone);
    expect(await tokens(user(text), { system: 'be kind' })).toBeGreaterThan(alone);
    expect(await tokens(user(text, image))).toBeGreaterThan(alone);
    expect(await tokens(user(text, document(plain)))).toBeGreaterThan(alone);
    const { json } = await count(user(text));
    expect(json).toEqual({ input_tokens: alone });
  });
});

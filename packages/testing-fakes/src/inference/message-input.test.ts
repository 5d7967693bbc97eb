import type { Message } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';
import { addPdf } from '../testing/ask-messages.js';
import {
  cited,
  document,
  found,
  image,
  outcome,
  page,
  plain,
  result,
  text,
  user,
  webResult,
} from '../testing/sample-blocks.js';
import { verifies } from '../testing/verifies.js';

const fake = createFake({ checkResponses: true });
const ask = asker(fake, '');
const stored = addPdf(fake);
const model = 'assistant-opus-4-6';
const create = (messages: unknown, headers = {}) =>
  ask('POST /v1/messages', { model, max_tokens: 100, messages }, { headers });
const count = (messages: unknown, more: object = {}) =>
  ask('POST /v1/messages/count_tokens', { model, messages, ...more });
const tokens = async (messages: unknown, more: object = {}): Promise<number> => {
  const { json } = await count(messages, more);
  return (json as { input_tokens: number }).input_tokens;
};
const textOf = (message: Message) =>
  message.content.map((block) => (block as { text?: string }).text).join('');

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

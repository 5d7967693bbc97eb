import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';
import { addPdf } from '../testing/ask-messages.js';
import {
  base64,
  document,
  error,
  found,
  image,
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

type Turn = { role: string; content: unknown };
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

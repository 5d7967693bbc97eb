import { describe, expect, test } from 'vitest';
import { askMessages, base, says, tool } from '../testing/ask-messages.js';
import { verifies } from '../testing/verifies.js';

const { ask, create, refusal } = askMessages();

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

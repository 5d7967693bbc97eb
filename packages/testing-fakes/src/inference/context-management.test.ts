import type { Message } from '@parlance/schemas';
import { InferenceClient } from '@parlance/inference';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';

const fake = createFake({ checkResponses: true });
const ask = asker(fake, 'context-management-2025-06-27,cache-diagnosis-2026-04-07');
const model = 'assistant-opus-4-6';
const base = { model, max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] };
const create = async (body: object): Promise<Message> => {
  const { status, json } = await ask('POST /v1/messages', body);
  expect([status, status === 200 || json.error.message]).toEqual([200, true]);
  return json as Message;
};

const toolTurns = Array.from({ length: 5 }, (_, index) => [
  { role: 'user', content: `question ${index}` },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: `thought ${index}`, signature: 's' },
      {
        type: 'tool_use',
        id: `t${index}`,
        name: index === 0 ? 'keep_me' : 'look',
        input: { at: 'everything there is' },
      },
    ],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: 'a rather long result' }],
  },
  { role: 'assistant', content: 'done' },
]).flat();
const messages = [...toolTurns, { role: 'user', content: 'and now?' }];
const edited = (...edits: object[]) => ({ ...base, messages, context_management: { edits } });

describe('context management', () => {
  test('clears old tool uses and counts the remaining tokens', async () => {
    const edit = {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'tool_uses', value: 3 },
      keep: { type: 'tool_uses', value: 2 },
    };
    const plain = await create({ ...base, messages });
    const cleared = await create(edited(edit));
    expect(cleared.context_management?.applied_edits).toEqual([
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: 6 },
    ]);
    expect(cleared.usage.input_tokens).toBe(plain.usage.input_tokens - 6);
    const more = await create(edited({ ...edit, clear_tool_inputs: true, exclude_tools: ['keep_me'] }));
    expect(more.context_management?.applied_edits).toMatchObject([{ cleared_tool_uses: 2 }]);
    expect(more.usage.input_tokens).toBeLessThan(cleared.usage.input_tokens);
    const unworthy = await create(edited({ ...edit, clear_at_least: { type: 'input_tokens', value: 10 } }));
    expect(unworthy.context_management).toEqual({ applied_edits: [] });
    const { json } = await ask('POST /v1/messages/count_tokens', {
      model,
      messages,
      context_management: { edits: [edit] },
    });
    expect(json).toEqual({
      input_tokens: cleared.usage.input_tokens,
      context_management: { original_input_tokens: plain.usage.input_tokens },
    });
  });

  test.each([
    ['the latest turn', undefined, 4],
    ['the configured number of turns', { type: 'thinking_turns', value: 3 }, 2],
  ])('clears thinking except for %s', async (_, keep, turns) => {
    const { context_management: result } = await create(
      edited({ type: 'clear_thinking_20251015', ...(keep && { keep }) }),
    );
    expect(result?.applied_edits).toMatchObject([
      { type: 'clear_thinking_20251015', cleared_thinking_turns: turns },
    ]);
  });

  test('keeps all thinking if requested', async () => {
    for (const keep of ['all', { type: 'all' }])
      expect((await create(edited({ type: 'clear_thinking_20251015', keep }))).context_management).toEqual({
        applied_edits: [],
      });
  });

  test('compacts a conversation, which continues from the summary', async () => {
    const edit = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50 } };
    const summary = { type: 'compaction', content: 'Summary of 21 messages.', encrypted_content: null };
    const whole = await create(edited(edit));
    expect(whole.content).toEqual([summary, { type: 'text', text: 'You said: and now?', citations: null }]);
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const streamed = await client.messages.stream(edited(edit) as never).finalMessage();
    expect(streamed.content).toEqual(whole.content);
    expect(streamed.usage).toEqual(whole.usage);
    const { cache_creation, cache_creation_input_tokens, cache_read_input_tokens, ...counts } = whole.usage;
    const own = {
      cache_creation,
      cache_creation_input_tokens,
      cache_read_input_tokens,
      input_tokens: counts.input_tokens,
      output_tokens: counts.output_tokens,
    };
    const plain = await create({ ...base, messages });
    const summing = { ...own, input_tokens: plain.usage.input_tokens, output_tokens: 7 };
    expect(whole.usage.iterations).toEqual([
      { type: 'compaction', ...summing },
      { type: 'message', ...own },
    ]);
    const paused = await create(edited({ ...edit, pause_after_compaction: true }));
    expect(paused).toMatchObject({ stop_reason: 'compaction', content: [summary], usage: summing });
    expect(paused.usage.iterations).toEqual([{ type: 'compaction', ...summing }]);
    const turns = [
      ...messages,
      { role: 'assistant', content: whole.content },
      { role: 'user', content: 'more' },
    ];
    expect((await create({ ...base, messages: turns })).usage.input_tokens).toBeLessThan(50);
    expect((await create(edited({ type: 'compact_20260112' }))).content).toHaveLength(1);
  });
});

describe('cache diagnosis', () => {
  test.each([
    ['nothing changed', {}, null],
    ['another model', { model: 'assistant-opus-4-7' }, 'model_changed'],
    ['another system prompt', { system: 'be rude' }, 'system_changed'],
    ['other tools', { tools: [{ name: 'a', input_schema: { type: 'object' } }] }, 'tools_changed'],
    ['a different first message', { messages: [{ role: 'user', content: 'bye' }] }, 'messages_changed'],
  ])('reports %s', async (_, change, type) => {
    const body = { ...base, system: 'be kind', diagnostics: { previous_message_id: null } };
    const before = await create(body);
    expect(before.diagnostics).toEqual({ cache_miss_reason: null });
    const more = [...base.messages, { role: 'assistant', content: 'a' }, { role: 'user', content: 'b' }];
    const diagnostics = { previous_message_id: before.id };
    const { diagnostics: found } = await create({ ...body, messages: more, ...change, diagnostics });
    expect(found?.cache_miss_reason?.type ?? null).toBe(type);
  });

  test('reports an unknown earlier message', async () => {
    const { diagnostics } = await create({ ...base, diagnostics: { previous_message_id: 'msg_none' } });
    expect(diagnostics).toEqual({ cache_miss_reason: { type: 'previous_message_not_found' } });
  });
});

/** Every message content can be scripted, with the same result as JSON and as a stream. */
import { InferenceClient } from '@parlance/inference';
import type { Message } from '@parlance/schemas';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Fake } from '../fake/fake.js';
import { withFake } from '../test-runners/vitest.js';
import { verifies } from '../testing/verifies.js';
import type { ScriptBlock, ScriptStep } from './script.js';

const emulator = withFake({ checkResponses: true });
let fake: Fake;
let client: InferenceClient;
beforeEach(() => {
  ({ fake } = emulator);
  client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
});

const params = {
  model: 'assistant-opus-4-7',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'go' }],
};

/** Requests the reply of a step as JSON and as a stream. */
async function both(step: ScriptStep, more: object = {}): Promise<Message> {
  fake.setScripts([{ steps: [{ ...step, times: 2 }] }]);
  const whole = await client.messages.create({ ...params, ...more });
  const streamed = await client.messages.stream({ ...params, ...more }).finalMessage();
  expect({ ...streamed, id: '', container: null }).toEqual({ ...whole, id: '', container: null });
  expect(streamed.container === null).toBe(whole.container === null);
  return whole;
}

const location = { cited_text: 'Grass.', document_index: 0, document_title: 'T', file_id: null };
const result = (name: string, content: unknown): ScriptBlock => ({
  type: `${name}_tool_result`,
  tool_use_id: 'srvtoolu_1',
  content,
});
const printed = { content: [], return_code: 0, stderr: '', stdout: '1' };

describe('scripted message', () => {
  test.each<[string, ScriptBlock]>([
    ['a thinking block', { type: 'thinking', thinking: 'Hm.', signature: 's' }],
    ['a redacted thinking block', { type: 'redacted_thinking', data: 'd' }],
    ['a tool use', { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'grass 😀' } }],
    ['a server tool use', { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } }],
    [
      'found pages',
      result('web_search', [{ type: 'web_search_result', encrypted_content: 'e', title: 't', url: 'u' }]),
    ],
    [
      'a failed search',
      result('web_search', { type: 'web_search_tool_result_error', error_code: 'unavailable' }),
    ],
    [
      'a fetched page',
      result('web_fetch', {
        type: 'web_fetch_result',
        url: 'u',
        content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Grass.' } },
      }),
    ],
    ['a code execution result', result('code_execution', { type: 'code_execution_result', ...printed })],
    [
      'the outcome of a command',
      result('bash_code_execution', { type: 'bash_code_execution_result', ...printed }),
    ],
    [
      'an edited file',
      result('text_editor_code_execution', {
        type: 'text_editor_code_execution_create_result',
        is_file_update: false,
      }),
    ],
    [
      'found tools',
      result('tool_search', {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'look' }],
      }),
    ],
    ['a container upload', { type: 'container_upload', file_id: 'file_1' }],
    ['an MCP tool use', { type: 'mcp_tool_use', id: 'm', name: 'n', server_name: 's', input: {} }],
    ['advice', result('advisor', { type: 'advisor_result', text: 'Rest.' })],
    ['a compaction', { type: 'compaction', content: 'Before.', encrypted_content: null }],
    ['a block of a later version', { type: 'hologram', depth: 3 }],
    ...[
      { type: 'char_location', ...location, start_char_index: 0, end_char_index: 6 },
      { type: 'page_location', ...location, start_page_number: 1, end_page_number: 2 },
      { type: 'content_block_location', ...location, start_block_index: 0, end_block_index: 1 },
      { type: 'web_search_result_location', cited_text: 'a', encrypted_index: 'i', title: 't', url: 'u' },
      {
        type: 'search_result_location',
        cited_text: 'a',
        search_result_index: 0,
        source: 's',
        title: 't',
        start_block_index: 0,
        end_block_index: 1,
      },
    ].map((citation): [string, ScriptBlock] => [
      `a ${citation.type}`,
      { type: 'text', text: 'Grass is green.', citations: [citation] },
    ]),
  ])('can contain %s', async (_, block) => {
    verifies('INF-045', 'INF-046', 'INF-047', 'INF-048', 'GEN-015');
    const { content } = await both({ reply: [block] });
    expect(content).toMatchObject([block]);
  });

  test.each([
    'end_turn',
    'max_tokens',
    'tool_use',
    'pause_turn',
    'refusal',
    'compaction',
    'model_context_window_exceeded',
    'a_later_reason',
  ])('can end with %s', async (stop_reason) => {
    verifies('INF-034', 'INF-035', 'INF-037', 'INF-038', 'INF-039');
    expect(await both({ reply: 'Yes.', stop_reason })).toMatchObject({ stop_reason, stop_sequence: null });
  });

  test('ends with its stop sequence', async () => {
    verifies('INF-036', 'INF-031');
    expect(await both({ reply: 'Yes', stop_sequence: '.' })).toMatchObject({
      stop_reason: 'stop_sequence',
      stop_sequence: '.',
    });
  });

  test.each([
    [{ category: 'bio' }, { type: 'refusal', category: 'bio', explanation: null }],
    [
      { category: 'cyber', explanation: 'No.' },
      { type: 'refusal', category: 'cyber', explanation: 'No.' },
    ],
    [{}, { type: 'refusal', category: null, explanation: null }],
  ] as const)('can end as a refusal with %j', async (stop_details, shown) => {
    verifies('INF-026', 'INF-039');
    expect(await both({ reply: [], stop_details })).toMatchObject({
      stop_reason: 'refusal',
      stop_details: shown,
    });
  });

  test('can override the usage', async () => {
    verifies('INF-050', 'INF-053', 'INF-056', 'INF-057');
    const usage = {
      input_tokens: 1,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_creation: { ephemeral_1h_input_tokens: 1, ephemeral_5m_input_tokens: 2 },
      server_tool_use: { web_fetch_requests: 4, web_search_requests: 5 },
      service_tier: 'priority' as const,
      inference_geo: 'eu',
      output_tokens: 6,
      output_tokens_details: { thinking_tokens: 2 },
    };
    expect((await both({ reply: 'Yes.', usage })).usage).toEqual(usage);
  });

  test('uses the standard tier if the request asks for it', async () => {
    verifies('INF-057');
    const step = { reply: 'Yes.', usage: { service_tier: 'priority' as const } };
    expect((await both(step, { service_tier: 'auto' })).usage.service_tier).toBe('priority');
    expect((await both(step, { service_tier: 'standard_only' })).usage.service_tier).toBe('standard');
  });

  test('has the usage and the container that its blocks imply', async () => {
    verifies('INF-021', 'INF-056');
    const { container, usage } = await both({
      reply: [
        result('web_search', []),
        result('code_execution', { type: 'code_execution_result', ...printed }),
      ],
    });
    expect(usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
    expect(container).toMatchObject({ id: expect.stringMatching(/^container_/), skills: null });
    // The container can be used again.
    expect((await both({ reply: 'Yes.' }, { container: container?.id })).stop_reason).toBe('end_turn');
  });

  test('is not used for a request with max_tokens 0', async () => {
    verifies('INF-092');
    fake.setScripts([{ steps: [{ reply: 'Yes.' }] }]);
    expect(await client.messages.create({ ...params, max_tokens: 0 })).toMatchObject({
      content: [],
      stop_reason: 'max_tokens',
    });
    expect(await client.messages.create(params)).toMatchObject({ content: [{ text: 'Yes.' }] });
  });

  test.each([
    [{ usage: { input_tokens: 'many' } }, 'replies.0.steps.0.usage.input_tokens: must be a number from 0'],
    [{ stop_details: 'cyber' }, 'replies.0.steps.0.stop_details: must be an object'],
  ])('is rejected with %j', (step, message) => {
    expect(() => fake.setScripts([{ steps: [step as unknown as ScriptStep] }])).toThrow(message);
  });
});

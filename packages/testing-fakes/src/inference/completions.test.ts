import { InferenceClient } from '@parlance/inference';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';
import { verifies } from '../testing/verifies.js';

const fake = createFake({ checkResponses: true });
const ask = asker(fake, '');
const base = {
  model: 'assistant-opus-4-1',
  max_tokens_to_sample: 100,
  prompt: '\n\nHuman: hello\n\nAssistant:',
};
const complete = (body: object) => ask('POST /v1/complete', body);

describe('completion', () => {
  test('returns the documented response', async () => {
    verifies('INF-080', 'INF-082', 'INF-083', 'INF-084', 'INF-085', 'INF-201', 'INF-204', 'INF-216');
    const { status, json } = await complete(base);
    expect([status, json]).toEqual([
      200,
      {
        id: expect.stringMatching(/^compl_/),
        type: 'completion',
        completion: 'You said: hello',
        model: 'assistant-opus-4-1-20250805',
        stop_reason: 'stop_sequence',
      },
    ]);
    expect((await complete(base)).json.id).not.toBe(json.id);
  });

  test('ends before a stop sequence', async () => {
    verifies('INF-081', 'INF-083', 'INF-191', 'INF-197', 'INF-198');
    const prompt = '\n\nHuman: one two Human: three\n\nAssistant:';
    expect((await complete({ ...base, prompt })).json).toMatchObject({
      completion: 'You said: one two ',
      stop_reason: 'stop_sequence',
    });
    expect((await complete({ ...base, prompt, stop_sequences: ['two'] })).json).toMatchObject({
      completion: 'You said: one ',
      stop_reason: 'stop_sequence',
    });
    expect((await complete({ ...base, max_tokens_to_sample: 2 })).json).toMatchObject({
      completion: 'You said',
      stop_reason: 'max_tokens',
    });
  });

  test('must fit into the context window', async () => {
    verifies('INF-211');
    const prompt = `\n\nHuman: ${'word '.repeat(200_001)}\n\nAssistant:`;
    expect(await complete({ ...base, prompt })).toMatchObject({ status: 400, rule: 'INF-211' });
  });

  test('continues the last assistant turn', async () => {
    const prompt = '\n\nHuman: hello\n\nAssistant: You said: he';
    expect((await complete({ ...base, prompt })).json.completion).toBe('llo');
  });

  test.each([
    ['INF-190', { ...base, max_tokens_to_sample: undefined }],
    ['INF-190', { ...base, max_tokens_to_sample: 'a' }],
    ['INF-192', { ...base, model: undefined }],
    ['INF-193', { ...base, prompt: undefined }],
    ['INF-193', { ...base, prompt: ['a'] }],
    ['INF-194', { ...base, prompt: 'hello' }],
    ['INF-194', { ...base, prompt: 'Human: hello\n\nAssistant:' }],
    ['INF-194', { ...base, prompt: '\n\nHuman: hello' }],
    ['INF-194', { ...base, prompt: '\n\nAssistant: hello' }],
    ['INF-194', { ...base, prompt: '\n\nHuman: a\n\nHuman: b\n\nAssistant:' }],
    ['INF-194', { ...base, prompt: '\n\nHuman: a\n\nAssistant: b\n\nHuman: c' }],
    ['INF-194', { ...base, prompt: ' \n\nHuman: a\n\nAssistant:' }],
    ['INF-194', { ...base, prompt: '' }],
    ['INF-195', { ...base, metadata: { user_id: 7 } }],
    ['INF-195', { ...base, metadata: 'me' }],
    ['INF-195', { ...base, metadata: { user_id: 'x'.repeat(257) } }],
    ['INF-197', { ...base, stop_sequences: 'a' }],
    ['INF-199', { ...base, stream: 'yes' }],
    ['INF-200', { ...base, temperature: 1.1 }],
    ['INF-200', { ...base, temperature: -0.1 }],
    ['INF-202', { ...base, top_k: 'a' }],
    ['INF-203', { ...base, top_p: 'a' }],
    ['GEN-004', { ...base, messages: [] }],
  ])('is rejected by %s: %j', async (rule, body) => {
    verifies(
      'INF-190',
      'INF-192',
      'INF-193',
      'INF-194',
      'INF-195',
      'INF-197',
      'INF-199',
      'INF-200',
      'INF-202',
      'INF-203',
    );
    expect(await complete(body)).toMatchObject({ status: 400, rule });
  });

  test.each([
    { temperature: 0 },
    { temperature: 1 },
    { top_k: 5, top_p: 0.5 },
    { metadata: { user_id: '13803d75-b4b5-4c3e-b2a2-6f21399b021b' } },
    { metadata: { user_id: null } },
    { metadata: { user_id: '😀'.repeat(256) } },
  ])('is accepted with %j', async (more) => {
    verifies('INF-196', 'INF-200', 'INF-202', 'INF-203');
    expect((await complete({ ...base, ...more })).status).toBe(200);
  });

  test('streams in chunks, the last of which has the stop reason', async () => {
    verifies('INF-199');
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const pieces: string[] = [];
    const reasons: (string | null | undefined)[] = [];
    for await (const event of client.completions.stream(base)) {
      if (event.type !== 'completion') continue;
      pieces.push(event.completion);
      reasons.push(event.stop_reason);
    }
    expect(pieces.join('')).toBe('You said: hello');
    expect([new Set(reasons.slice(0, -1)), reasons.at(-1), pieces.at(-1)]).toEqual([
      new Set([null]),
      'stop_sequence',
      '',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { asker } from '../testing/index.js';

const message = { max_tokens: 10, messages: [{ role: 'user', content: 'hello' }] };

function open(options: FakeOptions = { scenario: { models: 'known' } }) {
  const fake = createFake({ checkResponses: true, betas: 'lenient', ...options });
  return { fake, ask: asker(fake, '') };
}

describe('a world that accepts known models only', () => {
  test.each([
    ['POST /v1/messages', { ...message, model: 'assistant-sonnet-4-7' }],
    ['POST /v1/messages/count_tokens', { messages: message.messages, model: 'assistant-sonnet-4-7' }],
    [
      'POST /v1/complete',
      { model: 'assistant-sonnet-4-7', max_tokens_to_sample: 9, prompt: '\n\nHuman: hi\n\nAssistant:' },
    ],
    ['POST /v1/agents', { name: 'a', model: 'assistant-sonnet-4-7' }],
    ['POST /v1/agents', { name: 'a', model: { id: 'assistant-sonnet-4-7', speed: 'standard' } }],
  ] as const)('rejects another one in %s', async (line, body) => {
    const { fake, ask } = open();
    const { status, json, rule } = await ask(line, body);
    expect([status, rule]).toEqual([404, 'GEN-007']);
    expect(json.error.message).toBe(
      'No model has the id "assistant-sonnet-4-7". Did you mean assistant-sonnet-4-6?',
    );
    expect(fake.journal().map((entry) => entry.unknown_model)).toEqual(['assistant-sonnet-4-7']);
  });

  test('accepts ids and aliases, and names no model if none is similar', async () => {
    const { fake, ask } = open();
    for (const model of ['assistant-opus-4-5', 'assistant-opus-4-5-20251101'])
      expect((await ask('POST /v1/messages', { ...message, model })).status).toBe(200);
    const { json } = await ask('POST /v1/messages', { ...message, model: 'my-own' });
    expect(json.error.message).toBe('No model has the id "my-own".');
    expect(fake.journal().map((entry) => entry.unknown_model)).toEqual([null, null, 'my-own']);
  });

  test('uses the names of the deployment', async () => {
    const { fake, ask } = open({
      scenario: { models: 'known' },
      naming: { vendor: 'acme', assistant: 'robot' },
    });
    const headers = { 'acme-version': '2023-06-01' };
    const asked = await ask('POST /v1/messages', { ...message, model: 'robot-sonnet-4-7' }, { headers });
    expect(asked.json.error.message).toBe(
      'No model has the id "robot-sonnet-4-7". Did you mean robot-sonnet-4-6?',
    );
    await ask('POST /v1/messages', { ...message, model: 'robot-sonnet-4-6' }, { headers });
    expect(fake.journal().map(({ status }) => status)).toEqual([404, 200]);
  });

  test('fails a request of a batch', async () => {
    const { fake, ask } = open();
    const params = { ...message, model: 'assistant-sonnet-4-7' };
    await ask('POST /v1/messages/batches', { requests: [{ custom_id: 'one', params }] });
    expect(fake.journal().map((entry) => entry.unknown_model)).toEqual(['assistant-sonnet-4-7']);
  });
});

test('any model is accepted by default, and the journal shows which one no list has', async () => {
  const { fake, ask } = open({});
  const model = `own-${'x'.repeat(200)}`;
  expect((await ask('POST /v1/messages', { ...message, model })).status).toBe(200);
  expect(fake.journal().map((entry) => entry.unknown_model)).toEqual([model.slice(0, 100)]);
});

test('the choice can change, and is part of a saved run', async () => {
  const { fake, ask } = open({});
  const send = async () => (await ask('POST /v1/messages', { ...message, model: 'own' })).status;
  expect(await send()).toBe(200);
  fake.applyScenario({ models: 'known' });
  expect(await send()).toBe(404);
  const run: unknown = JSON.parse(JSON.stringify(fake.saveRun()));
  fake.applyScenario({ models: 'any' });
  expect(await send()).toBe(200);
  fake.openRun(run);
  expect(await send()).toBe(404);
});

import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';

const agent = {
  name: 'Reviewer',
  model: 'assistant-opus-4-7',
  tools: [
    {
      type: 'custom',
      name: 'look',
      description: 'Looks.',
      input_schema: { type: 'object', properties: { at: { type: ['string', 'null'], default: null } } },
    },
  ],
};
const message = {
  model: 'assistant-opus-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user', content: '/tool look {"at":null}' }],
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
};

function fakeWith(nulls: 'sent' | 'omitted' | undefined) {
  const fake = createFake({ seed: 'demo', nulls, checkResponses: true });
  return {
    fake,
    ask: asker(fake, ''),
    agents: asker(fake, 'managed-agents-2026-04-01'),
  };
}

describe('nulls', () => {
  test.each([undefined, 'sent'] as const)('are sent with nulls: %s', async (nulls) => {
    const { ask, agents } = fakeWith(nulls);
    const created = await agents('POST /v1/agents', agent);
    expect(created.json).toMatchObject({ archived_at: null, description: null, system: null });
    const { json } = await ask('POST /v1/messages', message);
    expect(json).toMatchObject({ container: null, stop_sequence: null, usage: { server_tool_use: null } });
  });

  test('are omitted from records, pages and nested records', async () => {
    const { fake, ask, agents } = fakeWith('omitted');
    const { json } = await agents('POST /v1/agents', agent);
    expect(
      Object.keys(json as object).filter((name) => /archived_at|description|system|multi/.test(name)),
    ).toEqual([]);
    const reply = (await ask('POST /v1/messages', message)).json;
    expect(JSON.stringify(reply.usage)).not.toContain('null');
    expect(reply).not.toHaveProperty('container');
    const vaults = await agents('GET /v1/vaults?limit=1');
    expect(vaults.json).not.toHaveProperty('data.0.archived_at');
    const empty = await agents('GET /v1/agents?created_at[gte]=2999-01-01T00:00:00Z');
    expect(empty.json).toEqual({ data: [] });
    const activities = await ask('GET /v1/compliance/activities?limit=1000', undefined, {
      headers: { 'x-api-key': fake.keys.compliance },
    });
    expect(activities.json.data.length).toBeGreaterThan(300);
    expect(JSON.stringify(activities.json)).not.toContain(':null');
  });

  test('are omitted from events', async () => {
    const { fake } = fakeWith('omitted');
    const response = await fake.fetch(`${fake.url}/v1/messages`, {
      method: 'POST',
      headers: {
        'x-api-key': fake.keys.api,
        'vendor-version': '2023-06-01',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...message, messages: [{ role: 'user', content: 'hello' }], stream: true }),
    });
    const text = await response.text();
    expect(text).toContain('"stop_reason":"end_turn"');
    expect(text).not.toContain('null');
  });

  test('are preserved in user data and citations', async () => {
    const { ask, agents } = fakeWith('omitted');
    const { json } = await agents('POST /v1/agents', agent);
    expect(json).toMatchObject({ tools: [{ input_schema: agent.tools[0]?.input_schema }] });
    const called = await ask('POST /v1/messages', message);
    expect(called.json.content).toMatchObject([{ type: 'tool_use', input: { at: null } }]);
    const document = {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'The grass is green.' },
      citations: { enabled: true },
    };
    const asked = {
      role: 'user',
      content: [document, { type: 'text', text: 'What color is the grass?' }],
    };
    const cited = await ask('POST /v1/messages', { ...message, messages: [asked] });
    expect(JSON.stringify(cited.json.content)).toContain('"document_title":null');
    const again = [
      asked,
      { role: 'assistant', content: cited.json.content },
      { role: 'user', content: 'Sure?' },
    ];
    expect((await ask('POST /v1/messages', { ...message, messages: again })).status).toBe(200);
  });
});

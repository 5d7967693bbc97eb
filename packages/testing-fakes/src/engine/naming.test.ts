import type { Naming } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { createFake } from '../create-fake.js';

const naming = { vendor: 'acme', assistant: 'robin', githost: 'forge' };
const fake = createFake({ naming, seed: 'demo' });

async function ask(
  method: string,
  path: string,
  {
    headers = {},
    body,
    key = fake.keys.api,
  }: { headers?: Record<string, string>; body?: object; key?: string } = {},
) {
  const response = await fake.fetch(`${fake.url}${path}`, {
    method,
    headers: {
      'x-api-key': key,
      'acme-version': '2023-06-01',
      'acme-beta': 'managed-agents-2026-04-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

describe('the names of a deployment', () => {
  test('apply to headers, model ids, fields, values and query parameters, in both directions', async () => {
    const model = await ask('GET', '/v1/models/robin-opus-4-5');
    expect(model.json.id).toBe('robin-opus-4-5-20251101');
    expect(model.headers.get('acme-workspace-id')).toMatch(/^wrkspc_/);
    expect(model.headers.get('vendor-workspace-id')).toBeNull();
    const agent = await ask('POST', '/v1/agents', {
      body: {
        name: 'vendor assistant',
        model: 'robin-opus-4-7',
        skills: [{ type: 'acme', skill_id: 'xlsx' }],
      },
    });
    expect(agent.json).toMatchObject({
      name: 'vendor assistant',
      model: { id: 'robin-opus-4-7' },
      skills: [{ type: 'acme' }],
    });
    const key = fake.keys.compliance;
    const activities = await ask(
      'GET',
      '/v1/compliance/activities?activity_types[]=robin_chat_created&limit=1',
      { key },
    );
    const [activity] = activities.json.data as { type: string; robin_chat_id: string }[];
    expect(activity).toMatchObject({
      type: 'robin_chat_created',
      robin_chat_id: expect.stringMatching(/^robin_chat_/),
    });
    expect(
      (await ask('GET', `/v1/compliance/apps/chats/${activity?.robin_chat_id}/messages`, { key })).status,
    ).toBe(200);
  });

  test('do not apply to the role of a turn or to free text', async () => {
    const body = {
      model: 'robin-opus-4-7',
      max_tokens: 50,
      stream: true,
      messages: [{ role: 'user', content: 'robin and assistant' }],
    };
    const { text } = await ask('POST', '/v1/messages', { body });
    expect(text).toContain('"role":"assistant"');
    expect(text).toContain('"model":"robin-opus-4-7"');
    const said = [...text.matchAll(/"text":"([^"]*)"/g)].map(([, piece]) => piece).join('');
    expect(said).toBe('You said: robin and assistant');
  });

  test('apply to error messages', async () => {
    const refusals = [
      await ask('GET', '/v1/models', { headers: { 'acme-version': '' } }),
      await ask('POST', '/v1/agents', {
        body: { name: 'a', model: 'robin-opus-4-7', skills: [{ type: 'other', skill_id: 'x' }] },
      }),
      await ask('POST', '/v1/messages', {
        body: { model: 'm', max_tokens: 5, messages: [{ role: 'other', content: 'x' }] },
      }),
    ].map(({ json }) => (json.error as { message: string }).message);
    expect(refusals[0]).toMatch(/^acme-version: /);
    expect(refusals[1]).toContain('acme, custom');
    expect(refusals[2]).toContain('assistant');
  });

  test('replace the names of the documentation, which are no longer accepted', async () => {
    expect(
      (await ask('GET', '/v1/models', { headers: { 'acme-version': '', 'vendor-version': '2023-06-01' } }))
        .status,
    ).toBe(400);
  });

  test.each([
    [{ vendor: 'assistant' }, 'naming: vendor: assistant has another meaning in the contract'],
    [{ vendor: 'x', assistant: 'x' }, 'naming: assistant: must differ from vendor'],
    [{ maker: 'x' }, 'naming: maker: unknown name; allowed: vendor, assistant, githost'],
  ])('are rejected when they are ambiguous: %j', (words, message) => {
    expect(() => createFake({ naming: words as Naming })).toThrow(message);
  });
});

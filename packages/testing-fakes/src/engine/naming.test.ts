import type { Naming } from '@parlance/schemas';
import { type OperationSchemas, schemas } from '@parlance/schemas/validation';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { createFake } from '../fake/create-fake.js';

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

function messageOf({ json }: { readonly json: Record<string, unknown> }): string {
  return (json.error as { message: string }).message;
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
    ].map(messageOf);
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

  test('make the words of the documentation unknown values', async () => {
    const skills = (type: string) => ({
      body: { name: 'a', model: 'm', skills: [{ type, skill_id: 'xlsx' }] },
    });
    expect((await ask('POST', '/v1/agents', skills('acme'))).status).toBe(200);
    const unknown = await ask('POST', '/v1/agents', skills('vendor'));
    expect([unknown.status, messageOf(unknown)]).toEqual([400, 'skills.0.type: must be one of acme, custom']);
    const model = await ask('GET', '/v1/models/assistant-opus-4-5');
    expect([model.status, messageOf(model)]).toEqual([404, 'No model has the id "assistant-opus-4-5".']);
    const body = { model: 'assistant-opus-4-5', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
    expect((await ask('POST', '/v1/messages', { body })).json.model).toBe('assistant-opus-4-5');
  });

  test('reserve tag keys that start with the maker’s name', async () => {
    const create = (tags: object) =>
      ask('POST', '/v1/organizations/workspaces', { key: fake.keys.admin, body: { name: 'w', tags } });
    const tags = { 'vendor-team': 'vendor', githost: 'assistant-x' };
    expect((await create(tags)).json.tags).toEqual(tags);
    const refused = await create({ 'acme-team': 'vendor' });
    expect([refused.status, messageOf(refused)]).toEqual([400, 'tags.acme-team: must not start with acme']);
  });

  test('do not apply to what an error message quotes', async () => {
    const body = { name: 'a', model: 'm', 'vendor-x': 1, 'acme-x': 1, metadata: { 'githost-key': 1 } };
    expect(messageOf(await ask('POST', '/v1/agents', { body }))).toBe(
      [
        'metadata.githost-key: must be of type string',
        'vendor-x: Extra inputs are not permitted',
        'acme-x: Extra inputs are not permitted',
      ].join('; '),
    );
    for (const id of ['vlt_vendor-x', 'vlt_acme-x'])
      expect(messageOf(await ask('GET', `/v1/vaults/${id}`))).toBe(`No vault has the id "${id}".`);
    for (const path of ['/v1/vendor-x', '/v1/acme-x'])
      expect(messageOf(await ask('GET', path))).toBe(`Unknown operation: GET "${path}"`);
    for (const name of ['vendor_x', 'acme_x'])
      expect(messageOf(await ask('GET', `/v1/models?${name}=1`))).toBe(
        `${name}: Extra inputs are not permitted`,
      );
    for (const id of ['robin_chat_x', 'assistant_chat_x']) {
      const missing = await ask('GET', `/v1/compliance/apps/chats/${id}/messages`, {
        key: fake.keys.compliance,
      });
      expect(messageOf(missing)).toBe(`No chat has the id "${id}".`);
    }
  });

  test('occur in no name of a query parameter, which the emulator does not translate', () => {
    const names = Object.values<OperationSchemas>(schemas).flatMap(({ query }) =>
      query === undefined ? [] : Object.keys((query as z.ZodObject).shape),
    );
    expect(names).toContain('after_id');
    expect(names.filter((name) => /vendor|assistant|githost/.test(name))).toEqual([]);
  });

  test('keep x-api-key when the vendor is named x', async () => {
    const x = createFake({ naming: { vendor: 'x' } });
    const response = await x.fetch(`${x.url}/v1/models`, {
      headers: { 'x-api-key': x.keys.api, 'x-version': '2023-06-01' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-organization-id')).toMatch(/^org_/);
  });

  test.each([
    [{ vendor: 'assistant' }, 'naming: vendor: assistant has another meaning in the contract'],
    [{ vendor: 'x', assistant: 'x' }, 'naming: assistant: must differ from vendor'],
    [{ maker: 'x' }, 'naming: maker: unknown name; allowed: vendor, assistant, githost'],
  ])('are rejected when they are ambiguous: %j', (words, message) => {
    expect(() => createFake({ naming: words as Naming })).toThrow(message);
  });
});

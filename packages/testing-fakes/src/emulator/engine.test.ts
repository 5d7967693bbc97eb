import { operations } from '@parlance/schemas';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { verifies } from '../testing/verifies.js';

const fake = createFake({ checkResponses: true });

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends a valid request, except for what the test overrides. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const response = await fake.fetch(`${fake.url}${path}`, {
    method,
    headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01', ...headers },
    body: body ?? null,
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  };
}

describe('the engine', () => {
  test('serves an operation', async () => {
    verifies('GEN-002');
    const { status, headers, json } = await ask('/v1/models/assistant-opus-4-5?beta=true');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('request-id')).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect(json.id).toBe('assistant-opus-4-5-20251101');
  });

  test.each([
    ['no key', '/v1/models', { 'x-api-key': '' }, 401, 'authentication_error', 'GEN-006'],
    [
      'a key of an unknown kind',
      '/v1/models',
      { 'x-api-key': 'root-default' },
      401,
      'authentication_error',
      'GEN-006',
    ],
    [
      'a key of the wrong kind',
      '/v1/models',
      { 'x-api-key': 'admin-default' },
      403,
      'permission_error',
      'GEN-006',
    ],
    ['no version', '/v1/models', { 'vendor-version': '' }, 400, 'invalid_request_error', 'INF-012'],
    [
      'a version that is not a date',
      '/v1/models',
      { 'vendor-version': '2023-13-01' },
      400,
      'invalid_request_error',
      'INF-012',
    ],
    ['an unknown path', '/v1/model', {}, 404, 'not_found_error', 'GEN-007'],
    ['an empty segment', '/v1/models/', {}, 404, 'not_found_error', 'GEN-007'],
    ['an unknown id', '/v1/models/unknown', {}, 404, 'not_found_error', 'GEN-007'],
    ['a limit out of bounds', '/v1/models?limit=1001', {}, 400, 'invalid_request_error', 'GEN-005'],
    ['a limit that is not a number', '/v1/models?limit=ten', {}, 400, 'invalid_request_error', 'GEN-005'],
    ['an unknown parameter', '/v1/models?limt=10', {}, 400, 'invalid_request_error', 'GEN-004'],
    ['a repeated parameter', '/v1/models?limit=1&limit=2', {}, 400, 'invalid_request_error', 'GEN-005'],
    ['both cursors', '/v1/models?after_id=a&before_id=b', {}, 400, 'invalid_request_error', 'GEN-016'],
    ['an id that is not a cursor', '/v1/models?after_id=a', {}, 400, 'invalid_request_error', 'GEN-009'],
  ])('rejects %s and names the rule', async (_, path, headers, status, type, rule) => {
    verifies('GEN-001', 'GEN-006', 'GEN-007', 'GEN-009', 'GEN-016');
    const response = await ask(path, { headers: headers as Record<string, string> });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-parlance-rule')).toBe(rule);
    expect(response.json).toEqual({
      type: 'error',
      error: { type, message: expect.stringMatching(/./) },
      request_id: response.headers.get('request-id'),
    });
  });

  test('rejects other methods on a known path and lists the allowed ones', async () => {
    const { status, headers } = await ask('/v1/models', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET');
  });

  test('accepts the key as a bearer token', async () => {
    const response = await fake.fetch(`${fake.url}/v1/models`, {
      headers: { authorization: `Bearer ${fake.keys.api}`, 'vendor-version': '2026-10-21' },
    });
    expect(response.status).toBe(200);
  });

  test('pages through the models in both directions', async () => {
    verifies('GEN-010');
    const all = (await ask('/v1/models?limit=100')).json.data as { id: string }[];
    const first = (await ask('/v1/models?limit=4')).json as {
      data: { id: string }[];
      last_id: string;
      has_more: boolean;
    };
    const second = (await ask(`/v1/models?limit=100&after_id=${first.last_id}`)).json as typeof first & {
      first_id: string;
    };
    expect([...first.data, ...second.data]).toEqual(all);
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    const back = (await ask(`/v1/models?limit=2&before_id=${second.first_id}`)).json as typeof first;
    expect(back.data).toEqual(first.data.slice(2));
    expect(back.has_more).toBe(true);
    expect((await ask(`/v1/models?before_id=${all[0]?.id}`)).json).toEqual({
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });

  const vault = { 'vendor-beta': 'managed-agents-2026-04-01', 'content-type': 'application/json' };

  test.each([
    ['invalid JSON', '{"display_name":', 'GEN-003'],
    ['an empty body', '', 'GEN-012'],
    ['white space', ' \n ', 'GEN-012'],
    ['null', 'null', 'GEN-012'],
    ['an array', '[]', 'GEN-012'],
    ['a string', '"x"', 'GEN-012'],
    ['an unknown field', '{"display_name":"a","color":"red"}', 'GEN-004'],
    ['an unknown field named __proto__', '{"display_name":"a","__proto__":{}}', 'GEN-004'],
    [
      'a map with a value of the wrong type under __proto__',
      '{"display_name":"a","metadata":{"__proto__":1}}',
      'MAG-011',
    ],
    ['JSON nested too deeply', `{"display_name":${'['.repeat(300)}${']'.repeat(300)}}`, 'GEN-005'],
  ])('rejects %s without side effects', async (_, body, rule) => {
    verifies('GEN-003', 'GEN-004', 'GEN-005', 'GEN-012');
    const response = await ask('/v1/vaults', { method: 'POST', headers: vault, body });
    expect([response.status, response.headers.get('x-parlance-rule')]).toEqual([400, rule]);
    expect((response.json.error as { type: string }).type).toBe('invalid_request_error');
    expect((await ask('/v1/vaults?include_archived=true', { headers: vault })).json.data).toEqual([]);
  });

  test('names the path of an invalid field', async () => {
    verifies('GEN-005');
    const { json } = await ask('/v1/vaults', {
      method: 'POST',
      headers: vault,
      body: '{"metadata":{"a":1}}',
    });
    expect((json.error as { message: string }).message).toMatch(
      /^display_name: Field required; metadata\.a: /,
    );
  });

  test('hides the objects of one organization from the keys of another', async () => {
    verifies('GEN-011');
    const mine = await ask('/v1/vaults', { method: 'POST', headers: vault, body: '{"display_name":"mine"}' });
    const path = `/v1/vaults/${String(mine.json.id)}`;
    expect((await ask(path, { headers: vault })).status).toBe(200);
    const foreign = { ...vault, 'x-api-key': fake.keysOf('other').api };
    for (const [method, where] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/archive`],
    ] as const) {
      expect((await ask(where, { method, headers: foreign })).status).toBe(404);
    }
    await ask(path, { method: 'DELETE', headers: vault });
  });

  test.each(Object.values(operations))('serves $id at its method and path', async ({ method, path }) => {
    verifies('GEN-013');
    const nobody = { 'x-api-key': 'nobody' };
    // An invalid key is reported only for known operations; an unknown path would be 404.
    expect((await ask(path.replaceAll(/\{[^}]+\}/g, 'x'), { method, headers: nobody })).status).toBe(401);
  });

  test('accepts only an empty body for an operation that takes none', async () => {
    const { json } = await ask('/v1/vaults', {
      method: 'POST',
      headers: vault,
      body: '{"display_name":"a"}',
    });
    const archive = `/v1/vaults/${String(json.id)}/archive`;
    expect((await ask(archive, { method: 'POST', headers: vault, body: '{"x":1}' })).status).toBe(400);
    expect((await ask(archive, { method: 'POST', headers: vault, body: '{}' })).status).toBe(200);
    expect(
      (await ask(archive, { method: 'POST', headers: { 'vendor-beta': vault['vendor-beta'] } })).status,
    ).toBe(200);
  });

  test('answers CORS preflight requests', async () => {
    const response = await fake.fetch(`${fake.url}/v1/messages`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      },
    });
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'x-api-key',
    ]);
    const { headers } = await ask('/v1/models', { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('request-id');
  });

  test('reports its own failures as a 500 with the request id', async () => {
    const broken = createFake({ checkResponses: true });
    broken.setScripts([{ steps: [{ reply: [{ type: 'text', text: 'x', citations: 'none' }] }] }]);
    const body = JSON.stringify({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] });
    const headers = {
      'x-api-key': broken.keys.api,
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    };
    const response = await broken.fetch(`${broken.url}/v1/messages`, { method: 'POST', headers, body });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { type: 'api_error' },
      request_id: response.headers.get('request-id'),
    });
  });
});

import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { usualRateLimits } from './rate-limits.js';
import { asker, verifies } from '../testing/index.js';

interface Place {
  readonly fake: Fake;
  /** Sets a limit of the workspace. */
  set(group: string, type: string, value: number | null): Promise<void>;
  /** Sends a request with the key of the workspace. */
  send(line: `POST ${string}` | `GET ${string}`, body?: object, key?: string): Promise<Response>;
}

async function open(options: FakeOptions = {}): Promise<Place> {
  const fake = createFake({ checkResponses: true, clock: { mode: 'manual' }, ...options });
  const plain = asker(fake, '');
  const admin = (line: Parameters<typeof plain>[0], body?: unknown) =>
    plain(line, body, { headers: { 'x-api-key': fake.keys.admin } });
  const { id } = (await admin('POST /v1/organizations/workspaces', { name: 'Robotics' })).json;
  return {
    fake,
    set: async (group, type, value) => {
      const { data } = (await admin(`GET /v1/organizations/rate_limits?group_type=${group}`)).json;
      const path = `/v1/organizations/workspaces/${id}/rate_limits/${data[0].id}` as const;
      expect((await admin(`POST ${path}`, { limits: [{ type, value }] })).status).toBe(200);
    },
    send: (line, body, key = `${fake.keys.api}@${id}`) => {
      const [method, path] = line.split(' ') as [string, string];
      const headers = {
        'x-api-key': key,
        'vendor-version': '2023-06-01',
        'vendor-beta': 'skills-2025-10-02,files-api-2025-04-14',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      return fake.fetch(fake.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    },
  };
}

const hello = {
  model: 'assistant-haiku-4-5',
  max_tokens: 50,
  messages: [{ role: 'user', content: 'hello' }],
};
const REQUESTS = 'requests_per_minute';

describe('the limits of a workspace', () => {
  test('reject its excess requests, until they have refilled', async () => {
    verifies('LIM-007');
    const { fake, set, send } = await open();
    await set('model_group', REQUESTS, 2);
    const { headers } = await send('POST /v1/messages', hello);
    expect(headers.get('vendor-ratelimit-requests-limit')).toBe('2');
    expect(headers.get('vendor-ratelimit-requests-remaining')).toBe('1');
    await send('POST /v1/messages', hello);
    const rejected = await send('POST /v1/messages', hello);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await rejected.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
    // Other workspaces and other groups are not limited.
    expect((await send('POST /v1/messages', hello, fake.keys.api)).status).toBe(200);
    const { max_tokens: _, ...count } = hello;
    expect((await send('POST /v1/messages/count_tokens', count)).status).toBe(200);
    fake.world().clock.advance(30_000);
    expect((await send('POST /v1/messages', hello)).status).toBe(200);
  });

  test('count tokens', async () => {
    verifies('LIM-007');
    const { set, send } = await open();
    await set('model_group', 'output_tokens_per_minute', 1);
    const first = await send('POST /v1/messages', hello);
    expect(first.headers.get('vendor-ratelimit-output-tokens-limit')).toBe('1');
    expect((await send('POST /v1/messages', hello)).status).toBe(429);
  });

  test.each([
    ['batch', 'GET /v1/messages/batches'],
    ['files', 'GET /v1/files'],
    ['skills', 'GET /v1/skills'],
  ] as const)('apply to %s', async (group, line) => {
    verifies('LIM-007');
    const { set, send } = await open();
    await set(group, REQUESTS, 1);
    expect([(await send(line)).status, (await send(line)).status]).toEqual([200, 429]);
  });

  test('are those that are set at the moment', async () => {
    verifies('LIM-007');
    const { set, send } = await open();
    await set('files', REQUESTS, 1);
    await send('GET /v1/files');
    await set('files', REQUESTS, 3);
    expect((await send('GET /v1/files')).headers.get('vendor-ratelimit-requests-remaining')).toBe('2');
    await set('files', REQUESTS, null);
    expect((await send('GET /v1/files')).headers.get('vendor-ratelimit-requests-limit')).toBeNull();
  });

  test('apply together with those of the organization', async () => {
    verifies('LIM-007');
    const { fake, set, send } = await open({ rateLimits: { files: { requests: 3 } } });
    await set('files', REQUESTS, 2);
    const own = async () => (await send('GET /v1/files')).status;
    expect([await own(), await own(), await own()]).toEqual([200, 200, 429]);
    // The rejected request counted for the organization, as it does for the service.
    expect((await send('GET /v1/files', undefined, fake.keys.api)).status).toBe(429);
  });
});

describe('web searches', () => {
  const search = {
    ...hello,
    messages: [{ role: 'user', content: '/tool web_search {"query":"a"}\n/tool web_search {"query":"b"}' }],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  };
  const resultsOf = async (response: Response) => {
    const { content, usage } = (await response.json()) as {
      content: { type: string; content: { error_code?: string } }[];
      usage: { server_tool_use: { web_search_requests: number } };
    };
    const results = content.filter(({ type }) => type === 'web_search_tool_result');
    return [
      results.map((result) => result.content.error_code ?? 'found'),
      usage.server_tool_use.web_search_requests,
    ];
  };

  test('over the limit of a workspace fail, cost nothing, and work a second later', async () => {
    verifies('LIM-008');
    const { fake, set, send } = await open();
    await set('web_search', 'tool_uses_per_second', 1);
    const post = () => send('POST /v1/messages', search);
    expect(await resultsOf(await post())).toEqual([['found', 'too_many_requests'], 1]);
    fake.world().clock.advance(1000);
    expect(await resultsOf(await post())).toEqual([['found', 'too_many_requests'], 1]);
    expect(await resultsOf(await send('POST /v1/messages', search, fake.keys.api))).toEqual([
      ['found', 'found'],
      2,
    ]);
  });

  test('over the limit of the organization fail', async () => {
    verifies('LIM-008');
    const { fake, send } = await open({ rateLimits: { web_search: { tool_uses: 1 } } });
    const response = await send('POST /v1/messages', search, fake.keys.api);
    expect(await resultsOf(response)).toEqual([['found', 'too_many_requests'], 1]);
  });
});

test('batches and skills have limits of their own', async () => {
  verifies('LIM-001');
  const { send } = await open({ rateLimits: { messages: { requests: 1 }, batches: { requests: 2 } } });
  const statuses = [];
  for (const line of ['GET /v1/messages/batches', 'GET /v1/messages/batches', 'GET /v1/skills'] as const)
    statuses.push((await send(line)).status);
  expect(statuses).toEqual([200, 200, 200]);
  expect((await send('POST /v1/messages', hello)).status).toBe(200);
  expect((await send('GET /v1/messages/batches')).status).toBe(429);
});

test('the usual limits are enforced when they are set, and are those that are reported', async () => {
  verifies('LIM-001');
  const { fake, send } = await open({ rateLimits: usualRateLimits });
  const { headers } = await send('GET /v1/skills');
  expect(headers.get('vendor-ratelimit-requests-limit')).toBe('500');
  const { json } = await asker(fake, '')('GET /v1/organizations/rate_limits', undefined, {
    headers: { 'x-api-key': fake.keys.admin },
  });
  const silent = await asker(createFake(), '')('GET /v1/organizations/rate_limits', undefined, {
    headers: { 'x-api-key': fake.keys.admin },
  });
  const limitsOf = ({ data }: { data: { limits: unknown }[] }) => data.map(({ limits }) => limits);
  expect(limitsOf(json)).toEqual(limitsOf(silent.json));
});

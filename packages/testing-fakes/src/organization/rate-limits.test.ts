import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import type { RateLimits } from './rate-limits.js';

const message = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 500,
  messages: [{ role: 'user', content: 'hello' }],
};

function limited(rateLimits: RateLimits): Fake {
  return createFake({ rateLimits, clock: { mode: 'manual' } });
}

function post(fake: Fake, body: object = message): Promise<Response> {
  return fake.fetch(`${fake.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

function models(fake: Fake): Promise<Response> {
  return fake.fetch(`${fake.url}/v1/models`, {
    headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' },
  });
}

describe('rate limits', () => {
  test('are off by default', async () => {
    const response = await post(createFake());
    expect([...response.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  test('are reported in headers, with remaining capacity and reset time', async () => {
    const fake = limited({ messages: { requests: 2 } });
    const { headers } = await post(fake);
    expect(headers.get('vendor-ratelimit-requests-limit')).toBe('2');
    expect(headers.get('vendor-ratelimit-requests-remaining')).toBe('1');
    expect(headers.get('vendor-ratelimit-requests-reset')).toBe('2026-06-01T00:00:30.000Z');
  });

  test('reject excess requests with 429 until the bucket has refilled', async () => {
    const fake = limited({ messages: { requests: 2 } });
    await post(fake);
    await post(fake);
    const refused = await post(fake);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('vendor-ratelimit-requests-remaining')).toBe('0');
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
    fake.world().clock.advance(30_000);
    expect((await post(fake)).status).toBe(200);
    expect((await post(fake)).status).toBe(429);
  });

  test('are separate for each family and each world', async () => {
    const fake = limited({ messages: { requests: 1 } });
    await post(fake);
    expect((await post(fake)).status).toBe(429);
    expect((await models(fake)).status).toBe(200);
    const other = { ...fake, url: fake.url, fetch: fake.fetch, keys: fake.keysOf('other') } as Fake;
    expect((await post(other)).status).toBe(200);
  });

  test('count the tokens of responses and streams, and report them in thousands', async () => {
    const remaining: (string | null)[] = [];
    for (const stream of [false, true]) {
      const fake = limited({ messages: { input_tokens: 10_000, output_tokens: 4 } });
      await (await post(fake, { ...message, stream })).text();
      const refused = await post(fake, { ...message, stream });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('vendor-ratelimit-output-tokens-remaining')).toBe('0');
      remaining.push(refused.headers.get('vendor-ratelimit-input-tokens-remaining'));
    }
    expect(remaining).toEqual(['9000', '9000']);
  });

  test('can be changed at any time', async () => {
    const fake = limited({ messages: { requests: 1 } });
    await post(fake);
    fake.setRateLimits({});
    expect((await post(fake)).status).toBe(200);
  });

  test.each([
    [{ chat: { requests: 1 } }, 'options.rateLimits: unknown key "chat"; allowed: messages, count_tokens'],
    [{ messages: { requests: 0 } }, 'options.rateLimits.messages.requests: must be a whole number from 1'],
    [{ messages: { tokens: 1 } }, 'options.rateLimits.messages: unknown key "tokens"; allowed: requests'],
    [[], 'options.rateLimits: must be an object'],
  ])('%j is rejected', (rateLimits, message) => {
    expect(() => createFake({ rateLimits: rateLimits as RateLimits })).toThrow(message);
  });
});

import { inspect } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../errors/request-errors.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { readThing, transportWith } from '../testing/things.js';
import { Transport } from '../transport.js';

const baseUrl = 'https://api.example';
const good = { baseUrl, apiKey: 'key' };

beforeEach(() => {
  for (const name of ['PARLANCE_BASE_URL', 'PARLANCE_API_KEY', 'PARLANCE_ADMIN_KEY'])
    vi.stubEnv(name, undefined);
});

function flaw(options: object): unknown {
  try {
    const transport = new Transport(options, { key: 'api-key' });
    return transport;
  } catch (error) {
    return error;
  }
}

test('the error lists all invalid options, and suggests the name that an unknown one resembles', () => {
  const create = () => transportWith({ maxRespnseBytes: 5, timeouts: { headerMs: 1, bodyMs: -1 } } as never);
  expect(create).toThrow(/maxRespnseBytes is not an option \(did you mean maxResponseBytes\?\)/);
  expect(create).toThrow(/timeouts\.headerMs is not an option \(did you mean headersMs\?\)/);
  expect(create).toThrow(/timeouts\.bodyMs must be a number/);
  const misplaced = () => transportWith({ maxRetries: 1, adminKey: 'k', capacity: 2 } as never);
  expect(misplaced).toThrow(/maxRetries is not an option \(did you mean retry\.maxRetries\?\)/);
  expect(misplaced).toThrow(/adminKey is not an option \(did you mean apiKey\?\)/);
});

describe('invalid options throw in the constructor and name the option', () => {
  test.each<[string, object]>([
    ['baseUrl', { apiKey: 'k' }],
    ['baseUrl', { ...good, baseUrl: '' }],
    ['baseUrl', { ...good, baseUrl: 'api.example' }],
    ['baseUrl', { ...good, baseUrl: 'ftp://api.example' }],
    ['baseUrl', { ...good, baseUrl: 'http://api.example' }],
    ['baseUrl', { ...good, baseUrl: 'http://localhost.example' }],
    ['baseUrl', { ...good, baseUrl: 'https://user:word@api.example' }],
    ['baseUrl', { ...good, baseUrl: 'https://api.example?x=1' }],
    ['baseUrl', { ...good, baseUrl: 'https://api.example#x' }],
    ['baseUrl', { ...good, baseUrl: 5 }],
    ['baseUrl', { ...good, baseUrl: 'https://api.example/v1' }],
    ['baseUrl', { ...good, baseUrl: 'https://api.example/proxy/v1/' }],
    ['maxRetries', { ...good, maxRetries: 1 }],
    ['apiKey', { baseUrl }],
    ['apiKey', { baseUrl, apiKey: '' }],
    ['apiKey', { baseUrl, apiKey: 'a\r\nb: c' }],
    ['apiKey', { baseUrl, apiKey: 7 }],
    ['adminKey', { ...good, adminKey: 'k' }],
    ['version', { ...good, version: 'yesterday' }],
    ['betas', { ...good, betas: ['a,b'] }],
    ['betas', { ...good, betas: 'a' }],
    ['timeouts', { ...good, timeouts: 5 }],
    ['timeouts.connectMs', { ...good, timeouts: { connectMs: 0 } }],
    ['timeouts.headersMs', { ...good, timeouts: { headersMs: -1 } }],
    ['timeouts.bodyMs', { ...good, timeouts: { bodyMs: '5' } }],
    ['timeouts.totalMs', { ...good, timeouts: { totalMs: Number.NaN } }],
    ['timeouts.totalMS', { ...good, timeouts: { totalMS: 5 } }],
    ['retry.maxRetries', { ...good, retry: { maxRetries: 1.5 } }],
    ['retry.maxRetries', { ...good, retry: { maxRetries: -1 } }],
    ['retry.baseDelayMs', { ...good, retry: { baseDelayMs: 0 } }],
    ['retry.budget.capacity', { ...good, retry: { budget: { capacity: -1 } } }],
    ['retry.budget.refill', { ...good, retry: { budget: { refill: 2 } } }],
    ['maxResponseBytes', { ...good, maxResponseBytes: 0 }],
    ['maxEventBytes', { ...good, maxEventBytes: 0.5 }],
    ['maxErrorBytes', { ...good, maxErrorBytes: null }],
    ['middleware', { ...good, middleware: [5] }],
    ['headers', { ...good, headers: { 'x-a': 'b\nc' } }],
    ['headers', { ...good, headers: { 'x a': 'b' } }],
    ['headers', { ...good, headers: { 'X-Api-Key': 'b' } }],
    ['headers', { ...good, headers: { authorization: 'b' } }],
    ['http', { ...good, http: {} }],
    ['http', { ...good, http: null }],
    ['headers', { ...good, headers: ['accept'] }],
    ['validation', { ...good, validation: null }],
    ['validation', { ...good, validation: { requests: 'throw' } }],
    ['rateLimiter', { ...good, rateLimiter: { maxConcurrent: 2 } }],
    ['rateLimit', { ...good, rateLimit: 5 }],
    ['rateLimit.maxWaitMs', { ...good, rateLimit: { maxWaitMs: -1 } }],
    ['priority', { ...good, priority: 'urgent' }],
    ['telemetry', { ...good, telemetry: {} }],
    ['logger', { ...good, logger: { info: () => undefined } }],
    ['timeout', { ...good, timeout: 5 }],
    ['__proto__', { ...good, ['__proto__']: 5 }],
    ['toString', { ...good, toString: () => '' }],
  ])('%s', (option, options) => {
    const error = flaw(options);
    expect(ConfigError.is(error)).toBe(true);
    expect((error as ConfigError).option).toBe(option);
    expect((error as ConfigError).message).toContain(option);
  });

  test.each([
    good,
    { ...good, baseUrl: 'http://127.0.0.1:8080/prefix/' },
    { ...good, baseUrl: 'http://[::1]:1' },
    { ...good, baseUrl: 'http://api.localhost' },
    { ...good, baseUrl: 'http://api.example', allowInsecure: true },
    { ...good, timeouts: { totalMs: Infinity, connectMs: undefined } },
    { ...good, retry: { maxRetries: 0, budget: { capacity: 0, refill: 0 } } },
    { ...good, headers: { 'x-a': '', accept: null } },
    { ...good, logger: console },
    { baseUrl, apiKey: () => 'key' },
  ])('%o is accepted', (options) => {
    expect(flaw(options)).toBeInstanceOf(Transport);
  });

  test('base URL and key default to environment variables', async () => {
    vi.stubEnv('PARLANCE_BASE_URL', 'https://from.environment/prefix');
    vi.stubEnv('PARLANCE_API_KEY', 'from-environment');
    const http = new ScriptedAdapter({ body: {} });
    await new Transport({ http }, { key: 'api-key' }).call(readThing, { params: { thing_id: 't' } });
    const [request] = http.requests;
    expect(request).toMatchObject({ origin: 'https://from.environment', path: '/prefix/v1/things/t' });
    expect(request?.headers['x-api-key']).toBe('from-environment');
  });
});

describe('options of a call', () => {
  test.each<[string, object]>([
    ['timeouts.totalMs', { timeouts: { totalMs: 0 } }],
    ['retry.budget', { retry: { budget: {} } }],
    ['signal', { signal: {} }],
    ['idempotencyKey', { idempotencyKey: 'once' }],
    ['priority', { priority: 1 }],
    ['rateLimit.maxWaitMs', { rateLimit: { maxWaitMs: '5' } }],
    ['onRateLimitWait', { onRateLimitWait: true }],
    ['headers', { headers: { host: 'x' } }],
    ['resumeFrom', { resumeFrom: {} }],
    ['retries', { retries: 1 }],
  ])('%s', async (option, options) => {
    const http = new ScriptedAdapter({ body: {} });
    const { transport } = transportWith({ http });
    const error: unknown = await transport
      .call(readThing, { params: { thing_id: 't' } }, options)
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'ConfigError', option });
    expect(http.requests).toHaveLength(0);
  });
});

describe('the key', () => {
  test('is not visible when the client is inspected', () => {
    const transport = new Transport({ ...good, apiKey: 'canary' }, { key: 'api-key' });
    expect(inspect(transport, { depth: 20, showHidden: true })).not.toContain('canary');
    expect(JSON.stringify(transport)).not.toContain('canary');
  });

  test('is read for each attempt if it is a function', async () => {
    let asked = 0;
    const http = new ScriptedAdapter({ status: 503, headers: { 'retry-after-ms': '1' } }, { body: {} });
    const apiKey = (): Promise<string> => Promise.resolve(`key-${(asked += 1)}`);
    const { transport, clock } = transportWith({ http, apiKey });
    const result = transport.call(readThing, { params: { thing_id: 't' } });
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise(setImmediate);
      clock.advance(1);
    }
    await result;
    expect(http.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['key-1', 'key-2']);
  });

  test('is sent in the authorization header if the client profile says so', async () => {
    const http = new ScriptedAdapter({ body: {} });
    const transport = new Transport({ ...good, http }, { key: 'api-key', keyHeader: 'authorization' });
    await transport.call(readThing, { params: { thing_id: 't' } });
    expect(http.requests[0]?.headers).toMatchObject({ authorization: 'Bearer key' });
    expect(http.requests[0]?.headers['x-api-key']).toBeUndefined();
  });

  test('a function that throws or returns no key is reported without its error', async () => {
    for (const apiKey of [() => Promise.reject(new Error('canary')), () => '', () => 'a\nb']) {
      const { transport } = transportWith({ http: new ScriptedAdapter({ body: {} }), apiKey });
      const error: unknown = await transport
        .call(readThing, { params: { thing_id: 't' } })
        .catch((e: unknown) => e);
      expect(error).toMatchObject({ name: 'ConfigError', option: 'apiKey' });
      expect(inspect(error)).not.toContain('canary');
    }
  });
});

import { describe, expect, test } from 'vitest';
import { type ApiError, NotFoundError, ServerError } from '../errors/api-error.js';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/request-errors.js';
import type { Middleware } from '../http-adapter.js';
import { failure, ScriptedAdapter } from '../testing/scripted-adapter.js';
import {
  createThing,
  deleteThing,
  generateThing,
  readThing,
  settle,
  transportWith,
} from '../testing/things.js';

const params = { thing_id: 't' };
const error = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { type: 'error', error: { type: 'api_error', message: 'no' } },
});
const good = { body: { id: 'ok' } };
const caught = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => 'no error',
    (reason: unknown) => reason,
  );

describe('the order of a call', () => {
  test('validate, build, middleware from the outside in, adapter, status, decode', async () => {
    const seen: string[] = [];
    const http = new ScriptedAdapter(good);
    const wrap =
      (name: string): Middleware =>
      (next) =>
      async (request) => {
        seen.push(`${name} sees ${request.method} ${request.path}`);
        const response = await next({ ...request, headers: { ...request.headers, [`x-${name}`]: '1' } });
        seen.push(`${name} sees ${response.status}`);
        return response;
      };
    const validation = {
      requests: 'throw',
      responses: 'throw',
      checkRequest: () => {
        seen.push('request is checked');
        return [];
      },
      checkResponse: () => {
        seen.push('response is checked');
        return [];
      },
      checkEvent: () => [],
    } as const;
    const { transport } = transportWith({ http, validation, middleware: [wrap('outer'), wrap('inner')] });
    await transport.call(createThing, { body: {} });
    expect(seen).toEqual([
      'request is checked',
      'outer sees POST /v1/things',
      'inner sees POST /v1/things',
      'inner sees 200',
      'outer sees 200',
      'response is checked',
    ]);
    expect(http.requests[0]?.headers).toMatchObject({ 'x-outer': '1', 'x-inner': '1' });
  });

  test('a middleware can respond itself, and one that never settles is abandoned', async () => {
    const hang: Middleware = () => () => new Promise(() => undefined);
    const { transport, clock } = transportWith({ http: new ScriptedAdapter(good), middleware: [hang] });
    const result = caught(transport.call(readThing, { params }, { retry: { maxRetries: 0 } }));
    await settle();
    clock.advance(10_000);
    expect(await result).toMatchObject({ phase: 'connect' });
  });
});

test('a middleware cannot send the key to another origin', async () => {
  const http = new ScriptedAdapter(good);
  const astray: Middleware = (next) => (request) => next({ ...request, origin: 'https://elsewhere.example' });
  const { transport } = transportWith({ http, middleware: [astray] });
  expect(await caught(transport.call(readThing, { params }))).toMatchObject({ option: 'middleware' });
  expect(http.requests).toHaveLength(0);
});

describe('which failures are retried', () => {
  const reset = failure('ECONNRESET', true);
  const refused = failure('ECONNREFUSED', false);
  const rows = [
    // [failure, read, generate, idempotent, create]
    ['not sent', refused, 3, 3, 3, 3],
    ['reset', reset, 3, 3, 3, 1],
    ['400', error(400), 1, 1, 1, 1],
    ['401', error(401), 1, 1, 1, 1],
    ['404', error(404), 1, 1, 1, 1],
    ['408', error(408), 3, 3, 3, 1],
    ['409', error(409), 1, 1, 1, 1],
    ['409 that says so', error(409, { 'x-should-retry': 'true' }), 3, 3, 3, 3],
    ['429', error(429), 3, 3, 3, 3],
    ['429 that says no', error(429, { 'x-should-retry': 'false' }), 1, 1, 1, 1],
    ['500', error(500), 3, 3, 3, 1],
    ['500 that says so', error(500, { 'x-should-retry': 'true' }), 3, 3, 3, 3],
    ['503', error(503), 3, 3, 3, 3],
    ['529', error(529), 3, 3, 3, 3],
    ['nonsense in x-should-retry', error(500, { 'x-should-retry': 'maybe' }), 3, 3, 3, 1],
  ] as const;
  test.each(rows)('%s', async (_name, answer, ...expected) => {
    const counts: number[] = [];
    for (const kind of ['read', 'generate', 'idempotent', 'create'] as const) {
      const http = new ScriptedAdapter(answer);
      const { transport, clock } = transportWith({ http });
      const call =
        kind === 'read'
          ? transport.call(readThing, { params })
          : kind === 'idempotent'
            ? transport.call(deleteThing, { params })
            : transport.call(kind === 'generate' ? generateThing : createThing, { body: {} });
      const result = caught(call);
      for (let wait = 0; wait < 3; wait += 1) {
        await settle();
        clock.advance(10_000);
      }
      const reason = await result;
      expect(reason).toMatchObject({ attempts: { length: http.requests.length } });
      expect((reason as ApiError | ConnectionError).retryable).toBe(http.requests.length > 1);
      expect(clock.timers).toBe(0);
      counts.push(http.requests.length);
    }
    expect(counts).toEqual(expected);
  });

  test('a header has the retry count, and there is no idempotency key', async () => {
    const http = new ScriptedAdapter(error(503), good);
    const { transport, clock } = transportWith({ http });
    const result = transport.call(createThing, { body: {} });
    await settle();
    clock.advance(500);
    await result;
    expect(http.requests.map(({ headers }) => headers['x-client-retry-count'])).toEqual([undefined, '1']);
    expect(http.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
  });

  test('a 404 for a retried delete may mean that an earlier attempt succeeded', async () => {
    const http = new ScriptedAdapter(failure('ECONNRESET', true), error(404));
    const { transport, clock } = transportWith({ http });
    const result = caught(transport.call(deleteThing, { params }));
    await settle();
    clock.advance(500);
    const reason = await result;
    expect(NotFoundError.is(reason)).toBe(true);
    expect(reason).toMatchObject({ maybeApplied: true, attempts: [{ code: 'ECONNRESET' }, { status: 404 }] });
    const first = await caught(
      transportWith({ http: new ScriptedAdapter(error(404)) }).transport.call(deleteThing, { params }),
    );
    expect(first).toMatchObject({ maybeApplied: false });
  });
});

describe('waits', () => {
  test('full jitter: a random part of base x 2^n', async () => {
    const http = new ScriptedAdapter(error(500));
    const { transport, clock } = transportWith({ http }, { random: () => 0.999 });
    const result = caught(transport.call(readThing, { params }));
    await settle();
    clock.advance(1000);
    await settle();
    clock.advance(2000);
    const { attempts } = (await result) as ApiError;
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual([499.5, 999, null]);
  });

  test('clients with different seeds wait different times', async () => {
    const waits = new Set<number | null>();
    for (const seed of [0.1, 0.4, 0.7]) {
      const { transport, clock } = transportWith(
        { http: new ScriptedAdapter(error(500)) },
        { random: () => seed },
      );
      const result = caught(transport.call(readThing, { params }, { retry: { maxRetries: 1 } }));
      await settle();
      clock.advance(500);
      waits.add(((await result) as ApiError).attempts[0]?.waitMs ?? null);
    }
    expect(waits.size).toBe(3);
  });

  test.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500 * 1.125],
    [{ 'retry-after': '2' }, 2000 * 1.125],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT' }, 3000 * 1.125],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT', date: 'Thu, 01 Jan 2026 00:00:02 GMT' }, 3000 * 1.125],
    [{ 'retry-after': 'Thu, 01 Jan 2026 01:00:04 GMT', date: 'Thu, 01 Jan 2026 01:00:02 GMT' }, 2000 * 1.125],
    [{ 'retry-after-ms': 'NaN', 'retry-after': '1' }, 1000 * 1.125],
    // Without a usable hint: half of the base delay.
    [{ 'retry-after': '-5' }, 250],
    [{ 'retry-after': 'soon' }, 250],
    [{ 'retry-after': '0' }, 250],
    [{ 'retry-after-ms': '0' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2015 00:00:04 GMT' }, 250],
  ])(
    'a 503 with the hint %o is retried after %d ms: the hint and half of the jitter',
    async (headers, expected) => {
      const { transport, clock } = transportWith({
        http: new ScriptedAdapter(error(503, headers as never), good),
      });
      const result = transport.call(readThing, { params }, { retry: { maxRetries: 1 } });
      await settle();
      clock.advance(expected - 1);
      await settle();
      expect(clock.timers).toBe(1 + 1);
      clock.advance(1);
      expect(await result).toEqual({ id: 'ok' });
    },
  );

  test('a hint of zero backs off like no hint', async () => {
    const http = new ScriptedAdapter(error(429, { 'retry-after': '0' }));
    const { transport, clock } = transportWith({ http });
    const result = caught(transport.call(readThing, { params }, { retry: { maxRetries: 5 } }));
    for (let retry = 0; retry < 5; retry += 1) {
      await settle();
      clock.advanceToNext();
    }
    const { attempts } = (await result) as ApiError;
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual([250, 500, 1000, 2000, 4000, null]);
  });

  test('a hint longer than maxHintMs fails at once, with the hint', async () => {
    const http = new ScriptedAdapter(error(503, { 'retry-after': '3600' }));
    const reason = await caught(transportWith({ http }).transport.call(readThing, { params }));
    expect(ServerError.is(reason)).toBe(true);
    expect(reason).toMatchObject({ retryAfterMs: 3_600_000, attempts: { length: 1 } });
  });

  test('a wait that exceeds the deadline is not started', async () => {
    const http = new ScriptedAdapter(error(503, { 'retry-after-ms': '5000' }));
    const { transport } = transportWith({ http });
    const reason = await caught(transport.call(readThing, { params }, { timeouts: { totalMs: 4000 } }));
    expect(reason).toMatchObject({ attempts: [{ waitMs: null }] });
  });

  test('an abort ends a wait immediately', async () => {
    const caller = new AbortController();
    const { transport, clock } = transportWith({ http: new ScriptedAdapter(error(500)) });
    const result = caught(transport.call(readThing, { params }, { signal: caller.signal }));
    await settle();
    caller.abort('enough');
    const reason = await result;
    expect(AbortedError.is(reason)).toBe(true);
    expect((reason as AbortedError).reason).toBe('enough');
    expect(clock.timers).toBe(0);
  });
});

test('100 calls against a dead server make at most 200 attempts', async () => {
  const http = new ScriptedAdapter(failure('ECONNREFUSED', false));
  const { transport, clock } = transportWith({ http });
  const results = Array.from({ length: 100 }, () => caught(transport.call(readThing, { params })));
  for (let wait = 0; wait < 5; wait += 1) {
    await settle();
    clock.advance(10_000);
  }
  for (const reason of await Promise.all(results)) expect(ConnectionError.is(reason)).toBe(true);
  expect(http.requests).toHaveLength(150);
});

describe('deadlines', () => {
  const silent = 'silent' as const;
  const begun = { pieces: ['{"id":'] };
  test.each([
    ['headers', silent, 60_000, readThing],
    ['headers', silent, 600_000, generateThing],
    ['body', begun, 60_000, readThing],
  ] as const)('%s of %o after %d ms', async (phase, answer, milliseconds, operation) => {
    const { transport, clock } = transportWith({ http: new ScriptedAdapter(answer) });
    const input = operation === readThing ? { params } : { body: {} };
    const result = caught(
      transport.call(operation as typeof readThing, input as never, { retry: { maxRetries: 0 } }),
    );
    await settle();
    clock.advance(milliseconds - 2);
    await settle();
    expect(clock.timers).toBe(1);
    clock.advance(2);
    expect(await result).toMatchObject({ phase, timeoutMs: milliseconds, code: `timeout_${phase}` });
    expect(clock.timers).toBe(0);
  });

  test('total covers all attempts and is never retried', async () => {
    const http = new ScriptedAdapter(silent);
    const { transport, clock } = transportWith({ http });
    const result = caught(transport.call(readThing, { params }));
    await settle();
    for (const step of [60_000, 500, 60_000]) {
      clock.advance(step);
      await settle();
    }
    const reason = await result;
    expect(TimeoutError.is(reason)).toBe(true);
    expect(reason).toMatchObject({ phase: 'total', timeoutMs: 120_000, retryable: false });
    expect(http.requests).toHaveLength(2);
  });

  test('Infinity disables one', async () => {
    const { transport, clock } = transportWith({
      http: new ScriptedAdapter(silent),
      timeouts: { headersMs: Infinity, totalMs: Infinity, connectMs: Infinity },
    });
    void caught(transport.call(readThing, { params }));
    await settle();
    expect(clock.timers).toBe(0);
    await transport.close();
  });
});

describe('closing', () => {
  test('aborts in-flight requests and rejects new ones', async () => {
    const { transport } = transportWith({ http: new ScriptedAdapter('silent') });
    const result = caught(transport.call(readThing, { params }));
    await settle();
    await transport.close();
    expect(AbortedError.is(await result)).toBe(true);
    expect(AbortedError.is(await caught(transport.call(readThing, { params })))).toBe(true);
  });

  test('no listener remains on a signal after 2,000 calls, successful and failed', async () => {
    const caller = new AbortController();
    let listeners = 0;
    const { signal } = caller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...listener: Parameters<typeof add>) => {
      listeners += 1;
      add(...listener);
    };
    signal.removeEventListener = (...listener: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...listener);
    };
    const http = new ScriptedAdapter(
      ...Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? good : error(400))),
    );
    const { transport, clock } = transportWith({ http });
    for (let call = 0; call < 2000; call += 1)
      await caught(transport.call(readThing, { params }, { signal }));
    expect(http.requests).toHaveLength(2000);
    expect(listeners).toBe(0);
    expect(clock.timers).toBe(0);
  });
});

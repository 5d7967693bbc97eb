import { openStream } from '../streaming/open-stream.js';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../errors/request-errors.js';
import { Limiter } from './rate-limiter.js';
import { FakeClock } from '../testing/fake-clock.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { generateThing, readThing, settle, transportWith } from '../testing/things.js';

const params = { thing_id: 't' };
const never = new AbortController().signal;

describe('concurrency', () => {
  test('no more than allowed, first come, first served', async () => {
    const limiter = new Limiter({ maxConcurrent: 2 }, new FakeClock());
    const order: number[] = [];
    const releases: (() => void)[] = [];
    const ask = async (number: number): Promise<void> => {
      const release = await limiter.acquire(never);
      order.push(number);
      releases.push(release);
    };
    for (let number = 1; number <= 4; number += 1) void ask(number);
    await settle();
    expect(order).toEqual([1, 2]);
    releases[1]?.();
    releases[1]?.();
    await settle();
    expect(order).toEqual([1, 2, 3]);
    releases[0]?.();
    await settle();
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test('one that comes later does not overtake', async () => {
    const limiter = new Limiter({ maxConcurrent: 1 }, new FakeClock());
    const release = await limiter.acquire(never);
    const second = limiter.acquire(never);
    const third = limiter.acquire(never);
    release();
    const order: string[] = [];
    const note = async (name: string, turn: typeof second): Promise<void> => {
      const done = await turn;
      order.push(name);
      done();
    };
    await Promise.all([note('third', third), note('second', second)]);
    expect(order).toEqual(['second', 'third']);
  });

  test('an aborted wait leaves the queue and no listener', async () => {
    const limiter = new Limiter({ maxConcurrent: 1 }, new FakeClock());
    const release = await limiter.acquire(never);
    const caller = new AbortController();
    const waiting = limiter.acquire(caller.signal);
    const next = limiter.acquire(never);
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    release();
    (await next)();
  });
});

describe('requests per minute', () => {
  test('never more than allowed in any 60 seconds', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ requestsPerMinute: 3 }, clock);
    const begun: number[] = [];
    const ask = async (): Promise<void> => {
      const release = await limiter.acquire(never);
      begun.push(clock.now());
      release();
    };
    for (let number = 0; number < 7; number += 1) void ask();
    for (let step = 0; step < 15; step += 1) {
      await settle();
      clock.advance(10_000);
    }
    await settle();
    expect(begun).toEqual([1000, 1000, 1000, 61_000, 61_000, 61_000, 121_000]);
    expect(clock.timers).toBe(0);
  });
});

test.each([{ maxConcurrent: 0 }, { requestsPerMinute: 1.5 }, { other: 1 }])('%o is refused', (options) => {
  expect(() => new Limiter(options)).toThrow(ConfigError);
});

describe('in a client', () => {
  test('a call waits its turn, a stream keeps its place until it ends', async () => {
    const http = new ScriptedAdapter(
      {
        headers: { 'content-type': 'text/event-stream' },
        pieces: ['data: {"type":"content_block_start"}\n\n'],
      },
      { body: { id: 'later' } },
    );
    const { transport } = transportWith({ http, limiter: new Limiter({ maxConcurrent: 1 }) });
    const stream = openStream(transport, generateThing, { body: {} });
    await stream.opened();
    const call = transport.call(readThing, { params });
    await settle();
    expect(http.requests).toHaveLength(1);
    const end = new TextEncoder().encode('data: {"type":"message_stop"}\n\n');
    http.sinks[0]?.data(end);
    http.sinks[0]?.end();
    await stream.drain();
    expect(await call).toEqual({ id: 'later' });
  });

  test('aborting a call that waits its turn ends it', async () => {
    const http = new ScriptedAdapter('silent');
    const { transport } = transportWith({ http, limiter: new Limiter({ maxConcurrent: 1 }) });
    const first = transport.call(readThing, { params }).catch((error: unknown) => error);
    const caller = new AbortController();
    const second = transport
      .call(readThing, { params }, { signal: caller.signal })
      .catch((error: unknown) => error);
    await settle();
    caller.abort();
    expect(await second).toMatchObject({ name: 'AbortedError' });
    await transport.close();
    expect(await first).toMatchObject({ name: 'AbortedError' });
    expect(http.requests).toHaveLength(1);
  });

  test('a failed attempt gives its place back', async () => {
    const http = new ScriptedAdapter({ status: 400, body: {} });
    const { transport } = transportWith({ http, limiter: new Limiter({ maxConcurrent: 1 }) });
    for (let call = 0; call < 3; call += 1)
      await expect(transport.call(readThing, { params })).rejects.toMatchObject({ status: 400 });
  });
});

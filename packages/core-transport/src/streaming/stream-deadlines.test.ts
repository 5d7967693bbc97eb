import { describe, expect, test } from 'vitest';
import { event, messageEvents } from '@parlance/testing/responders';
import { finish } from '../testing/finish.js';
import { failure, ScriptedAdapter } from '../testing/scripted-adapter.js';
import { followThing, generateThing, readThing, settle, transportWith } from '../testing/things.js';
import { openStream } from './open-stream.js';

const headers = { 'content-type': 'text/event-stream' };
const begun = { headers, pieces: [messageEvents.slice(0, 3).join('')] };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const caught = (result: Promise<unknown>): Promise<unknown> => result.catch((error: unknown) => error);

describe('totalMs of a stream', () => {
  test.each(['client', 'call'])('set for a %s bounds opening it', async (level) => {
    const timeouts = { totalMs: 700 };
    const http = new ScriptedAdapter('silent');
    const { transport, clock } = transportWith({ http, ...(level === 'client' && { timeouts }) });
    const options = level === 'call' ? { timeouts } : {};
    const startedAt = clock.now();
    const stream = openStream(transport, generateThing, { body: {} }, { options });
    expect(await finish(clock, caught(stream.drain()))).toMatchObject({
      code: 'timeout_total',
      timeoutMs: 700,
    });
    expect(clock.now() - startedAt).toBe(700);
  });

  test('bounds the attempts that open it together', async () => {
    const http = new ScriptedAdapter(failure('ECONNREFUSED', false));
    const { transport, clock } = transportWith({ http, retry: { baseDelayMs: 1000, maxRetries: 9 } });
    const startedAt = clock.now();
    const options = { timeouts: { totalMs: 700 } };
    const stream = openStream(transport, generateThing, { body: {} }, { options });
    expect(await finish(clock, caught(stream.drain()))).toMatchObject({ attempts: { length: 2 } });
    expect(clock.now() - startedAt).toBe(500);
  });

  test('bounds an open stream that makes progress', async () => {
    const http = new ScriptedAdapter(begun);
    const { transport, clock } = transportWith({ http, timeouts: { totalMs: 1000 } });
    const stream = openStream(transport, generateThing, { body: {} });
    const result = caught(stream.drain());
    await settle();
    for (let passed = 0; passed < 1000; passed += 100) {
      clock.advance(100);
      http.sinks[0]?.data(bytes(messageEvents[3] ?? ''));
      await settle();
    }
    expect(await result).toMatchObject({
      code: 'stream_stalled',
      cause: { code: 'timeout_total', timeoutMs: 1000 },
    });
    expect(http.cancelled).toBe(1);
    expect(clock.timers).toBe(0);
  });

  test('bounds a download with its body', async () => {
    const http = new ScriptedAdapter({ pieces: ['some'] });
    const { transport, clock } = transportWith({ http, timeouts: { totalMs: 1000 } });
    const { stream } = await transport.download(readThing, { params: { thing_id: 't' } });
    const result = caught(new Response(stream).text());
    for (let passed = 0; passed < 1000; passed += 100) {
      await settle();
      http.sinks[0]?.data(bytes('more'));
      clock.advance(100);
    }
    expect(await result).toMatchObject({ code: 'timeout_total' });
  });

  test('is off for downloads by default', async () => {
    const http = new ScriptedAdapter({ pieces: ['some'] });
    const { transport, clock } = transportWith({ http });
    const { stream } = await transport.download(readThing, { params: { thing_id: 't' } });
    for (let count = 0; count < 100; count += 1) {
      clock.advance(100_000);
      http.sinks[0]?.data(bytes('x'));
    }
    http.sinks[0]?.end();
    expect(await new Response(stream).text()).toHaveLength(104);
  });
});

describe('consumerMs', () => {
  const filler = bytes(event({ type: 'content_block_delta', text: 'x'.repeat(300_000) }));

  test.each([generateThing, followThing])(
    'ends $id when its consumer has stopped reading',
    async (operation) => {
      const http = new ScriptedAdapter(begun);
      const { transport, clock } = transportWith({ http, timeouts: { consumerMs: 60_000 } });
      const stream = openStream(transport, operation, { body: {} } as never);
      await stream.opened();
      const iterator = stream[Symbol.asyncIterator]();
      http.sinks[0]?.data(filler);
      clock.advance(50_000);
      await iterator.next();
      clock.advance(59_999);
      expect(http.cancelled).toBe(0);
      clock.advance(1);
      expect(http.cancelled).toBe(1);
      const rest = async (): Promise<void> => {
        while ((await iterator.next()).done !== true);
      };
      expect(await caught(rest())).toMatchObject({
        code: 'stream_stalled',
        cause: { code: 'timeout_consumer', timeoutMs: 60_000 },
      });
    },
  );

  test('ends a download when its consumer has stopped reading', async () => {
    const http = new ScriptedAdapter({ pieces: ['x'.repeat(300_000)] });
    const { transport, clock } = transportWith({ http, timeouts: { consumerMs: 60_000 } });
    const { stream } = await transport.download(readThing, { params: { thing_id: 't' } });
    clock.advance(60_000);
    expect(http.cancelled).toBe(1);
    expect(await caught(new Response(stream).text())).toMatchObject({ code: 'timeout_consumer' });
  });

  test('is off by default', async () => {
    const http = new ScriptedAdapter(begun);
    const { transport, clock } = transportWith({ http });
    await openStream(transport, generateThing, { body: {} }).opened();
    http.sinks[0]?.data(filler);
    // Chunks are decoded at the end of their turn.
    await Promise.resolve();
    clock.advance(10_000_000);
    expect(http.cancelled).toBe(0);
  });
});

import { openStream } from './open-stream.js';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { StreamError } from '../errors/response-errors.js';
import { localRateLimiter } from '../rate-limits/local-rate-limiter.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import type { ScriptedResponse } from '../testing/scripted-adapter.js';
import { followThing, generateThing, settle, transportWith } from '../testing/things.js';

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
/** An event that counts as content. */
const content = (more: object = {}): string => event('content_block_delta', more);
const sse = (...pieces: string[]): ScriptedResponse => ({ headers: SSE, pieces });
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('message streams', () => {
  test('accept events and send stream: true', async () => {
    const http = new ScriptedAdapter(sse(event('message_stop')));
    await openStream(transportWith({ http }).transport, generateThing, { body: { a: 1 } }).drain();
    expect(http.requests[0]?.headers['accept']).toBe('text/event-stream');
    expect(http.requests[0]?.body).toBe('{"a":1,"stream":true}');
  });

  test('yield events in order, for one socket read or many', async () => {
    const types: string[] = [];
    const http = new ScriptedAdapter(
      sse(event('message_start') + event('a') + event('ping'), event('b'), event('message_stop')),
    );
    for await (const { type } of openStream(transportWith({ http }).transport, generateThing, { body: {} }))
      types.push(type);
    expect(types).toEqual(['message_start', 'a', 'b', 'message_stop']);
  });

  test('content resets the content deadline, pings do not', async () => {
    const http = new ScriptedAdapter(sse(event('message_start'), content()));
    const { transport, clock } = transportWith({ http });
    const result = caught(openStream(transport, generateThing, { body: {} }).drain());
    await settle();
    clock.advance(170_000);
    http.sinks[0]?.data(bytes(content()));
    clock.advance(170_000);
    http.sinks[0]?.data(bytes(event('ping')));
    await settle();
    clock.advance(10_000);
    expect(await result).toMatchObject({
      reason: 'stalled',
      lastEventIndex: 2,
      cause: { phase: 'contentGap' },
    });
    expect(http.cancelled).toBe(1);
    expect(clock.timers).toBe(0);
  });

  test('events of unknown types extend no deadline', async () => {
    const http = new ScriptedAdapter(sse(event('message_start'), content()));
    const { transport, clock } = transportWith({ http });
    const result = caught(openStream(transport, generateThing, { body: {} }).drain());
    await settle();
    for (let sent = 0; sent < 17; sent += 1) {
      clock.advance(10_000);
      http.sinks[0]?.data(bytes(event('progress', { text: 'x'.repeat(300_000) })));
      await settle();
    }
    clock.advance(10_000);
    expect(await result).toMatchObject({ reason: 'stalled', cause: { phase: 'contentGap' } });
    expect(http.paused).toBe(17);
  });

  test('unknown events before the first content are handed over instead of filling the memory', async () => {
    const http = new ScriptedAdapter(sse(event('progress', { text: 'x'.repeat(300_000) })));
    const { transport } = transportWith({ http });
    const stream = openStream(transport, generateThing, { body: {} });
    await stream.opened();
    expect(http.paused).toBe(1);
    for await (const { type } of stream) {
      expect(type).toBe('progress');
      break;
    }
  });

  test('have no total deadline by default', async () => {
    const http = new ScriptedAdapter(sse(content()));
    const { transport, clock } = transportWith({ http, timeouts: { contentGapMs: Infinity } });
    const stream = openStream(transport, generateThing, { body: {} });
    const result = stream.drain();
    await settle();
    clock.advance(10_000_000);
    http.sinks[0]?.data(bytes(event('message_stop')));
    http.sinks[0]?.end();
    await result;
    expect(clock.timers).toBe(0);
  });

  test('a slow consumer pauses the connection, which does not count as a silent server', async () => {
    const filler = content({ text: 'x'.repeat(100_000) });
    const http = new ScriptedAdapter(sse(event('message_start'), content()));
    const { transport, clock } = transportWith({ http });
    const stream = openStream(transport, generateThing, { body: {} });
    await stream.opened();
    for (let piece = 0; piece < 3; piece += 1) http.sinks[0]?.data(bytes(filler));
    // Chunks are decoded at the end of their turn.
    await Promise.resolve();
    expect([http.paused, http.resumed]).toEqual([1, 0]);
    clock.advance(10_000_000);
    const iterator = stream[Symbol.asyncIterator]();
    for (let taken = 0; taken < 5; taken += 1) expect((await iterator.next()).done).toBe(false);
    expect([http.paused, http.resumed]).toEqual([1, 1]);
    http.sinks[0]?.data(bytes(event('message_stop')));
    expect(await iterator.next()).toMatchObject({ value: { type: 'message_stop' } });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  test('events that have arrived are delivered before the error', async () => {
    const http = new ScriptedAdapter({ ...sse(content() + event('b')), end: true });
    const types: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { type } of openStream(transportWith({ http }).transport, generateThing, { body: {} }))
        types.push(type);
    };
    expect(await caught(read())).toMatchObject({
      reason: 'truncated',
      lastEventIndex: 1,
      requestId: 'req_scripted',
    });
    expect(types).toEqual(['content_block_delta', 'b']);
  });

  test('can be consumed once', async () => {
    const http = new ScriptedAdapter(sse(event('message_stop')));
    const stream = openStream(transportWith({ http }).transport, generateThing, { body: {} });
    await stream.drain();
    await expect(stream.drain()).rejects.toMatchObject({ code: 'stream_taken' });
    expect(() => stream[Symbol.asyncIterator]()).toThrow('already being consumed');
  });

  test('an event that differs from the contract is reported or rejected', async () => {
    const issue = { path: 'x', rule: 'r', message: 'm', kind: 'string', code: 'type' } as const;
    const base = { requests: 'off', checkRequest: () => [], checkResponse: () => [] } as const;
    const drifts: unknown[] = [];
    const run = (responses: 'observe' | 'throw'): Promise<unknown> =>
      caught(
        openStream(
          transportWith({
            http: new ScriptedAdapter(sse(event('a') + event('message_stop'))),
            validation: {
              ...base,
              responses,
              checkEvent: () => [issue],
              onDrift: (drift) => drifts.push(drift),
            },
          }).transport,
          generateThing,
          { body: {} },
        ).drain(),
      );
    expect(await run('observe')).toBeUndefined();
    expect(drifts).toHaveLength(2);
    expect(drifts[0]).toEqual({
      operation: 'things.generate',
      part: 'event',
      issues: [issue],
      requestId: 'req_scripted',
    });
    expect(await run('throw')).toMatchObject({ name: 'StreamError', cause: { code: 'contract_drift' } });
  });
});

describe('session streams', () => {
  test('open with the headers, stay open, and complete at the end of the body', async () => {
    const http = new ScriptedAdapter(sse());
    const { transport, clock } = transportWith({ http });
    const stream = openStream(transport, followThing, {});
    await stream.opened();
    const types: string[] = [];
    const done = stream.drain(({ type }) => types.push(type));
    for (let beat = 0; beat < 5; beat += 1) {
      clock.advance(119_000);
      http.sinks[0]?.data(bytes(beat === 2 ? event('session.status') : ': keep-alive\n\n'));
    }
    http.sinks[0]?.end();
    await done;
    expect(types).toEqual(['session.status']);
    expect(clock.timers).toBe(0);
  });

  test('stall when no data arrives', async () => {
    const { transport, clock } = transportWith({ http: new ScriptedAdapter(sse()) });
    const result = caught(openStream(transport, followThing, {}).drain());
    await settle();
    clock.advance(120_000);
    expect(await result).toMatchObject({
      reason: 'stalled',
      cause: { phase: 'silence', code: 'timeout_silence' },
    });
  });
});

test('closing the client ends its streams', async () => {
  const { transport } = transportWith({ http: new ScriptedAdapter(sse(event('a'))) });
  const result = caught(openStream(transport, generateThing, { body: {} }).drain());
  await settle();
  await transport.close();
  expect(StreamError.is(await result)).toBe(true);
  expect(await result).toMatchObject({ reason: 'aborted' });
});

test('an iterator that returned before the stream opened is done', async () => {
  const { transport } = transportWith({ http: new ScriptedAdapter('silent') });
  const iterator = openStream(transport, generateThing, { body: {} })[Symbol.asyncIterator]();
  await iterator.return?.();
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

test('dropping a stream before it has opened aborts its request', async () => {
  const http = new ScriptedAdapter('silent');
  const { transport, clock } = transportWith({ http });
  {
    await using stream = openStream(transport, generateThing, { body: {} });
    expect(stream.requestId).toBeNull();
    await settle();
  }
  await settle();
  expect(http.requests[0]?.cancellation.cancelled).toBe(true);
  expect(clock.timers).toBe(0);
});

test('concurrent next() calls receive events in order', async () => {
  const http = new ScriptedAdapter(sse(event('message_start')));
  const { transport } = transportWith({ http });
  const iterator = openStream(transport, generateThing, { body: {} })[Symbol.asyncIterator]();
  const answers = Promise.all([1, 2, 3, 4].map(() => iterator.next()));
  await settle();
  http.sinks[0]?.data(bytes(event('a') + event('message_stop')));
  const types = (await answers).map(({ value }) => value?.type);
  expect(types).toEqual(['message_start', 'a', 'message_stop', undefined]);
});

test('a completed stream holds no resources, even if its events are never consumed', async () => {
  const http = new ScriptedAdapter({ ...sse(event('a') + event('message_stop')), end: true });
  const { transport } = transportWith({ http, rateLimiter: localRateLimiter({ maxConcurrent: 1 }) });
  const { signal } = new AbortController();
  const unread = openStream(transport, generateThing, { body: {} }, { options: { signal } });
  await unread.opened();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  await openStream(transport, generateThing, { body: {} }).drain();
  const types: string[] = [];
  await unread.drain(({ type }) => types.push(type));
  expect(types).toEqual(['a', 'message_stop']);
});

describe('an abort after all events have arrived and before all are consumed', () => {
  const arrived = async (signal?: AbortSignal) => {
    const pieces = event('a') + event('b') + event('c') + event('message_stop');
    const { transport } = transportWith({ http: new ScriptedAdapter({ ...sse(pieces), end: true }) });
    const options = signal === undefined ? {} : { signal };
    const stream = openStream(transport, generateThing, { body: {} }, { options });
    await stream.opened();
    await settle();
    return stream;
  };
  const readTo = async (stream: AsyncIterable<{ type: string }>, last: string, then: () => void) => {
    const types: string[] = [];
    const error = await caught(
      (async () => {
        for await (const { type } of stream) {
          types.push(type);
          if (type === last) then();
        }
      })(),
    );
    return { types, error };
  };

  test('of the stream ends its loop with that error', async () => {
    const stream = await arrived();
    const { types, error } = await readTo(stream, 'b', () => stream.abort(new Error('enough')));
    expect(types).toEqual(['a', 'b']);
    expect(error).toMatchObject({ reason: 'aborted', lastEventIndex: 1, cause: { reason: Error('enough') } });
  });

  test('by the signal of the call ends its loop with that error', async () => {
    const caller = new AbortController();
    const stream = await arrived(caller.signal);
    const { types, error } = await readTo(stream, 'b', () => caller.abort(new Error('enough')));
    expect(types).toEqual(['a', 'b']);
    expect(error).toMatchObject({ reason: 'aborted', lastEventIndex: 1, cause: { reason: Error('enough') } });
  });

  test('before they are consumed fails the later consumer', async () => {
    const caller = new AbortController();
    const stream = await arrived(caller.signal);
    caller.abort(new Error('enough'));
    expect(await caught(stream.drain())).toMatchObject({ reason: 'aborted', lastEventIndex: -1 });
  });

  test('has no effect once the last event has been consumed', async () => {
    const caller = new AbortController();
    const stream = await arrived(caller.signal);
    const { types, error } = await readTo(stream, 'message_stop', () => {
      stream.abort();
      caller.abort();
    });
    expect([types.length, error]).toEqual([4, undefined]);
  });
});

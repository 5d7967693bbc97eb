/** Services open a stream at once and may then think for a minute before the first content. */
import { describe, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { cut, event, messageEvents, stall, stream, streamStart } from '@parlance/testing/responders';
import { quick } from '@parlance/testing/fault-table';
import { StreamError } from '../errors/response-errors.js';
import type { TelemetrySpan } from '../observability/telemetry-hooks.js';
import type { RetryOptions } from '../options/client-options.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { generateThing, settle, transportWith } from '../testing/things.js';
import { Transport } from '../transport.js';
import { openStream } from './open-stream.js';

const [start = '', begin = '', ...content] = messageEvents;
const overloaded = event({ type: 'error', error: { type: 'overloaded_error', message: 'staged' } });
const SSE = { 'content-type': 'text/event-stream' };

const atOnce: readonly (readonly [string, RetryOptions])[] = [
  ['streamUntil: event', { streamUntil: 'event' }],
  ['no retries', { maxRetries: 0 }],
];

function transportTo(server: FaultServer, retry: RetryOptions): Transport {
  return new Transport({ baseUrl: server.url, apiKey: 'key', ...quick({ retry }) }, { key: 'api-key' });
}

describe.each(atOnce)('with %s', (_name, retry) => {
  test('opening events are emitted while the service thinks', async () => {
    await using server = await FaultServer.start(stall(streamStart(start)));
    await using transport = transportTo(server, retry);
    const opened = openStream(transport, generateThing, { body: {} });
    const { requestId } = await opened.withResponse();
    expect(requestId).toBe('req_staged');
    for await (const { type } of opened) {
      expect(type).toBe('message_start');
      break;
    }
  });

  test('a stream that breaks after its first event is not retried', async () => {
    await using server = await FaultServer.start(cut(streamStart(start), 'fin'), stream());
    await using transport = transportTo(server, retry);
    const seen: string[] = [];
    const read = openStream(transport, generateThing, { body: {} }).drain(({ type }) => seen.push(type));
    await expect(read).rejects.toMatchObject({ reason: 'truncated', lastEventIndex: 0 });
    expect(seen).toEqual(['message_start']);
    expect(server.requests).toHaveLength(1);
  });

  test('the deadline for the first content still applies', async () => {
    const http = new ScriptedAdapter({ headers: SSE, pieces: [start] });
    const { transport, clock } = transportWith({ http, retry });
    const read = openStream(transport, generateThing, { body: {} }).drain();
    const error = read.catch((reason: unknown) => reason);
    await settle();
    clock.advance(299_999);
    await settle();
    expect(http.cancelled).toBe(0);
    clock.advance(1);
    expect(await error).toMatchObject({ reason: 'stalled', cause: { phase: 'firstContent' } });
    expect(StreamError.is(await error)).toBe(true);
  });
});

test('by default, opening events wait for the first content, because until then a stream can be retried', async () => {
  const http = new ScriptedAdapter({ headers: SSE, pieces: [start, begin] });
  const { transport, clock } = transportWith({ http });
  const seen: string[] = [];
  const read = openStream(transport, generateThing, { body: {} }).drain(({ type }) => seen.push(type));
  await settle();
  clock.advance(60_000);
  await settle();
  expect(seen).toEqual([]);
  http.sinks[0]?.data(new TextEncoder().encode(content.join('')));
  await read;
  expect(seen.slice(0, 3)).toEqual(['message_start', 'content_block_start', 'content_block_delta']);
});

test('a stream whose first event is an error is retried', async () => {
  await using server = await FaultServer.start(stream(overloaded), stream());
  await using transport = transportTo(server, { streamUntil: 'event' });
  await openStream(transport, generateThing, { body: {} }).drain();
  expect(server.requests).toHaveLength(2);
});

test('opening events are not reported to telemetry as the first content', async () => {
  const reported: string[] = [];
  const span: TelemetrySpan = {
    headers: () => undefined,
    retry: () => undefined,
    firstContent: () => reported.push('first content'),
    end: () => reported.push('end'),
  };
  const http = new ScriptedAdapter({ headers: SSE, pieces: [start, begin] });
  const { transport } = transportWith({
    http,
    telemetry: { start: () => span },
    retry: { streamUntil: 'event' },
  });
  const opened = openStream(transport, generateThing, { body: {} });
  await opened.opened();
  expect(reported).toEqual([]);
  http.sinks[0]?.data(new TextEncoder().encode(content.join('')));
  await opened.drain();
  expect(reported).toEqual(['first content', 'end']);
});

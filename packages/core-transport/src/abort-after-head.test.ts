/** An abort between the arrival of the response headers and the first read of the body. */
import { chunkedStart, stall } from '@parlance/testing/responders';
import { FaultServer } from '@parlance/testing/fault-server';
import { openStream } from './streaming/open-stream.js';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { ScriptedAdapter } from './testing/scripted-adapter.js';
import { followThing, generateThing, readThing, transportWith } from './testing/things.js';
import type { Transport } from './transport.js';

const input = { params: { thing_id: 'a' } };
const SSE = 'text/event-stream';
const STEPS = Array.from({ length: 16 }, (_, steps) => steps);
const begun = 'data: {"type":"message_start"}\n\n';

const download = async (transport: Transport, signal: AbortSignal): Promise<void> => {
  const { stream } = await transport.download(readThing, input, { signal });
  await new Response(stream).arrayBuffer();
};
const ways: readonly (readonly [
  string,
  string,
  (transport: Transport, signal: AbortSignal) => Promise<unknown>,
])[] = [
  ['JSON', 'application/json', (transport, signal) => transport.call(readThing, input, { signal })],
  [
    'a raw response',
    'application/json',
    async (transport, signal) => (await transport.call(readThing, input, { signal }).asResponse()).text(),
  ],
  ['a download', 'application/json', download],
  [
    'a message stream',
    SSE,
    (transport, signal) =>
      openStream(transport, generateThing, { body: {} }, { options: { signal } }).drain(),
  ],
  [
    'a session stream',
    SSE,
    (transport, signal) => openStream(transport, followThing, {}, { options: { signal } }).drain(),
  ],
];

/** Aborts after a number of microtasks. */
function abortAfter(steps: number, caller: AbortController): void {
  if (steps === 0) caller.abort();
  else queueMicrotask(() => abortAfter(steps - 1, caller));
}

const codeOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 'succeeded',
    (error: { code?: unknown }) => error.code,
  );

describe.each(ways)('%s ends', (_, type, take) => {
  test.each(STEPS)('with an adapter that ignores cancellation, %i steps later', async (steps) => {
    const http = new ScriptedAdapter({
      headers: { 'content-type': type },
      pieces: [type === SSE ? begun : '{'],
    });
    const caller = new AbortController();
    const send = http.send.bind(http);
    http.send = (request) => {
      abortAfter(steps, caller);
      return send(request);
    };
    const { transport } = transportWith({ http });
    expect(await codeOf(take(transport, caller.signal))).toMatch(/^(?:stream_)?aborted$/);
    expect(http.cancelled).toBeGreaterThan(0);
  });

  test.each(STEPS)('with a socket, %i steps later', async (steps) => {
    const responder = stall(chunkedStart(type === SSE ? begun : '{', { 'content-type': type }));
    await using server = await FaultServer.start(responder);
    const caller = new AbortController();
    const abort = (): void => abortAfter(steps, caller);
    const { transport } = transportWith({ baseUrl: server.url });
    subscribe('undici:request:headers', abort);
    try {
      expect(await codeOf(take(transport, caller.signal))).toMatch(/^(?:stream_)?aborted$/);
    } finally {
      unsubscribe('undici:request:headers', abort);
    }
    await server.allClosed();
    await transport.close();
  });
});

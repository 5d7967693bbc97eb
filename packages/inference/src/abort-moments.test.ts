/** Aborts of a stream after each of its events and bytes. The partial input stays what the last event left. */
import { AbortedError, StreamError, type HttpAdapter } from '@parlance/core-transport';
import { expectNoListeners } from '@parlance/testing';
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { event, messageEvents, stall, streamStart } from '@parlance/testing/responders';
import { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';

const [start = ''] = messageEvents;
const json = (partial_json: string): string =>
  event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } });
const events = [
  start,
  event({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} },
  }),
  ...['{"qu', 'ery": "h\\u00', 'e9llo', ' w\\"', '", "limit": 1', '0, "tags": ["a', '", "b"]}'].map(json),
  event({ type: 'content_block_stop', index: 0 }),
  event({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } }),
  event({ type: 'message_stop' }),
];
const params = { model: 'm', max_tokens: 100, messages: [{ role: 'user' as const, content: 'search' }] };

/** The partial input after each event. */
const INPUTS: readonly unknown[] = [
  undefined,
  undefined,
  {},
  { query: 'h' },
  { query: 'héllo' },
  { query: 'héllo w"' },
  { query: 'héllo w"' },
  { query: 'héllo w"', limit: 10, tags: ['a'] },
  { query: 'héllo w"', limit: 10, tags: ['a', 'b'] },
  { query: 'héllo w"', limit: 10, tags: ['a', 'b'] },
  { query: 'héllo w"', limit: 10, tags: ['a', 'b'] },
];

const nextTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
};

/** Consumes a stream; returns the number of its events and its error. */
async function consume(
  stream: MessageStream,
  onEvent: (index: number) => void,
): Promise<{ readonly count: number; readonly error: unknown }> {
  let count = 0;
  try {
    for await (const _ of stream) {
      onEvent(count);
      count += 1;
    }
    return { count, error: undefined };
  } catch (error) {
    return { count, error };
  }
}

function expectAborted(error: unknown, count: number, reason: unknown): void {
  const cause = StreamError.is(error) ? error.cause : error;
  expect(AbortedError.is(cause) && cause.reason).toBe(reason);
  if (StreamError.is(error)) expect(error).toMatchObject({ reason: 'aborted', lastEventIndex: count - 1 });
  else expect(count).toBe(0);
}

test.each([
  ['by its signal', true],
  ['by abort()', false],
])('a stream aborted %s at any event keeps its partial input', async (_, bySignal) => {
  for (const last of INPUTS.keys())
    for (const isRead of [true, false]) {
      // The next event is already there, or has yet to arrive. A stream opens with its first content.
      for (const sent of [Math.max(last + 1, 3), events.length - 1]) {
        await using server = await FaultServer.start(stall(streamStart(events.slice(0, sent).join(''))));
        await using client = new InferenceClient({ apiKey: 'key', baseUrl: server.url });
        const caller = new AbortController();
        const stream = client.messages.stream(params, { signal: caller.signal });
        const reason = new Error('enough');
        const { count, error } = await consume(stream, (index) => {
          if (isRead) expect(stream.partialInput(0)).toEqual(INPUTS[index]);
          if (index !== last) return;
          if (bySignal) caller.abort(reason);
          else stream.abort(reason);
        });
        expectAborted(error, count, reason);
        expect(count).toBe(last + 1);
        expect(stream.partialInput(0)).toEqual(INPUTS[last]);
        await server.allClosed();
      }
    }
});

/** An adapter whose response is an event stream that stalls after these bytes. Counts the streams that were cancelled. */
function stalling(bytes: () => Buffer): HttpAdapter & { readonly cancelled: () => number } {
  let cancelled = 0;
  return {
    cancelled: () => cancelled,
    send: ({ cancellation }) => {
      let fail: ((reason: unknown) => void) | undefined;
      cancellation.listen((reason) => {
        cancelled += 1;
        fail?.(reason);
      });
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: {
          read(sink) {
            fail = (reason) => sink.fail(reason);
            sink.data(bytes());
          },
          pause: () => {},
          resume: () => {},
          cancel: () => {},
        },
      });
    },
    close: () => Promise.resolve(),
  };
}

test('a stream aborted after any byte keeps the partial input of its last event', async () => {
  const whole = Buffer.from(events.join(''));
  let length = 0;
  const http = stalling(() => whole.subarray(0, length));
  await using client = new InferenceClient({ apiKey: 'key', baseUrl: 'https://api.invalid', http });
  for (; length < whole.length; length += 1) {
    const caller = new AbortController();
    const stream = client.messages.stream(params, { signal: caller.signal });
    const consumed = consume(stream, () => undefined);
    await nextTurns();
    const reason = new Error('enough');
    caller.abort(reason);
    const { count, error } = await consumed;
    expectAborted(error, count, reason);
    expect(stream.partialInput(0), `after ${length} bytes`).toEqual(INPUTS[count - 1]);
    expectNoListeners(caller.signal);
    expect(http.cancelled()).toBe(length + 1);
  }
});

/** A stream can be aborted until its last event has been consumed, wherever the events are buffered. */
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { messageEvents, stall, streamStart } from '@parlance/testing/responders';
import { InferenceClient } from './inference-client.js';
import { MessageStream } from './message-stream.js';

const fake = createFake();
const params = {
  model: 'assistant-opus-4-7',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'hello there, all of you' }],
};

function open(): { readonly stream: MessageStream; readonly caller: AbortController } {
  const client = new InferenceClient({ apiKey: fake.keys.api, baseUrl: fake.url, http: fake.http() });
  const caller = new AbortController();
  return { caller, stream: client.messages.stream(params, { signal: caller.signal }) };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Aborts at the first event and returns how many more arrive before the error. */
async function countAfterAbort(
  stream: MessageStream,
  abort: () => void,
): Promise<{ count: number; error: unknown }> {
  let count = 0;
  try {
    for await (const { type } of stream) {
      if (type === 'message_start') {
        await nextTurn();
        abort();
      } else count += 1;
    }
    return { count, error: undefined };
  } catch (error) {
    return { count, error };
  }
}

test('aborts a stream that has fully arrived', async () => {
  const { stream, caller } = open();
  expect(await countAfterAbort(stream, () => caller.abort(new Error('enough')))).toMatchObject({
    count: 0,
    error: { reason: 'aborted', cause: { reason: Error('enough') }, partial: { role: 'assistant' } },
  });
});

test('aborts the slower branch of a tee', async () => {
  const { stream, caller } = open();
  const [fast, slow] = stream.tee();
  const read = slow[Symbol.asyncIterator]();
  await read.next();
  await fast.drain();
  caller.abort(new Error('enough'));
  await expect(read.next()).rejects.toMatchObject({
    reason: 'aborted',
    cause: { reason: Error('enough') },
  });
});

test('aborts one branch of a tee only', async () => {
  const [fast, slow] = open().stream.tee();
  await fast.drain();
  expect(await countAfterAbort(slow, () => slow.abort())).toMatchObject({
    count: 0,
    error: { reason: 'aborted' },
  });
  expect(await fast.finalText()).toBe('You said: hello there, all of you');
});

test('aborts a stream created from a ReadableStream', async () => {
  const { stream } = open();
  const lines: Uint8Array[] = [];
  for await (const line of stream.toReadableStream()) lines.push(line);
  const handedOn = MessageStream.fromReadableStream(ReadableStream.from([Buffer.concat(lines)]));
  expect(await countAfterAbort(handedOn, () => handedOn.abort())).toMatchObject({
    count: 0,
    error: { reason: 'aborted' },
  });
});

test.each(['complete', 'stalled'])(
  'aborting a %s stream with an idle loop rejects finalMessage first, then the loop',
  async (state) => {
    const head = messageEvents.slice(0, state === 'complete' ? undefined : 3);
    await using server = await FaultServer.start(stall(streamStart(head.join(''))));
    await using client = new InferenceClient({ apiKey: 'key', baseUrl: server.url });
    const stream = client.messages.stream(params);
    const loop = stream[Symbol.asyncIterator]();
    await loop.next();
    const message = stream.finalMessage();
    stream.abort('enough');
    await expect(message).rejects.toMatchObject({ reason: 'aborted', cause: { reason: 'enough' } });
    await expect(loop.next()).rejects.toMatchObject({ reason: 'aborted', lastEventIndex: 0 });
    expect(await loop.next()).toEqual({ done: true, value: undefined });
    await server.allClosed();
  },
);

test('aborting the signal rejects finalMessage while the loop is idle', async () => {
  await using server = await FaultServer.start(stall(streamStart(messageEvents.slice(0, 3).join(''))));
  await using client = new InferenceClient({ apiKey: 'key', baseUrl: server.url });
  const caller = new AbortController();
  const stream = client.messages.stream(params, { signal: caller.signal });
  await stream[Symbol.asyncIterator]().next();
  const message = stream.finalMessage();
  caller.abort('enough');
  await expect(message).rejects.toMatchObject({ reason: 'aborted', cause: { reason: 'enough' } });
});

test('an abort before the stream is consumed rejects the first consumer', async () => {
  const { stream } = open();
  await stream.opened();
  stream.abort('enough');
  await expect(stream.drain()).rejects.toMatchObject({ reason: 'aborted', cause: { reason: 'enough' } });
});

test('leaving the loop at the last event is not an abort: the message is complete', async () => {
  const { stream } = open();
  for await (const { type } of stream) if (type === 'message_stop') break;
  expect(await stream.finalText()).toBe('You said: hello there, all of you');
});

test('a listener that throws fails the stream with its own error', async () => {
  const { stream } = open();
  const boom = new Error('boom');
  stream.on('text', () => {
    throw boom;
  });
  await expect(stream.finalMessage()).rejects.toBe(boom);
});

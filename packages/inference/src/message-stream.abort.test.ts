/** An abort counts until the last event has been taken, wherever the events wait. */
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { FaultServer } from '../../core-transport/src/testing/fault-server.js';
import { messageEvents, stall, streamStart } from '../../core-transport/src/testing/scenes.js';
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

/** Aborts at the first event, and tells how many more come before the error. */
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

test('of a stream that has arrived', async () => {
  const { stream, caller } = open();
  expect(await countAfterAbort(stream, () => caller.abort(new Error('enough')))).toMatchObject({
    count: 0,
    error: { reason: 'aborted', cause: { reason: Error('enough') }, partial: { role: 'assistant' } },
  });
});

test('of the half of a tee that is behind', async () => {
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

test('of one half of a tee only', async () => {
  const [fast, slow] = open().stream.tee();
  await fast.drain();
  expect(await countAfterAbort(slow, () => slow.abort())).toMatchObject({
    count: 0,
    error: { reason: 'aborted' },
  });
  expect(await fast.finalText()).toBe('You said: hello there, all of you');
});

test('of a stream that was handed on', async () => {
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
  'of a %s stream whose loop stands still: whoever waits for the message hears of it, then the loop',
  async (state) => {
    const begun = messageEvents.slice(0, state === 'complete' ? undefined : 3);
    await using server = await FaultServer.start(stall(streamStart(begun.join(''))));
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

test('by its signal, of a stream whose loop stands still', async () => {
  await using server = await FaultServer.start(stall(streamStart(messageEvents.slice(0, 3).join(''))));
  await using client = new InferenceClient({ apiKey: 'key', baseUrl: server.url });
  const caller = new AbortController();
  const stream = client.messages.stream(params, { signal: caller.signal });
  await stream[Symbol.asyncIterator]().next();
  const message = stream.finalMessage();
  caller.abort('enough');
  await expect(message).rejects.toMatchObject({ reason: 'aborted', cause: { reason: 'enough' } });
});

test('is remembered by a stream that nobody takes yet', async () => {
  const { stream } = open();
  await stream.opened();
  stream.abort('enough');
  await expect(stream.drain()).rejects.toMatchObject({ reason: 'aborted', cause: { reason: 'enough' } });
});

test('is none when the last event has been taken: leaving the loop with it leaves a whole message', async () => {
  const { stream } = open();
  for await (const { type } of stream) if (type === 'message_stop') break;
  expect(await stream.finalText()).toBe('You said: hello there, all of you');
});

test('is none when a listener fails: that is the error', async () => {
  const { stream } = open();
  const boom = new Error('boom');
  stream.on('text', () => {
    throw boom;
  });
  await expect(stream.finalMessage()).rejects.toBe(boom);
});

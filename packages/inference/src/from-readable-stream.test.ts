import { AbortedError, ConfigError, StreamError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { MessageStream } from './message-stream.js';

const events = [
  {
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 3 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hé' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'llo 🎈' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];
const lines = events.map((event) => JSON.stringify(event));
const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);

/** A stream of pieces that ends unless `open`; `seen` records whether it was cancelled. */
function streamOf(pieces: readonly (string | Uint8Array)[], { open = false } = {}) {
  const seen = { cancelled: false };
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      if (!open) controller.close();
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { seen, stream };
}

async function failureOf(stream: MessageStream): Promise<StreamError> {
  const error: unknown = await stream.finalMessage().catch((reason: unknown) => reason);
  if (!StreamError.is(error)) throw new Error('no StreamError');
  return error;
}

test('the message is the same, wherever the bytes are split', async () => {
  for (let at = 0; at <= bytes.length; at += 1) {
    const { stream } = streamOf([bytes.slice(0, at), bytes.slice(at)]);
    expect(await MessageStream.fromReadableStream(stream).finalText()).toBe('Héllo 🎈');
  }
});

test('empty lines are skipped and all events are emitted in order', async () => {
  const { stream } = streamOf([`\n${lines.join('\n\n')}\r\n`]);
  const types: string[] = [];
  for await (const event of MessageStream.fromReadableStream(stream)) types.push(event.type);
  expect(types).toEqual(events.map(({ type }) => type));
});

test('the message completes at its last event, even if the stream does not end', async () => {
  const { stream, seen } = streamOf([bytes], { open: true });
  expect(await MessageStream.fromReadableStream(stream).finalText()).toBe('Héllo 🎈');
  expect(seen.cancelled).toBe(true);
});

test('an end before the last event is a truncated stream with a partial message', async () => {
  const { stream } = streamOf([`${lines.slice(0, 4).join('\n')}\n`]);
  expect(await failureOf(MessageStream.fromReadableStream(stream))).toMatchObject({
    reason: 'truncated',
    operation: 'messages.create',
    lastEventIndex: 3,
    partial: { content: [{ text: 'Héllo 🎈' }] },
    cause: { code: 'truncated', sent: true },
  });
});

test('a stream that fails is truncated, with its error as the cause of the cause', async () => {
  const { stream } = streamOf([`${lines[0]}\n`], { open: true });
  const broken = stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(_piece, controller) {
        controller.error(new Error('gone'));
      },
    }),
  );
  const error = await failureOf(MessageStream.fromReadableStream(broken));
  expect(error).toMatchObject({ reason: 'truncated', cause: { cause: { message: 'gone' } } });
});

test.each([
  ['{"type":', 'invalid_json'],
  ['"text"', 'invalid_json'],
  ['null', 'invalid_json'],
])('a line that is not a JSON object fails the stream and is not quoted: %s', async (line, code) => {
  const { stream, seen } = streamOf([`${lines[0]}\n${line}\n`], { open: true });
  const error = await failureOf(MessageStream.fromReadableStream(stream));
  expect(seen.cancelled).toBe(true);
  expect(error).toMatchObject({ reason: 'server_error', lastEventIndex: 0, cause: { code } });
  expect(error.message).not.toContain(line);
});

test('a line of more than 16 Mi characters fails the stream', async () => {
  const { stream } = streamOf(Array.from({ length: 17 }, () => 'x'.repeat(1_048_576)));
  expect(await failureOf(MessageStream.fromReadableStream(stream))).toMatchObject({
    reason: 'server_error',
    cause: { code: 'event_too_large' },
  });
});

test('an abort cancels a stalled stream immediately', async () => {
  const { stream, seen } = streamOf([`${lines[0]}\n`], { open: true });
  const message = MessageStream.fromReadableStream(stream);
  const iterator = message[Symbol.asyncIterator]();
  await iterator.next();
  const waiting = iterator.next();
  message.abort('enough');
  const error: unknown = await waiting.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ reason: 'aborted' });
  expect(AbortedError.is((error as StreamError).cause)).toBe(true);
  expect(seen.cancelled).toBe(true);
});

test('a locked stream is rejected, also after an abort', async () => {
  const { stream } = streamOf([bytes]);
  stream.getReader();
  const message = MessageStream.fromReadableStream(stream);
  message.abort();
  await expect(message.finalMessage()).rejects.toThrow(ConfigError);
});

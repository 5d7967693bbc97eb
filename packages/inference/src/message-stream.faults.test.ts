import { StreamError, ParlanceError } from '@parlance/core-transport';
import type { Message } from '@parlance/schemas';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { messageEvents, stall, stream, streamed, streamStart } from '@parlance/testing/responders';
import { streamFaults } from '@parlance/testing/stream-faults';
import { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';

const params = {
  model: 'assistant-opus-4-7',
  max_tokens: 8,
  messages: [{ role: 'user' as const, content: 'hi' }],
};

const textOf = (message: Message): string =>
  message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** Every way to consume a message stream; each returns the text. */
const paths: Readonly<Record<string, (stream: MessageStream) => Promise<string>>> = {
  'raw loop': async (source) => {
    let text = '';
    for await (const event of source)
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
    return text;
  },
  drain: async (source) => {
    await source.drain();
    return textOf(source.snapshot as Message);
  },
  'final message': async (source) => textOf(await source.finalMessage()),
  'final text': (source) => source.finalText(),
  'text stream': async (source) => {
    let text = '';
    for await (const piece of source.textStream()) text += piece;
    return text;
  },
  listeners: (source) =>
    new Promise((resolve, reject) => {
      let text = '';
      source
        .on('text', (piece) => {
          text += piece;
        })
        .on('error', reject)
        .on('message', () => resolve(text));
    }),
  'one half of a tee': async (source) => {
    const [left, right] = source.tee();
    const [text] = await Promise.all([left.finalText(), right.finalText()]);
    return text;
  },
  'web stream': async (source) => {
    const reader = source.toReadableStream().getReader();
    const decoder = new TextDecoder();
    let lines = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      lines += decoder.decode(piece.value, { stream: true });
    const events = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { delta?: { text?: string } });
    return events.map((event) => event.delta?.text ?? '').join('');
  },
};

const unhandled: unknown[] = [];
const note = (error: unknown): void => {
  unhandled.push(error);
};

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});

afterEach(() => {
  process.off('unhandledRejection', note);
});

describe.each(Object.entries(paths))('by %s', (_name, consume) => {
  test.each(streamFaults)('$fault: $ours', async ({ responders, options, ours, requests }) => {
    await using server = await FaultServer.start(...responders);
    await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick(options) });
    let outcome: string;
    try {
      expect(await consume(client.messages.stream(params))).toBe('Héllo');
      outcome = 'succeeds';
    } catch (error) {
      if (!ParlanceError.is(error)) throw error;
      outcome = `${error.name} ${error.code}`;
    }
    expect(outcome).toBe(ours);
    expect(server.requests).toHaveLength(requests);
    await client.close();
    await server.allClosed();
    expect(unhandled).toEqual([]);
  });

  test('an abort in the middle is a StreamError that keeps the reason', async () => {
    await using server = await FaultServer.start(stall(streamStart(messageEvents.slice(0, 3).join(''))));
    await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick() });
    const caller = new AbortController();
    const source = client.messages.stream(params, { signal: caller.signal });
    const error = consume(source).catch((reason: unknown) => reason);
    await source.opened();
    caller.abort(new Error('enough'));
    const ended = (await error) as StreamError;
    expect(StreamError.is(ended)).toBe(true);
    expect(ended).toMatchObject({ reason: 'aborted', requestId: 'req_staged' });
    expect((ended.cause as { reason?: unknown }).reason).toEqual(new Error('enough'));
    await server.allClosed();
  });
});

describe('a StreamError', () => {
  const head = messageEvents.slice(0, 4);

  test('has the partial message, the usage, the index of the last event and the request id', async () => {
    await using server = await FaultServer.start(stream(head.join('')));
    await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick() });
    const error = (await client.messages
      .stream(params)
      .finalMessage()
      .catch((reason: unknown) => reason)) as StreamError;
    expect(error).toMatchObject({
      reason: 'truncated',
      lastEventIndex: 3,
      requestId: 'req_staged',
      usage: { input_tokens: 3, output_tokens: 1 },
      operation: 'messages.create',
    });
    expect(textOf(error.partial as Message)).toBe('Héllo');
    expect(JSON.stringify(error)).not.toContain('Héllo');
  });

  test('has a prefix of the message when the stream is cut at any byte', async () => {
    const bytes = streamed(messageEvents.join(''));
    let length = 0;
    await using server = await FaultServer.start(async (connection) => {
      await connection.write(bytes.subarray(0, length));
      connection.fin();
    });
    await using client = new InferenceClient({
      baseUrl: server.url,
      apiKey: 'key',
      ...quick({ retry: { maxRetries: 0 } }),
    });
    const lastEvent = bytes.indexOf('"message_stop"}\n\n') + '"message_stop"}\n\n'.length;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length }), async (cut) => {
        length = cut;
        const result = await client.messages
          .stream(params)
          .finalText()
          .catch((error: unknown) => error);
        const partial = StreamError.is(result) ? textOf((result.partial ?? { content: [] }) as Message) : '';
        expect(cut >= lastEvent ? result : ParlanceError.is(result)).toBe(cut >= lastEvent ? 'Héllo' : true);
        expect('Héllo'.startsWith(partial)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test('does not occur, however the bytes are split', async () => {
    const bytes = streamed(messageEvents.join(''));
    let offsets: readonly number[] = [];
    await using server = await FaultServer.start((connection) => connection.writeCut(bytes, offsets));
    await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick() });
    const places = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        offsets = cuts;
        const message = await client.messages.stream(params).finalMessage();
        expect(textOf(message)).toBe('Héllo');
        expect(message.usage).toMatchObject({ input_tokens: 3, output_tokens: 2 });
      }),
      { numRuns: 60 },
    );
  });
});

test('leaving the loop closes the connection', async () => {
  await using server = await FaultServer.start(stall(streamStart(messageEvents.slice(0, 3).join(''))));
  await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick() });
  for await (const event of client.messages.stream(params)) if (event.type === 'content_block_delta') break;
  await server.allClosed();
  expect(server.openConnections).toBe(0);
});

test('a failed stream without consumers is silent until it is consumed', async () => {
  await using server = await FaultServer.start((connection) => connection.rst());
  await using client = new InferenceClient({
    baseUrl: server.url,
    apiKey: 'key',
    ...quick({ retry: { maxRetries: 0 } }),
  });
  const source = client.messages.stream(params);
  await server.allClosed();
  await new Promise(setImmediate);
  await expect(source.finalMessage()).rejects.toThrow('ECONNRESET');
  await expect(source.finalMessage()).rejects.toThrow('ECONNRESET');
});

test('listeners added after the end are still called', async () => {
  await using server = await FaultServer.start((connection) => connection.rst());
  await using client = new InferenceClient({
    baseUrl: server.url,
    apiKey: 'key',
    ...quick({ retry: { maxRetries: 0 } }),
  });
  const source = client.messages.stream(params);
  await expect(source.opened()).rejects.toThrow('ECONNRESET');
  const error = await new Promise((resolve) => {
    source.on('error', resolve);
  });
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  await new Promise<void>((resolve) => {
    source.on('end', resolve);
  });
});

test('a listener that throws at the end does not block other consumers', async () => {
  await using server = await FaultServer.start(stream());
  await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick() });
  const source = client.messages.stream(params);
  const running = source.drain().catch((error: unknown) => error);
  source.on('end', () => {
    throw new Error('of the listener');
  });
  expect(textOf(await source.finalMessage())).toBe('Héllo');
  expect(await running).toEqual(new Error('of the listener'));
});

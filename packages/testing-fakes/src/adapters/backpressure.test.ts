import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';

const BLOCKS = 64;
/** Together, the blocks exceed the buffers of a connection. */
const BLOCK_BYTES = 500_000;
const PACE_MS = 1000;
/** Number of pauses between the events: start, ping, start and stop of each block, delta, stop. */
const ALL = 2 + BLOCKS * 2 + 2 - 1;

const headers = {
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
  'content-type': 'application/json',
};
const body = JSON.stringify({
  model: 'assistant-opus-4-7',
  max_tokens: 100,
  stream: true,
  messages: [{ role: 'user', content: 'hello' }],
});

/** A client that reads little or nothing of the response until `rest` is called. */
interface Reader {
  /** Reads to the end; returns the total size and the last bytes. */
  readonly rest: () => Promise<{ readonly bytes: number; readonly tail: string }>;
  readonly leave: () => void;
}

const readers: Record<string, (fake: Fake) => Promise<Reader>> = {
  async socket(fake) {
    const { port } = new URL((await fake.listen()).url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const fields = Object.entries({
      host: 'x',
      connection: 'close',
      'content-length': body.length,
      ...headers,
    });
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /v1/messages HTTP/1.1\r\n${head}\r\n${body}`);
    return { rest: () => sumOf(socket), leave: () => socket.destroy() };
  },
  async fetch(fake) {
    const leaving = new AbortController();
    const { signal } = leaving;
    const response = await fake.fetch(`${fake.url}/v1/messages`, { method: 'POST', headers, body, signal });
    return { rest: () => sumOf(response.body as ReadableStream<Uint8Array>), leave: () => leaving.abort() };
  },
  async adapter(fake) {
    const path = '/v1/messages';
    const cancellation = { cancelled: false, reason: undefined, listen: () => {} };
    const request = { method: 'POST', origin: fake.url, path, headers, body, cancellation };
    const response = await fake.http().send(request);
    let isOpen = false;
    const chunks = new TransformStream<Uint8Array>();
    const writer = chunks.writable.getWriter();
    response.body.read({
      data: (chunk) => {
        if (!isOpen) response.body.pause();
        void writer.write(chunk);
      },
      end: () => void writer.close(),
      fail: (error) => void writer.abort(error),
    });
    const rest = () => {
      isOpen = true;
      response.body.resume();
      return sumOf(chunks.readable);
    };
    return { rest, leave: () => response.body.cancel() };
  },
};

async function sumOf(chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number; tail: string }> {
  let bytes = 0;
  let tail = '';
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    tail = (tail + Buffer.from(chunk.subarray(-200)).toString()).slice(-200);
  }
  return { bytes, tail };
}

/** Creates an emulator whose clock counts the events that a stream has produced. */
function counting(): { readonly fake: Fake; readonly produced: () => number } {
  const fake = createFake({ paceMs: PACE_MS });
  onTestFinished(() => fake.close());
  const data = 'x'.repeat(BLOCK_BYTES);
  fake.setScripts([
    { steps: [{ reply: Array.from({ length: BLOCKS }, () => ({ type: 'redacted_thinking', data })) }] },
  ]);
  const start = fake.world().clock.now();
  return { fake, produced: () => (fake.world().clock.now() - start) / PACE_MS };
}

/** Waits until 100 turns of the event loop produce no further event; returns the number of events. */
async function atRest(produced: () => number): Promise<number> {
  let last = -1;
  for (let turns = 0; turns < 100; turns++) {
    if (produced() !== last) turns = 0;
    last = produced();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return last;
}

async function untilRequested(fake: Fake): Promise<void> {
  while (fake.journal().length === 0) await new Promise((resolve) => setImmediate(resolve));
}

test.each(Object.keys(readers))(
  'the stream pauses when the client stops reading: %s',
  { timeout: 60_000 },
  async (name) => {
    const { fake, produced } = counting();
    const reader = await readers[name]!(fake);
    await untilRequested(fake);
    expect(await atRest(produced)).toBeLessThan(ALL);

    const { bytes, tail } = await reader.rest();
    expect(tail).toContain('"type":"message_stop"');
    expect(bytes).toBeGreaterThan(BLOCKS * BLOCK_BYTES);
    expect(produced()).toBe(ALL);
  },
);

test.each(Object.keys(readers))(
  'the stream ends when the client leaves: %s',
  { timeout: 60_000 },
  async (name) => {
    const { fake, produced } = counting();
    const reader = await readers[name]!(fake);
    await untilRequested(fake);
    await atRest(produced);
    reader.leave();
    expect(await atRest(produced)).toBeLessThan(ALL);
  },
);

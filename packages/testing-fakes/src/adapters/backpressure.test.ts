import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createFake, type Fake } from '../create-fake.js';

const BLOCKS = 64;
/** All blocks are more than the buffers of a connection hold. */
const BLOCK_BYTES = 500_000;
const PACE_MS = 1000;
/** Pauses between the events: start, ping, begin and end of each block, delta, stop. */
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

/** What is open to a reader who reads a little, or nothing, until told to. */
interface Reader {
  /** Reads to the end; gives the last of it, and how much it was. */
  readonly rest: () => Promise<{ readonly bytes: number; readonly tail: string }>;
  readonly leave: () => void;
}

const ways: Record<string, (fake: Fake) => Promise<Reader>> = {
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

/** A world whose time counts the events that its stream has produced. */
function counting(): { readonly fake: Fake; readonly produced: () => number } {
  const fake = createFake({ paceMs: PACE_MS });
  onTestFinished(() => fake.close());
  const data = 'x'.repeat(BLOCK_BYTES);
  fake.setScripts([
    { steps: [{ reply: Array.from({ length: BLOCKS }, () => ({ type: 'redacted_thinking', data })) }] },
  ]);
  const begin = fake.world().clock.now();
  return { fake, produced: () => (fake.world().clock.now() - begin) / PACE_MS };
}

/** Gives what has been produced once nothing more is, however often everything that is ready has run. */
async function atRest(produced: () => number): Promise<number> {
  let last = -1;
  for (let turns = 0; turns < 100; turns++) {
    if (produced() !== last) turns = 0;
    last = produced();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return last;
}

async function untilAsked(fake: Fake): Promise<void> {
  while (fake.journal().length === 0) await new Promise((resolve) => setImmediate(resolve));
}

test.each(Object.keys(ways))(
  'a reader who stops reading stops the stream: %s',
  { timeout: 60_000 },
  async (way) => {
    const { fake, produced } = counting();
    const reader = await ways[way]!(fake);
    await untilAsked(fake);
    expect(await atRest(produced)).toBeLessThan(ALL);

    const { bytes, tail } = await reader.rest();
    expect(tail).toContain('"type":"message_stop"');
    expect(bytes).toBeGreaterThan(BLOCKS * BLOCK_BYTES);
    expect(produced()).toBe(ALL);
  },
);

test.each(Object.keys(ways))('a reader who leaves instead ends it: %s', { timeout: 60_000 }, async (way) => {
  const { fake, produced } = counting();
  const reader = await ways[way]!(fake);
  await untilAsked(fake);
  await atRest(produced);
  reader.leave();
  expect(await atRest(produced)).toBeLessThan(ALL);
});

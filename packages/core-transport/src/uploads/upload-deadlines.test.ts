import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { FetchAdapter } from '../adapters/fetch-adapter.js';
import { UndiciAdapter } from '../adapters/undici-adapter.js';
import type { HttpAdapter, Middleware } from '../http-adapter.js';
import { FakeClock } from '../testing/fake-clock.js';
import { finish } from '../testing/finish.js';
import { response } from '../testing/scenes.js';
import { createThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { writeMultipart } from './multipart.js';

const SIZE = 48 * 1024 * 1024;
const STEP = 4 * 1024 * 1024;

const bytes = (): Uint8Array => new Uint8Array(SIZE);
const bodies: Readonly<Record<string, () => object>> = {
  bytes: () => ({ file: bytes() }),
  'a Blob': () => ({ file: new Blob([bytes() as Uint8Array<ArrayBuffer>]) }),
};
const adapters: Readonly<Record<string, () => HttpAdapter>> = {
  undici: () => new UndiciAdapter(),
  fetch: () => new FetchAdapter(),
};
const cases = Object.keys(adapters).flatMap((adapter) =>
  Object.keys(bodies).map((body) => [adapter, body] as const),
);

/** A server that reads only on demand. */
class SlowServer implements AsyncDisposable {
  readonly #server = createServer({ pauseOnConnect: true });
  socket: Socket | undefined;
  received = 0;

  static async start(): Promise<SlowServer> {
    const slow = new SlowServer();
    slow.#server.on('connection', (socket) => {
      slow.socket = socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        slow.received += chunk.byteLength;
      });
      socket.pause();
    });
    slow.#server.listen(0, '127.0.0.1');
    await once(slow.#server, 'listening');
    return slow;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Reads this many bytes, or some more. */
  async read(count: number): Promise<void> {
    const end = Math.min(this.received + count, SIZE);
    this.socket?.resume();
    while (this.received < end) await new Promise(setImmediate);
    this.socket?.pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket?.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** An upload, and how often the connection has taken a part of its body. */
function upload(url: string, http: HttpAdapter, body: object) {
  const progress = { parts: 0, isSent: false };
  const counting: Middleware = (next) => (request) =>
    next({
      ...request,
      onSending: () => {
        progress.parts += 1;
        request.onSending?.();
      },
      onSent: () => {
        progress.isSent = true;
        request.onSent?.();
      },
    });
  const clock = new FakeClock();
  const timeouts = { connectMs: Infinity, sendGapMs: 1000, headersMs: 1000 };
  const transport = new Transport(
    { baseUrl: url, apiKey: 'key', http, middleware: [counting], timeouts, retry: { maxRetries: 0 } },
    { key: 'api-key' },
    { clock, random: () => 0.5 },
  );
  const result = transport.call(createThing, { body, write: writeMultipart });
  return { clock, progress, transport, result: result.catch((error: unknown) => error) };
}

/** Waits until the connection takes no more. */
async function untilStalled(progress: { readonly parts: number }): Promise<void> {
  for (let before = -1, quiet = 0; quiet < 20; quiet = progress.parts === before ? quiet + 1 : 0) {
    before = progress.parts;
    await new Promise(setImmediate);
  }
}

describe.each(cases)('an upload with %s of %s', (adapter, body) => {
  const make = () => ({ http: adapters[adapter]?.() as HttpAdapter, fields: bodies[body]?.() as object });

  test('is not cut off while it progresses, and headersMs starts at its end', async () => {
    await using server = await SlowServer.start();
    const { http, fields } = make();
    const { clock, progress, transport, result } = upload(server.url, http, fields);
    const startedAt = clock.now();
    while (server.socket === undefined) await new Promise(setImmediate);
    while (server.received < SIZE) {
      await untilStalled(progress);
      // The buffers of the sockets hold the last megabytes, which count as sent.
      if (!progress.isSent) clock.advance(900);
      await server.read(STEP);
    }
    expect(clock.now() - startedAt).toBeGreaterThan(3000);
    server.socket.write(response(200, '{"id":"x"}'));
    expect(await result).toEqual({ id: 'x' });
    expect(clock.timers).toBe(0);
    await transport.close();
    await http.close();
  });

  test('has a deadline for a server that stops reading', async () => {
    await using server = await SlowServer.start();
    const { http, fields } = make();
    const { clock, progress, result } = upload(server.url, http, fields);
    while (server.socket === undefined) await new Promise(setImmediate);
    await server.read(STEP);
    await untilStalled(progress);
    expect(await finish(clock, result)).toMatchObject({
      code: 'timeout_send_gap',
      message: 'things.create: no progress in sending the request within 1000 ms',
      sent: true,
      attempts: { length: 1 },
    });
    await http.close();
  });
});

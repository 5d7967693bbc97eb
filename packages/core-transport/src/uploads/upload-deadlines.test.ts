import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { FetchAdapter } from '../adapters/fetch-adapter.js';
import { UndiciAdapter } from '../adapters/undici-adapter.js';
import type { HttpAdapter, Middleware } from '../http-adapter.js';
import { FakeClock } from '../testing/fake-clock.js';
import { finish } from '../testing/finish.js';
import { createThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { writeMultipart } from './multipart.js';

const SIZE = 24 * 1024 * 1024;
const STEP = 2 * 1024 * 1024;

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

/** A server that reads the body of a request only on demand. */
class SlowServer implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      this.#received += chunk.byteLength;
    });
    request.on('end', () => {
      this.hasAll = true;
      response.setHeader('content-type', 'application/json').end('{"id":"x"}');
    });
    request.on('error', () => undefined);
    request.pause();
    this.#request.resolve(request);
  });
  readonly #request = Promise.withResolvers<IncomingMessage>();
  #received = 0;
  hasAll = false;

  static async start(): Promise<SlowServer> {
    const slow = new SlowServer();
    slow.#server.listen(0, '127.0.0.1');
    await once(slow.#server, 'listening');
    return slow;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Waits until the head of the request has arrived. */
  async requested(): Promise<void> {
    await this.#request.promise;
  }

  /** Reads this many bytes, or some more, or up to the end. */
  async read(count: number): Promise<void> {
    const request = await this.#request.promise;
    const end = this.#received + count;
    request.resume();
    while (this.#received < end && !this.hasAll) await new Promise(setImmediate);
    if (!this.hasAll) request.pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
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

describe.each(cases)('an upload with %s of %s', (adapter, body) => {
  const make = () => ({ http: adapters[adapter]?.() as HttpAdapter, fields: bodies[body]?.() as object });

  test('is not cut off while it progresses, and headersMs starts at its end', async () => {
    await using server = await SlowServer.start();
    const { http, fields } = make();
    const { clock, progress, transport, result } = upload(server.url, http, fields);
    const startedAt = clock.now();
    await server.requested();
    while (!server.hasAll) {
      const { parts } = progress;
      await server.read(STEP);
      while (progress.parts === parts && !progress.isSent) await new Promise(setImmediate);
      // The buffers of the sockets hold the last megabytes, which count as sent.
      if (!progress.isSent) clock.advance(900);
    }
    expect(clock.now() - startedAt).toBeGreaterThan(3000);
    expect(await result).toEqual({ id: 'x' });
    expect(clock.timers).toBe(0);
    await transport.close();
    await http.close();
  });

  test('has a deadline for a server that stops reading', async () => {
    await using server = await SlowServer.start();
    const { http, fields } = make();
    const { clock, result } = upload(server.url, http, fields);
    await server.requested();
    await server.read(STEP);
    expect(await finish(clock, result)).toMatchObject({
      code: 'timeout_send_gap',
      message: 'things.create: no progress in sending the request within 1000 ms',
      sent: true,
      attempts: { length: 1 },
    });
    await http.close();
  });
});

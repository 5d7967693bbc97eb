import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { inspect } from 'node:util';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { hangUp, head, silent } from '@parlance/testing/responders';
import { ConfigError } from '../errors/request-errors.js';
import { authority, certificate, certificateKey } from '@parlance/testing/certificate';
import { createThing, readThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { UndiciAdapter } from './undici-adapter.js';

const params = { thing_id: 't' };

function transportTo(
  url: string,
  http = new UndiciAdapter(),
  { connectMs = Infinity, maxRetries = 0 } = {},
): Transport {
  const options = quick({ timeouts: { connectMs }, retry: { maxRetries } });
  return new Transport({ baseUrl: url, apiKey: 'key-canary', ...options, http }, { key: 'api-key' });
}

/** Starts a server of Node's own; closes it with its connections. */
async function listening(server: Server): Promise<AsyncDisposable & { readonly port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const tlsServer = (): Server =>
  createHttpsServer({ cert: certificate, key: certificateKey }, (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: `${request.method} ${request.url}` }));
  });

/** A socket that listens but never accepts; its queue holds two connections, both taken. */
async function fullQueue(): Promise<AsyncDisposable & { readonly url: string }> {
  const worker = new Worker(
    `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       require('node:worker_threads').parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = [0, 1].map(() => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(fillers.map((filler) => once(filler, 'connect')));
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}

describe('the deadline for connecting', () => {
  test('applies to a server that does not accept', async () => {
    await using server = await fullQueue();
    await using transport = transportTo(server.url, undefined, { connectMs: 100 });
    await expect(transport.call(createThing, { body: {} })).rejects.toMatchObject({
      code: 'timeout_connect',
      phase: 'connect',
      sent: false,
    });
  });

  test('applies to a TLS handshake that does not end, and closes its connection', async () => {
    await using server = await FaultServer.start(silent);
    await using transport = transportTo(server.url.replace('http:', 'https:'), undefined, { connectMs: 100 });
    await expect(transport.call(createThing, { body: {} })).rejects.toMatchObject({
      code: 'timeout_connect',
      sent: false,
    });
    await server.allClosed();
  });
});

describe('certificates', () => {
  test('of a configured authority are trusted, others are rejected', async () => {
    await using server = await listening(tlsServer());
    const url = `https://127.0.0.1:${server.port}`;
    await using trusting = transportTo(url, new UndiciAdapter({ ca: authority }));
    expect(await trusting.call(readThing, { params })).toEqual({ id: 'GET /v1/things/t' });
    await using plain = transportTo(url, undefined, { maxRetries: 2 });
    await expect(plain.call(createThing, { body: {} })).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      sent: false,
      retryable: false,
      attempts: { length: 1 },
    });
  });
});

test('an undici that cannot be loaded is an error of the setup, which names the version and is not retried', async () => {
  vi.doMock('undici', () => {
    throw new TypeError('not a function');
  });
  onTestFinished(() => void vi.doUnmock('undici'));
  await using transport = transportTo('http://127.0.0.1:9', undefined, { maxRetries: 2 });
  await expect(transport.call(createThing, { body: {} })).rejects.toMatchObject({
    name: 'ConfigError',
    option: 'http',
    message: `http: undici cannot be loaded by Node.js ${process.version}; it requires 22.19 or later`,
    cause: expect.any(Error),
  });
});

/** A proxy that relays tunnels, and notes whereto. */
function relay(seen: { url: string | undefined; authorization: string | undefined }[]): Server {
  return createHttpServer().on('connect', (request, socket, rest) => {
    seen.push({ url: request.url, authorization: request.headers['proxy-authorization'] });
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(rest);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
}

describe('a proxy of the environment', () => {
  test('tunnels TLS, and sees neither path nor key', async () => {
    const seen: { url: string | undefined; authorization: string | undefined }[] = [];
    await using proxy = await listening(relay(seen));
    await using server = await listening(tlsServer());
    vi.stubEnv('https_proxy', `http://user:secret-canary@127.0.0.1:${proxy.port}`);
    vi.stubEnv('no_proxy', '');
    const url = `https://127.0.0.1:${server.port}`;
    await using transport = transportTo(url, new UndiciAdapter({ ca: authority }));
    expect(await transport.call(readThing, { params })).toEqual({ id: 'GET /v1/things/t' });
    expect(seen).toEqual([
      { url: `127.0.0.1:${server.port}`, authorization: `Basic ${btoa('user:secret-canary')}` },
    ]);
  });

  test('is bypassed for hosts in NO_PROXY', async () => {
    const seen: { url: string | undefined; authorization: string | undefined }[] = [];
    await using proxy = await listening(relay(seen));
    await using server = await listening(tlsServer());
    vi.stubEnv('https_proxy', `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('no_proxy', '127.0.0.1');
    const url = `https://127.0.0.1:${server.port}`;
    await using transport = transportTo(url, new UndiciAdapter({ ca: authority }));
    await transport.call(readThing, { params });
    expect(seen).toEqual([]);
  });

  test.each([
    [403, 'proxy_forbidden', 1],
    [407, 'proxy_authentication_required', 1],
    [502, 'proxy_refused', 3],
  ])('that refuses a tunnel with status %i is a ConnectionError %s', async (status, code, attempts) => {
    await using proxy = await FaultServer.start((connection) => connection.write(head(status, {})));
    vi.stubEnv('https_proxy', proxy.url.replace('//', '//user:secret-canary@'));
    vi.stubEnv('no_proxy', '');
    await using transport = transportTo('https://service.example', undefined, { maxRetries: 2 });
    const error: unknown = await transport.call(createThing, { body: {} }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code,
      message: `things.create: the proxy refused to connect with status ${status} (${code})`,
      proxyStatus: status,
      sent: false,
      retryable: attempts > 1,
      attempts: { length: attempts },
    });
    expect(inspect(error, { depth: 9 })).not.toContain('canary');
  });

  test('that requires authentication for a request that it forwards is the same error', async () => {
    await using proxy = await FaultServer.start((connection) =>
      connection.write(head(407, { 'content-length': 0 })),
    );
    vi.stubEnv('http_proxy', proxy.url);
    vi.stubEnv('no_proxy', '');
    const http = new UndiciAdapter();
    const baseUrl = 'http://service.example';
    await using transport = new Transport(
      { baseUrl, allowInsecure: true, apiKey: 'key', ...quick(), http },
      { key: 'api-key' },
    );
    await expect(transport.call(readThing, { params })).rejects.toMatchObject({
      code: 'proxy_authentication_required',
      proxyStatus: 407,
      attempts: { length: 1 },
    });
  });

  test('that closes its connections is retried', async () => {
    await using proxy = await FaultServer.start(hangUp);
    vi.stubEnv('https_proxy', proxy.url);
    vi.stubEnv('no_proxy', '');
    await using transport = transportTo('https://service.example', undefined, { maxRetries: 2 });
    await expect(transport.call(createThing, { body: {} })).rejects.toMatchObject({
      code: 'proxy_closed',
      sent: false,
      attempts: { length: 3 },
    });
  });

  test('that is not a URL is a ConfigError', async () => {
    vi.stubEnv('https_proxy', 'http://user:secret-canary@:x');
    vi.stubEnv('no_proxy', '');
    await using transport = transportTo('https://service.example');
    const error: unknown = await transport.call(readThing, { params }).catch((reason: unknown) => reason);
    expect(ConfigError.is(error)).toBe(true);
    expect(String(error)).not.toContain('canary');
  });
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { head, hangUp, json, response, stall } from '@parlance/testing/responders';
import { FakeClock } from '../testing/fake-clock.js';
import { createThing, readThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { UndiciAdapter } from './undici-adapter.js';

const params = { thing_id: 't' };
const once_ = { maxRetries: 0 };

function transportTo(url: string, http = new UndiciAdapter()): Transport {
  return new Transport({ baseUrl: url, apiKey: 'key', ...quick(), http }, { key: 'api-key' });
}

describe('connections', () => {
  test('are kept alive and reused', async () => {
    await using server = await FaultServer.start(json(200, {}));
    await using transport = transportTo(server.url);
    for (let call = 0; call < 10; call += 1) await transport.call(readThing, { params });
    // Undici rests a connection for a turn of the event loop, so two take turns.
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2);
  });

  test('one that went stale while idle is replaced transparently', async () => {
    const respondOnce: Responder = async (connection) => {
      await connection.write(response(200, '{}'));
      connection.fin();
    };
    await using server = await FaultServer.start(respondOnce, json(200, { id: 'again' }));
    await using transport = transportTo(server.url);
    await transport.call(readThing, { params });
    await server.allClosed();
    expect(await transport.call(createThing, { body: {} })).toEqual({ id: 'again' });
  });

  test('a request on one that closes while it is written is retried if that is safe', async () => {
    await using server = await FaultServer.start(json(200, {}), hangUp, json(200, { id: 'again' }));
    await using transport = transportTo(server.url);
    await transport.call(readThing, { params });
    expect(await transport.call(readThing, { params })).toEqual({ id: 'again' });
    expect(server.requests).toHaveLength(3);
  });

  test('do not exceed the limit, and waiting for one does not count as connecting', async () => {
    const releases: (() => void)[] = [];
    const held: Responder = (connection) => {
      releases.push(() => void connection.write(response(200, '{}')));
    };
    await using server = await FaultServer.start(held);
    const http = new UndiciAdapter({ connections: 1, connectMs: 60_000 });
    const clock = new FakeClock();
    await using transport = new Transport(
      { baseUrl: server.url, apiKey: 'key', ...quick({ timeouts: { connectMs: 200 } }), http },
      { key: 'api-key' },
      { clock },
    );
    const results = [1, 2].map(() => transport.call(readThing, { params }));
    await server.received(1);
    expect(server.openConnections).toBe(1);
    clock.advance(10_000);
    releases[0]?.();
    await results[0];
    await server.received(2);
    releases[1]?.();
    await Promise.all(results);
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  test('a refused one is reported as such, and as not sent', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await using transport = transportTo(`http://127.0.0.1:${port}`);
    const error: unknown = await transport.call(createThing, { body: {} }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNREFUSED',
      sent: false,
      address: `127.0.0.1:${port}`,
      message: `things.create: no connection to 127.0.0.1:${port} (ECONNREFUSED)`,
      attempts: { length: 3 },
    });
  });
});

describe('aborting', () => {
  test('closes the connection, before and after the headers', async () => {
    for (const responder of [stall(''), stall(`${head(200, { 'content-type': 'application/json' })}{`)]) {
      await using server = await FaultServer.start(responder);
      await using transport = transportTo(server.url);
      const caller = new AbortController();
      const result = transport
        .call(readThing, { params }, { signal: caller.signal })
        .catch((error: unknown) => error);
      await server.received(1);
      caller.abort('enough');
      expect(await result).toMatchObject({ name: 'AbortedError', reason: 'enough' });
      await server.allClosed();
    }
  });

  test('nothing is sent if the signal is already aborted', async () => {
    await using server = await FaultServer.start(json(200, {}));
    await using transport = transportTo(server.url);
    const call = transport.call(readThing, { params }, { signal: AbortSignal.abort('early'), retry: once_ });
    await expect(call).rejects.toMatchObject({ name: 'AbortedError', reason: 'early' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('options', () => {
  test.each<[string, object]>([
    ['http.connections', { connections: 0 }],
    ['http.connections', { connections: 1.5 }],
    ['http.keepAliveMs', { keepAliveMs: -1 }],
    ['http.connectMs', { connectMs: 0 }],
    ['http.ca', { ca: 5 }],
    ['http.ca', { ca: [] }],
    ['http.proxyFromEnvironment', { proxyFromEnvironment: 'no' }],
    ['http.dispatcher', { dispatcher: {} }],
    ['http.connectTimeout', { connectTimeout: 5 }],
  ])('a wrong %s is refused', (option, options) => {
    expect(() => new UndiciAdapter(options)).toThrow(
      expect.objectContaining({ name: 'ConfigError', option }),
    );
  });

  test('a user-supplied dispatcher is used and left open', async () => {
    await using server = await FaultServer.start(json(200, {}));
    const dispatcher = new Agent();
    const http = new UndiciAdapter({ dispatcher });
    const transport = transportTo(server.url, http);
    await transport.call(readThing, { params });
    await transport.close();
    await http.close();
    expect(dispatcher.closed).toBe(false);
    await dispatcher.close();
  });

  test('the proxy of the environment is used unless disabled', async () => {
    await using proxy = await FaultServer.start(json(200, { id: 'from the proxy' }));
    await using server = await FaultServer.start(json(200, { id: 'direct' }));
    vi.stubEnv('http_proxy', proxy.url);
    vi.stubEnv('no_proxy', '');
    await using direct = transportTo(server.url, new UndiciAdapter({ proxyFromEnvironment: false }));
    expect(await direct.call(readThing, { params })).toEqual({ id: 'direct' });
    await using proxied = transportTo(server.url);
    const result = await proxied
      .call(readThing, { params }, { retry: once_ })
      .catch((error: unknown) => error);
    expect(proxy.requests).toHaveLength(1);
    expect(result).toBeDefined();
  });
});

import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { json, response } from '@parlance/testing/responders';
import { readThing } from '../testing/things.js';
import { Transport } from '../transport.js';

const params = { thing_id: 't' };

function clientOf(baseUrl: string, options = {}): Transport {
  return new Transport({ baseUrl, apiKey: 'key', ...quick(), ...options }, { key: 'api-key' });
}

test('clients for one origin share connections, also when they are never closed', async () => {
  await using server = await FaultServer.start(json(200, {}, { 'keep-alive': 'timeout=600' }));
  for (let count = 0; count < 20; count += 1) await clientOf(server.url).call(readThing, { params });
  // Undici rests a connection for a turn of the event loop, so two take turns.
  expect(server.openConnections).toBeLessThanOrEqual(2);
});

test('closing one client leaves the connections to the others', async () => {
  const releases: (() => void)[] = [];
  const held: Responder = (connection) =>
    void releases.push(() => void connection.write(response(200, '{"id":"x"}')));
  await using server = await FaultServer.start(held);
  const first = clientOf(server.url);
  const second = clientOf(server.url);
  const aborted = first.call(readThing, { params }).catch((error: unknown) => error);
  await server.received(1);
  const result = second.call(readThing, { params });
  await server.received(2);
  await first.close();
  expect(await aborted).toMatchObject({ name: 'AbortedError' });
  for (const release of releases) release();
  expect(await result).toEqual({ id: 'x' });
  await second.close();
  await server.allClosed();
});

test('the last client that closes closes the connections, and a later one opens new ones', async () => {
  await using server = await FaultServer.start(json(200, {}));
  for (const client of [clientOf(server.url), clientOf(server.url)]) {
    await client.call(readThing, { params });
    await client.close();
    await server.allClosed();
  }
  expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1]);
});

test('clients with different deadlines for connecting do not share', async () => {
  await using server = await FaultServer.start(json(200, {}));
  await using first = clientOf(server.url, { timeouts: { connectMs: 5000 } });
  await using second = clientOf(server.url, { timeouts: { connectMs: 6000 } });
  await first.call(readThing, { params });
  await second.call(readThing, { params });
  expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1]);
});

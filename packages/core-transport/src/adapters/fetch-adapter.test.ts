import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { head, json, messageEvents, stall, streamStart } from '@parlance/testing/responders';
import { streamFaults } from '@parlance/testing/stream-faults';
import { openStream } from '../streaming/open-stream.js';
import { describe, expect, test } from 'vitest';
import { ParlanceError } from '../errors/parlance-error.js';
import { callFaults } from '../testing/call-faults.js';
import { patientClock } from '../testing/patient-clock.js';
import { createThing, generateThing, readThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { FetchAdapter } from './fetch-adapter.js';

/** Only the message's own accumulator notices it. */
const NEEDS_ACCUMULATOR = 'The message starts a second time';
const faults = [...callFaults, ...streamFaults].filter(({ fault }) => fault !== NEEDS_ACCUMULATOR);

function transportTo(server: FaultServer, options = {}, requests = 1): Transport {
  return new Transport(
    { baseUrl: server.url, apiKey: 'key', ...quick(options), http: new FetchAdapter() },
    { key: 'api-key' },
    { clock: patientClock(server, requests) },
  );
}

async function run(transport: Transport, kind: string): Promise<string> {
  try {
    if (kind === 'stream') await openStream(transport, generateThing, { body: {} }).drain();
    else if (kind === 'create') await transport.call(createThing, { body: {} });
    else await transport.call(readThing, { params: { thing_id: 't' } });
    return 'succeeds';
  } catch (error) {
    if (!ParlanceError.is(error)) throw error;
    return error.name;
  }
}

describe('every fault has the same result as with undici', () => {
  test.each(faults)('$kind: $fault: $ours', async ({ responders, options, kind, ours, requests }) => {
    await using server = await FaultServer.start(...responders);
    await using transport = transportTo(server, options, requests);
    expect(await run(transport, kind)).toBe(ours.split(' ')[0]);
    expect(server.requests).toHaveLength(requests);
  });
});

test('sends the headers and the body of a call', async () => {
  await using server = await FaultServer.start(json(200, { id: 'x' }));
  await using transport = transportTo(server);
  await transport.call(createThing, { body: { a: 'é' } });
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/things',
    body: '{"a":"é"}',
    headers: { 'x-api-key': 'key', 'vendor-version': '2023-06-01', 'content-type': 'application/json' },
  });
});

test('leaving a stream closes the connection', async () => {
  await using server = await FaultServer.start(stall(streamStart(messageEvents.slice(0, 3).join(''))));
  await using transport = transportTo(server);
  for await (const event of openStream(transport, generateThing, { body: {} }))
    if (event.type !== 'message_start') break;
  await server.allClosed();
  expect(server.openConnections).toBe(0);
});

test('an abort closes the connection, before and after the headers', async () => {
  for (const responder of [stall(''), stall(`${head(200, { 'content-type': 'application/json' })}{`)]) {
    await using server = await FaultServer.start(responder);
    await using transport = transportTo(server);
    const caller = new AbortController();
    const params = { thing_id: 't' };
    const result = transport
      .call(readThing, { params }, { signal: caller.signal })
      .catch((error: unknown) => error);
    await server.received(1);
    caller.abort('enough');
    expect(await result).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    await server.allClosed();
  }
});

test.each([{ fetch: 'fetch' }, { timeout: 5 }])('%o is refused', (options: object) => {
  expect(() => new FetchAdapter(options)).toThrow(expect.objectContaining({ name: 'ConfigError' }));
});

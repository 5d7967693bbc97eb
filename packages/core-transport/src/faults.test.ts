import { setTimeout as wait } from 'node:timers/promises';
import { createMessage, retrieveModel } from '@parlance/schemas';
import type { Operation } from '@parlance/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import type { Fault } from '@parlance/testing/fault-table';
import { streamFaults } from '@parlance/testing/stream-faults';
import { ParlanceError } from './errors/parlance-error.js';
import { callFaults } from './testing/call-faults.js';
import { patientClock } from './testing/patient-clock.js';
import { fetchJson, fetchText } from './testing/plain-fetch.js';
import { Transport } from './transport.js';

const createThing: Operation<{ body: object; response: object }> = {
  id: 'things.create',
  method: 'POST',
  path: '/v1/things',
  auth: 'api-key',
  replay: 'create',
};
const key = 'key-canary';
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

/** Names what came of a call: `succeeds`, or class and code of the error. */
async function outcome(run: () => PromiseLike<unknown>): Promise<string> {
  try {
    await run();
    return 'succeeds';
  } catch (error) {
    if (!ParlanceError.is(error)) throw error;
    return `${error.name} ${error.code}`;
  }
}

function call(transport: Transport, kind: Fault['kind']): PromiseLike<unknown> {
  if (kind === 'create') return transport.call(createThing, { body: {} });
  return transport.call(retrieveModel, { params: { model_id: 'm' } });
}

describe('our client', () => {
  test.each(callFaults)('$fault: $ours', async ({ responders, options, kind, ours, requests }) => {
    await using server = await FaultServer.start(...responders);
    await using transport = new Transport(
      { baseUrl: server.url, apiKey: key, ...quick(options) },
      { key: 'api-key' },
      { clock: patientClock(server, requests) },
    );
    expect(await outcome(() => call(transport, kind))).toBe(ours);
    expect(server.requests).toHaveLength(requests);
    await transport.close();
    await server.allClosed();
    expect(unhandled).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

/** After this nothing more comes from a server that has said all it is going to say; else the end is waited for. */
const PROBE_MS = 400;
const BUSY_MACHINE_MS = 20_000;

async function plainFetch(server: FaultServer, { kind, fetch: expected }: Fault): Promise<string> {
  const stop = new AbortController();
  const init: RequestInit = { headers: { 'x-api-key': key }, signal: stop.signal };
  const post = { ...init, method: 'POST', body: '{}' };
  const run = async (): Promise<string> => {
    if (kind === 'stream') {
      const text = await fetchText(`${server.url}${createMessage.path}`, post);
      return text === 'Héllo' ? 'returns the complete text' : 'returns partial text as if complete';
    }
    const body = await fetchJson(`${server.url}/v1/things`, kind === 'create' ? post : init);
    if (server.requests[1]?.headers['x-api-key'] === key) return 'follows it and sends the key';
    const failed = (body as { type?: unknown }).type === 'error';
    return failed ? 'returns the error body as data' : 'returns it as data';
  };
  const failed = (error: Error): string => `throws ${error.name}`;
  const patienceMs = expected === 'waits' ? PROBE_MS : BUSY_MACHINE_MS;
  const patience = wait(patienceMs, 'waits', { signal: stop.signal });
  const result = await Promise.race([run().catch(failed), patience.catch(() => '')]);
  stop.abort();
  return result;
}

describe('plain fetch, for comparison', () => {
  test.concurrent.each([...callFaults, ...streamFaults])('$kind: $fault: $fetch', async (fault) => {
    await using server = await FaultServer.start(...fault.responders);
    expect(await plainFetch(server, fault)).toBe(fault.fetch);
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { respond, json, silent } from '@parlance/testing/responders';
import type { Middleware } from '../http-adapter.js';
import { patientClock } from '../testing/patient-clock.js';
import { readThing } from '../testing/things.js';
import { Transport } from '../transport.js';
import { UndiciAdapter } from './undici-adapter.js';

const params = { thing_id: 't' };
const context = new AsyncLocalStorage<string>();

function clientOf(server: FaultServer, note: () => void, options = {}): Transport {
  const http = new UndiciAdapter({ connections: 1 });
  const logger = { level: 'debug', error: note, warn: note, info: note, debug: note } as const;
  return new Transport(
    { baseUrl: server.url, apiKey: 'key', ...quick(options), http, logger },
    { key: 'api-key' },
    { clock: patientClock(server, 2) },
  );
}

test.each([
  ['plain', '{"id":"x"}', {}],
  ['compressed', gzipSync('{"id":"x"}'), { 'content-encoding': 'gzip' }],
])(
  'what a download reports about its end is reported in the context of its caller (%s)',
  async (_name, body, headers) => {
    await using server = await FaultServer.start(respond(200, body, headers));
    const seen = new Set<string | undefined>();
    await using transport = clientOf(server, () => seen.add(context.getStore()));
    for (const name of ['first', 'second']) {
      seen.clear();
      await context.run(name, async () => {
        const { stream } = await transport.download(readThing, { params });
        expect(await new Response(stream).text()).toBe('{"id":"x"}');
      });
      expect([...seen]).toEqual([name]);
    }
  },
);

test('the signal of a request is aborted in the context of its caller, also by a deadline', async () => {
  await using server = await FaultServer.start(json(200, {}), silent);
  const seen: (string | undefined)[] = [];
  const watching: Middleware = (next) => (request) => {
    request.cancellation.signal.addEventListener('abort', () => seen.push(context.getStore()));
    return next(request);
  };
  const options = { retry: { maxRetries: 0 }, middleware: [watching] };
  const timeouts = { headersMs: 20 };
  await using transport = clientOf(server, () => undefined, options);
  await context.run('first', () => transport.call(readThing, { params }));
  await context.run('second', () =>
    transport.call(readThing, { params }, { timeouts }).catch(() => undefined),
  );
  expect(seen).toEqual(['second']);
});

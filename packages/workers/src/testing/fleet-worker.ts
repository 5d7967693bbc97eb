/**
 * A worker in a process of its own, which tests kill, stop and pause. SIGTERM stops it. It writes to a log when it runs, looks up
 * and ends a call, and when it begins and ends to serve a session.
 *
 * - `charge` takes effect in a folder, like a service with idempotency keys: one file per key. It is looked up there after a crash.
 * - `book` writes to the store, in the transaction of its result: how often each call was booked.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createToolWorker } from '../tool-worker.js';

const [baseUrl = '', apiKey = '', environment = '', location = '', schema = '', folder = '', shift = '0'] =
  process.argv.slice(2);

// A clock that is wrong. Nothing may depend on it.
const { now } = Date;
Date.now = () => now() + Number(shift);

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const store = await openStore(location, { schema, maxConnections: 2 });
const client = new ManagedAgentsClient({ baseUrl, apiKey });

function log(event: 'runs' | 'finds' | 'misses' | 'ends' | 'serves' | 'leaves', key: string): void {
  const line = `${JSON.stringify({ at: now(), process: process.pid, event, key })}\n`;
  appendFileSync(path.join(folder, 'log.ndjson'), line);
}

const worker = createToolWorker({
  client,
  store,
  environment,
  onEvent: (event) => {
    if (event.type === 'session_started') log('serves', event.sessionId);
    if (event.type === 'session_left') log('leaves', event.sessionId);
  },
  // The sessions of a small fleet change hands often enough within a test.
  ...(process.env['PARLANCE_TEST_KILLS'] === undefined && { leaseMs: 1500 }),
})
  .tool(
    {
      definition: { name: 'charge' },
      async call(_, { idempotencyKey }) {
        log('runs', idempotencyKey);
        await sleep(Math.random() * 100);
        const file = path.join(folder, 'charges', idempotencyKey);
        if (!existsSync(file)) writeFileSync(file, '', { flag: 'wx' });
        await sleep(Math.random() * 100);
        log('ends', idempotencyKey);
        return 'done';
      },
    },
    {
      reconcile({ idempotencyKey }) {
        const isFound = existsSync(path.join(folder, 'charges', idempotencyKey));
        log(isFound ? 'finds' : 'misses', idempotencyKey);
        return isFound ? { output: 'done' } : 'absent';
      },
    },
  )
  .tool(
    {
      definition: { name: 'book' },
      async call(_, { idempotencyKey, transaction }) {
        log('runs', idempotencyKey);
        const booked = (await transaction?.checkpoints.load<number>(`booked/${idempotencyKey}`)) ?? 0;
        await transaction?.checkpoints.save(`booked/${idempotencyKey}`, booked + 1);
        log('ends', idempotencyKey);
        return 'done';
      },
    },
    { effects: 'transactional' },
  );
await worker.serve({ signal: stop.signal });
await client.close();
await store.close();

/**
 * A worker in a process of its own, which tests kill, stop and pause.
 *
 * Its tool `charge` takes effect by writing a line; the file with the lines is also what it looks interrupted calls up in. SIGTERM stops
 * the worker.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createToolWorker } from '../tool-worker.js';

const [baseUrl = '', apiKey = '', environment = '', location = '', schema = '', effects = ''] =
  process.argv.slice(2);

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const store = await openStore(location, { schema });
const client = new ManagedAgentsClient({ baseUrl, apiKey });
const worker = createToolWorker({ client, store, environment, leaseMs: 1500 }).tool(
  {
    definition: { name: 'charge' },
    async call(_, { idempotencyKey }) {
      await sleep(Math.random() * 100);
      appendFileSync(effects, `${idempotencyKey}\n`, { flush: true });
      await sleep(Math.random() * 100);
      return 'charged';
    },
  },
  {
    reconcile: ({ idempotencyKey }) =>
      readFileSync(effects, 'utf8').includes(idempotencyKey) ? { output: 'charged' } : 'absent',
  },
);
process.stdout.write('serving\n');
await worker.serve({ signal: stop.signal });
await client.close();
await store.close();

/** A worker of Parlance as the README shows it, in a process of its own. */
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createToolWorker } from '@parlance/workers';
import { charge, stopSignal, workerSettings } from './worker-program.ts';

const settings = workerSettings();
const { url: baseUrl, key: apiKey, environment, folder, approval = false, followed = [] } = settings;
const signal = stopSignal();
const store = await openStore(`sqlite:${folder}/store.db`);
const client = new ManagedAgentsClient({ baseUrl, apiKey });
const worker = createToolWorker({ client, store, environment }).tool(
  { definition: { name: 'charge' }, call: (_, { idempotencyKey }) => charge(settings, idempotencyKey) },
  { approval },
);
for (const session of followed) await worker.add(session);
await worker.serve({ signal });
await client.close();
await store.close();
process.exit();

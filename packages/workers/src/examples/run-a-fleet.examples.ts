/* Runs the tools of sessions in a worker, and approves a call. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
// #region Run a fleet of workers
import { mkdtemp } from 'node:fs/promises';
import { openStore } from '@parlance/durable';
import { defineTool } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createToolWorker, openToolCalls } from '@parlance/workers';
import { z } from 'zod';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({
  name: `Refunds ${Date.now()}`,
  config: { type: 'self_hosted' },
});
const folder = await mkdtemp('workers-');
const store = await openStore(`sqlite:${folder}/parlance.db`); // or postgres://user:password@host/database
const refund = defineTool({
  name: 'refund',
  description: 'Refunds an order.',
  input: z.object({ order: z.string(), amount: z.number() }),
  approval: ({ amount }) => amount > 100,
  run: ({ order, amount }) => `Refunded ${amount} for ${order}.`,
});

const stop = new AbortController();
const worker = createToolWorker({ client, store, environment: environment.id });
const serving = worker.tool(refund).serve({ signal: stop.signal });

// Elsewhere, a session of the environment calls the tool.
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Support',
  tools: [refund],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
const turn = client.sessions.run(session.id, { input: '/tool refund {"order":"A1","amount":250}' });

// On any machine with access to the store, a person decides.
const calls = await openToolCalls(store);
let [call] = await calls.waiting();
while (call === undefined) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  [call] = await calls.waiting();
}
console.log(call.toolName, call.input); // refund { order: 'A1', amount: 250 }
await calls.approve(call.id, { by: 'lena@example.com', inputDigest: call.inputDigest });

console.log((await turn).text);
stop.abort();
await serving;
await store.close();
// #endregion

assert.match((await turn).text, /Refunded 250 for A1/);
await rm(folder, { recursive: true });

/**
 * A worker that runs a session with one custom tool. A separate program, so that tests can kill it and run several at
 * once.
 *
 * - `hang`: the tool performs its effect and never returns;
 * - `slow`: the tool returns once the file `go` exists;
 * - `finish`: the tool returns immediately.
 *
 * SIGTERM stops the worker cleanly.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '../managed-agents-client.js';
import type { StoredToolResult } from '../tool-ledger.js';

const [baseUrl = '', apiKey = '', sessionId = '', folder = '', mode = '', name = 'charge'] =
  process.argv.slice(2);

const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
  process.stdout.write('stopping\n');
});

async function charge(): Promise<string> {
  appendFileSync(`${folder}/effects.txt`, `${name}\n`, { flush: true });
  process.stdout.write('in the tool\n');
  if (mode === 'hang') await new Promise((resolve) => setInterval(resolve, 2 ** 30));
  if (mode === 'slow') while (!existsSync(`${folder}/go`)) await sleep(20);
  return `${name} done`;
}

const store = await openStore(`sqlite:${folder}/ledger.db`);
const client = new ManagedAgentsClient({ baseUrl, apiKey });
const result = await client.sessions.run(sessionId, {
  ledger: store.ledger<StoredToolResult>('tools'),
  tools: [{ definition: { name }, call: charge }],
  stop: stop.signal,
  onEvent: ({ type }) => process.stdout.write(`${type}\n`),
});
process.stdout.write(`${result.reason}: ${JSON.stringify(result.text)}\n`);
await client.close();
await store.close();

/* Runs the built-in tools of sessions in a folder. */
// #region Run the built-in tools in a folder
import { mkdtemp } from 'node:fs/promises';
import { sessionToolset } from '@parlance/agent-tools';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createToolWorker } from '@parlance/workers';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({
  name: `Builds ${Date.now()}`,
  config: { type: 'self_hosted' },
});
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Coder',
  tools: [{ type: 'agent_toolset_20260401' }],
});

const folder = await mkdtemp('workspace-');
const store = await openStore(`sqlite:${folder}/parlance.db`);
const toolset = sessionToolset({ folder });
const stop = new AbortController();
const worker = createToolWorker({ client, store, environment: environment.id });
const serving = worker.toolset(toolset).serve({ signal: stop.signal });

const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
// The emulator calls the tool that this line names. A model decides on its own.
const turn = await client.sessions.run(session.id, { input: '/tool bash {"command":"echo hello"}' });
console.log(turn.text);
stop.abort();
await serving;
await toolset.close();
await store.close();
// #endregion

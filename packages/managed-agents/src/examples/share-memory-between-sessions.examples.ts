/* A memory store shared by two sessions. */
import assert from 'node:assert/strict';
// #region Share memory between sessions
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });

const store = await client.memoryStores.create({
  name: 'Team notes',
  description: 'Decisions of the team',
});
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Note taker',
  tools: [{ type: 'agent_toolset_20260401' }],
});
const start = () =>
  client.sessions.create({
    agent: agent.id,
    environment_id: environment.id,
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
  });
const first = await start();
await client.sessions.run(first.id, {
  input: '/tool write {"file_path":"/mnt/memory/team-notes/color.md","content":"Blue."}',
});
const second = await start();
const { text } = await client.sessions.run(second.id, {
  input: '/tool read {"file_path":"/mnt/memory/team-notes/color.md"}',
});
console.log(text);
// #endregion

assert.equal(text, 'You said: Blue.');
const memories = await client.memoryStores.memories.list(store.id, { view: 'full' });
assert.equal((memories.data[0] as { content: string }).content, 'Blue.');

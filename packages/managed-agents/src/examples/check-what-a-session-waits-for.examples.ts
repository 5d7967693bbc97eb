/* The state of a session, as a page shows it. */
import assert from 'node:assert/strict';
// #region Check what a session waits for
import { ManagedAgentsClient, sessionStateOf, type SessionEvent } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Clerk',
  tools: [{ type: 'agent_toolset_20260401', default_config: { permission_policy: { type: 'always_ask' } } }],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
await client.sessions.events.send(session.id, {
  events: [{ type: 'user.message', content: [{ type: 'text', text: '/tool bash {"command":"ls"}' }] }],
});

const events: SessionEvent[] = [];
let waitsFor = '';
for await (const event of client.sessions.events.follow(session.id)) {
  events.push(event);
  const { status, pending } = sessionStateOf(events);
  for (const { use, awaits } of pending) waitsFor = `${status}: ${use.name} waits for ${awaits}`;
  if (pending.length > 0) break;
}
console.log(waitsFor); // idle: bash waits for permission
// #endregion

assert.equal(waitsFor, 'idle: bash waits for permission');

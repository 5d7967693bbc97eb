/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Interrupt a session
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Researcher',
  tools: [{ type: 'agent_toolset_20260401', default_config: { permission_policy: { type: 'always_ask' } } }],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
await client.sessions.events.send(session.id, {
  events: [{ type: 'user.message', content: [{ type: 'text', text: '/tool bash {"command":"make"}' }] }],
});

// The person at the keyboard changes their mind.
await client.sessions.events.send(session.id, { events: [{ type: 'user.interrupt' }] });
const { reason, text } = await client.sessions.run(session.id, { input: 'Only summarize.' });
console.log(reason, text);
// #endregion

assert.equal(reason, 'end_turn');
assert.match(text, /Only summarize/);

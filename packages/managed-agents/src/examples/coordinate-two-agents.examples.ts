/* A coordinator that delegates to two agents. */
import assert from 'node:assert/strict';
// #region Coordinate two agents
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });

const model = 'assistant-opus-4-7';
const writer = await client.agents.create({ model, name: 'Writer' });
const critic = await client.agents.create({ model, name: 'Critic' });
const lead = await client.agents.create({
  model,
  name: 'Lead',
  multiagent: { type: 'coordinator', agents: [writer.id, critic.id] },
});
const session = await client.sessions.create({ agent: lead.id, environment_id: environment.id });
const { text } = await client.sessions.run(session.id, {
  input: [
    '/tool delegate {"agent":"Writer","message":"Draft a title"}',
    '/tool delegate {"agent":"Critic","message":"Judge the title"}',
  ].join('\n'),
});
for await (const thread of client.sessions.threads.list(session.id)) {
  console.log(thread.agent.type === 'agent' ? thread.agent.name : thread.agent.type, thread.status);
}
// #endregion

assert.match(text, /Draft a title/);
assert.match(text, /Judge the title/);
assert.equal((await client.sessions.threads.list(session.id)).data.length, 3);

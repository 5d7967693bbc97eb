/* A feed that another process resumes. */
import assert from 'node:assert/strict';
// #region Follow the events of a session
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Talker' });
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
await client.sessions.run(session.id, { input: 'hello' });

const feed = client.sessions.events.follow(session.id, {
  until: (event) => event.type === 'session.status_idle' && event.stop_reason.type === 'end_turn',
});
const types: string[] = [];
for await (const event of feed) {
  types.push(event.type);
  if (event.type === 'agent.message') console.log(event.content);
}
const checkpoint = JSON.stringify(feed.checkpoint);
// Later, or in another process: only the events since then.
const later = client.sessions.events.follow(session.id, { resumeFrom: JSON.parse(checkpoint) });
// #endregion

assert.equal(types.at(-1), 'session.status_idle');
assert.equal(later.checkpoint.processed_at, feed.checkpoint.processed_at);

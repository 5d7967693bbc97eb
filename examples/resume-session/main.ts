import { readFile, writeFile } from 'node:fs/promises';
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Talker' });
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });

await client.sessions.run(session.id, { input: 'first' });
const feed = client.sessions.events.follow(session.id);
for await (const event of feed) {
  console.log('before:', event.type);
  if (event.type === 'session.status_idle') break;
}
await writeFile('checkpoint.json', JSON.stringify(feed.checkpoint));

// Later, in another process: only newer events are emitted.
await client.sessions.run(session.id, { input: 'second' });
const resumeFrom = JSON.parse(await readFile('checkpoint.json', 'utf8'));
for await (const event of client.sessions.events.follow(session.id, { resumeFrom })) {
  if (event.type === 'user.message') console.log('after:', event.content[0]);
  if (event.type === 'session.status_idle') break;
}

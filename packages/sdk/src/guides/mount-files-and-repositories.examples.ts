/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Mount files and repositories
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Reviewer',
  tools: [{ type: 'agent_toolset_20260401' }],
});
const prices = await client.files.upload({
  file: new File(['city,price\nOslo,42\n'], 'prices.csv', { type: 'text/csv' }),
});
const session = await client.sessions.create({
  agent: agent.id,
  environment_id: environment.id,
  resources: [
    { type: 'file', file_id: prices.id, mount_path: '/mnt/data/prices.csv' },
    {
      type: 'githost_repository',
      url: 'https://githost.example/acme/tools',
      authorization_token: 'secret',
    },
  ],
});
const { text } = await client.sessions.run(session.id, {
  input: '/tool read {"file_path":"/mnt/data/prices.csv"}',
});
console.log(text);

// Later, the token is replaced without a new session.
for await (const resource of client.sessions.resources.list(session.id)) {
  if (resource.type === 'githost_repository') {
    await client.sessions.resources.update(session.id, resource.id, { authorization_token: 'next secret' });
  }
}
// #endregion

assert.match(text, /Oslo,42/);

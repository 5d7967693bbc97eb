/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Use a credential from a vault
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';

// An emulator with an MCP server that has one tool.
const fake = createFake({
  scenario: {
    sessions: {
      mcp_servers: { tracker: { tools: { find_issue: [{ text: 'Issue 7: the lamp is dark' }] } } },
    },
  },
});
const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const url = 'https://mcp.example.com/tracker';
const vault = await client.vaults.create({ display_name: 'Ada' });
await client.vaults.credentials.create(vault.id, {
  display_name: 'Issue tracker',
  auth: { type: 'static_bearer', mcp_server_url: url, token: 'secret' },
});
const environment = await client.environments.create({ name: 'Container' });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Triage',
  mcp_servers: [{ type: 'url', name: 'tracker', url }],
  tools: [
    {
      type: 'mcp_toolset',
      mcp_server_name: 'tracker',
      default_config: { permission_policy: { type: 'always_allow' } },
    },
  ],
});
const session = await client.sessions.create({
  agent: agent.id,
  environment_id: environment.id,
  vault_ids: [vault.id], // the service finds the credential by the address of the server
});
const { text } = await client.sessions.run(session.id, { input: '/tool find_issue {"id":7}' });
console.log(text);
// #endregion

assert.match(text, /the lamp is dark/);

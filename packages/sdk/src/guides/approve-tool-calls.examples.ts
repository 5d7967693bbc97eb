/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Approve tool calls
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Operator',
  tools: [{ type: 'agent_toolset_20260401', default_config: { permission_policy: { type: 'always_ask' } } }],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
const asked: string[] = [];
const result = await client.sessions.run(session.id, {
  input: '/tool bash {"command":"rm -rf build"}',
  onPermission: ({ name, input }) => {
    asked.push(`${name} ${JSON.stringify(input)}`);
    return String(input['command']).startsWith('rm ') ? { deny: 'Nothing may be deleted.' } : 'allow';
  },
});
console.log(asked, result.text);
// #endregion

assert.deepEqual(asked, ['bash {"command":"rm -rf build"}']);

import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Clerk',
  tools: [{ type: 'agent_toolset_20260401', default_config: { permission_policy: { type: 'always_ask' } } }],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });

for (const command of ['ls', 'rm -r /']) {
  await client.sessions.run(session.id, {
    input: `/tool bash ${JSON.stringify({ command })}`,
    onPermission: ({ name, input }) => {
      const allowed = !JSON.stringify(input).includes('rm ');
      console.log(`${name} ${JSON.stringify(input)}: ${allowed ? 'allowed' : 'denied'}`);
      return allowed ? 'allow' : { deny: 'Deleting files is not allowed.' };
    },
  });
}

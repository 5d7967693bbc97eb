import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Forecaster',
  tools: [
    { type: 'custom', name: 'weather', description: 'Returns the weather', input_schema: { type: 'object' } },
  ],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });

const { reason, text } = await client.sessions.run(session.id, {
  input: '/tool weather {"city":"Oslo"}',
  tools: [{ definition: { name: 'weather' }, call: async () => '21 degrees' }],
});
console.log(reason);
console.log(text);

/* An agent that calls a custom tool. */
import assert from 'node:assert/strict';
// #region Run a session with a custom tool
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({ name: `Container ${Date.now()}` });

const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Forecaster',
  tools: [
    {
      type: 'custom',
      name: 'weather',
      description: 'Returns the current weather in a city',
      input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  ],
});
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
const weather = {
  definition: { name: 'weather' },
  call: async (input: unknown) => `21 degrees in ${(input as { city: string }).city}`,
};
const result = await client.sessions.run(session.id, {
  input: '/tool weather {"city":"Oslo"}',
  tools: [weather],
});
console.log(result.reason, result.text);
// #endregion

assert.equal(result.text, 'You said: 21 degrees in Oslo');

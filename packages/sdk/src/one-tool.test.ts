/** One tool definition serves an agent, a session run and a message. */
import { defineTool, runTools, type BashTool, type RunnableTool } from '@parlance/inference';
import { Parlance } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers',
  input: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  strict: true,
  run: ({ a, b }) => `${(a as number) + (b as number)}`,
});
const model = 'assistant-opus-4-7';
const request = '/tool add {"a":2,"b":3}';

async function start() {
  const fake = createFake();
  const parlance = new Parlance({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const environment = await parlance.managedAgents.environments.create({ name: 'env' });
  return { parlance, environment_id: environment.id };
}

test('a defined tool goes into an agent, a session run and a message', async () => {
  const { parlance, environment_id } = await start();
  const { agents, sessions } = parlance.managedAgents;
  const agent = await agents.create({ model, name: 'Adder', tools: [add] });
  expect(agent.tools).toEqual([
    {
      type: 'custom',
      name: 'add',
      description: 'Adds two numbers',
      input_schema: add.definition.input_schema,
    },
  ]);
  const session = await sessions.create({ agent: agent.id, environment_id });
  const run = await sessions.run(session.id, { input: request, tools: [add] });
  expect(run.text).toBe('You said: 5');

  const messages = [{ role: 'user' as const, content: request }];
  const { message } = await runTools(parlance.inference, { model, max_tokens: 100, messages, tools: [add] });
  expect(message.content).toMatchObject([{ type: 'text', text: 'You said: 5' }]);
});

test('a defined tool is added to the tools that an agent or a session has', async () => {
  const { parlance, environment_id } = await start();
  const { agents, sessions } = parlance.managedAgents;
  const created = await agents.create({
    model,
    name: 'Adder',
    tools: [{ type: 'agent_toolset_20260401', configs: [{ name: 'bash', enabled: false }] }],
  });
  const session = await sessions.create({ agent: created.id, environment_id });
  const agent = await agents.update(created.id, {
    version: created.version,
    tools: [...created.tools, add],
    model: created.model,
  });
  expect(agent.tools.map(({ type }) => type)).toEqual(['agent_toolset_20260401', 'custom']);
  const { version, tools: kept, model: config } = agent;
  expect(await agents.update(agent.id, { version, tools: kept, model: config })).toEqual(agent);
  const { tools } = session.agent;
  const updated = await sessions.update(session.id, { agent: { tools: [...tools, add] } });
  expect(updated.agent.tools).toEqual(agent.tools);
  const same = await sessions.update(session.id, { agent: { tools: updated.agent.tools } });
  expect(same.agent.tools).toEqual(agent.tools);
  expect((await sessions.run(session.id, { input: request, tools: [add] })).text).toBe('You said: 5');
  expect((await agents.update(agent.id, { version: agent.version, tools: null })).tools).toEqual([]);
});

test('a client tool of the service runs with an implementation', async () => {
  const { parlance } = await start();
  const bash: RunnableTool<BashTool> = {
    definition: { type: 'bash_20250124', name: 'bash' },
    call: (input) => Promise.resolve(`ran ${(input as { command: string }).command}`),
  };
  const messages = [{ role: 'user' as const, content: '/tool bash {"command":"ls"}' }];
  const { message } = await runTools(parlance.inference, {
    model,
    max_tokens: 100,
    messages,
    tools: [bash, add],
  });
  expect(message.content).toMatchObject([{ type: 'text', text: 'You said: ran ls' }]);
});

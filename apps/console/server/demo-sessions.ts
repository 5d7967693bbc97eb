/** Fills an emulator with agents, and with sessions that have a history. */
import type { Agent, ManagedAgentsClient } from '@parlance/managed-agents';
import type { Emulator } from './backend.js';

const MODEL = 'assistant-opus-4-7';

/** Options for {@link createDemoSessions}. */
export interface DemoSessions {
  readonly client: ManagedAgentsClient;
  readonly emulator: Pick<Emulator, 'fake'>;
  readonly signal: AbortSignal;
}

/**
 * Adds agents and sessions to the demo organization, once: sessions with tool calls, an approval,
 * an outcome and threads, and one that waits for an approval.
 */
export async function createDemoSessions({ client, emulator, signal }: DemoSessions): Promise<void> {
  // A data file already has them.
  if ((await client.sessions.list({ limit: 2 }, { signal })).data.length > 1) return;
  const { id: environment_id } = await client.environments.create({ name: 'Demo' }, { signal });
  const { clerk, lead, poet } = await createAgents(client, signal);
  const start = async (agent: Agent, title: string): Promise<string> =>
    (await client.sessions.create({ agent: agent.id, environment_id, title }, { signal })).id;

  const title = await start(lead, 'A title for the newsletter');
  await client.sessions.run(title, {
    input: '/tool delegate {"agent":"Writer","message":"Draft a title for the June newsletter"}',
    signal,
  });

  const haiku = await start(poet, 'A haiku about orders');
  emulator.fake.applyScenario({
    sessions: {
      grader: [
        { result: 'needs_revision', explanation: 'It has only two lines.' },
        { result: 'satisfied', explanation: 'Three lines, and a season.' },
      ],
    },
  });
  const description = 'A haiku about orders';
  const rubric = { type: 'text', content: 'Three lines, and a season.' } as const;
  await client.sessions.run(haiku, {
    input: [{ type: 'user.define_outcome', description, rubric }],
    signal,
  });
  emulator.fake.applyScenario({ sessions: {} });

  const order = await start(clerk, 'Where is order 17?');
  const lookUp = {
    definition: { name: 'look_up_order' },
    call: async () => 'Order 17 was shipped on Monday.',
  };
  const run = { tools: [lookUp], onPermission: () => 'allow' as const, signal };
  await client.sessions.run(order, { ...run, input: '/tool look_up_order {"order_id":"17"}' });
  const note = { file_path: '/workspace/order-17.md', content: 'Order 17: shipped on Monday.' };
  await client.sessions.run(order, { ...run, input: `/tool write ${JSON.stringify(note)}` });
  await client.sessions.run(order, { ...run, input: `/tool read {"file_path":"${note.file_path}"}` });

  const refund = await start(clerk, 'Refund of order 23');
  const input = { file_path: '/workspace/refund-23.md', content: 'Refund 40 EUR.' };
  await client.sessions.run(refund, {
    input: `/tool write ${JSON.stringify(input)}`,
    until: ({ type }) => type === 'session.status_idle',
    signal,
  });
}

async function createAgents(client: ManagedAgentsClient, signal: AbortSignal) {
  const { agents } = client;
  const clerk = await agents.create(
    {
      model: MODEL,
      name: 'Order desk',
      system: 'You look after orders. Be brief.',
      tools: [
        {
          type: 'agent_toolset_20260401',
          configs: [{ name: 'write', permission_policy: { type: 'always_ask' } }],
        },
        {
          type: 'custom',
          name: 'look_up_order',
          description: 'Looks up an order by its number',
          input_schema: { type: 'object', properties: { order_id: { type: 'string' } } },
        },
      ],
    },
    { signal },
  );
  const writer = await agents.create({ model: MODEL, name: 'Writer' }, { signal });
  const poet = await agents.create({ model: MODEL, name: 'Poet' }, { signal });
  const multiagent = { type: 'coordinator' as const, agents: [writer.id] };
  const lead = await agents.create({ model: MODEL, name: 'Editor', multiagent }, { signal });
  return { clerk, lead, poet };
}

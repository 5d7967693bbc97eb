import type { AgentToolParams, SessionEvent, UserEventParams } from '@parlance/schemas/managed-agents';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import { sessionStateOf } from './session-state.js';

const LOOK_UP: AgentToolParams = {
  type: 'custom',
  name: 'look_up',
  description: 'Looks up',
  input_schema: {},
};
const ASK: AgentToolParams = {
  type: 'agent_toolset_20260401',
  default_config: { permission_policy: { type: 'always_ask' } },
};
const say = (text: string): UserEventParams => ({ type: 'user.message', content: [{ type: 'text', text }] });

/** Creates a session; `send` waits until it is idle again. */
async function start(fake: Fake, tools: AgentToolParams[], isHosted = true) {
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const writer = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Writer', tools });
  const agent = await client.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Lead',
    tools,
    multiagent: { type: 'coordinator', agents: [writer.id] },
  });
  const environment = await client.environments.create({
    name: 'env',
    ...(isHosted ? {} : { config: { type: 'self_hosted' } }),
  });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const send = async (event: UserEventParams) => {
    await client.sessions.events.send(id, { events: [event] });
    await client.sessions.waitFor(id, ({ status }) => status === 'idle' || status === 'terminated');
  };
  const state = async () => {
    const events: SessionEvent[] = [];
    for await (const event of client.sessions.events.list(id)) events.push(event);
    return sessionStateOf(events);
  };
  return { client, id, send, state };
}

test('without events the session is idle and nothing is pending', () => {
  expect(sessionStateOf([])).toEqual({ status: 'idle', pending: [], outcomes: [], threads: [] });
});

test('a custom tool is pending until it has a result', async () => {
  const { send, state } = await start(createFake(), [LOOK_UP]);
  await send(say('/tool look_up {"id":"17"}'));
  const [call] = (await state()).pending;
  expect(call).toMatchObject({ awaits: 'result', use: { name: 'look_up', input: { id: '17' } } });
  await send({ type: 'user.custom_tool_result', custom_tool_use_id: call?.use.id ?? '' });
  expect(await state()).toMatchObject({ status: 'idle', pending: [] });
});

test('a call that needs confirmation waits for permission, then, when self-hosted, for its result', async () => {
  const { send, state } = await start(createFake(), [ASK], false);
  await send(say('/tool bash {"command":"ls"}'));
  const [call] = (await state()).pending;
  expect(call).toMatchObject({ awaits: 'permission', use: { name: 'bash' } });
  const tool_use_id = call?.use.id ?? '';
  await send({ type: 'user.tool_confirmation', tool_use_id, result: 'allow' });
  expect((await state()).pending).toMatchObject([{ awaits: 'result', use: { id: tool_use_id } }]);
  await send({ type: 'user.tool_result', tool_use_id });
  expect((await state()).pending).toEqual([]);
});

test('calls without a result stay pending, and an interrupt clears them', async () => {
  const { send, state } = await start(createFake(), [LOOK_UP]);
  await send(say('/tool look_up {"id":"1"}\n/tool look_up {"id":"2"}'));
  const { pending } = await state();
  expect(pending).toHaveLength(2);
  await send({ type: 'user.custom_tool_result', custom_tool_use_id: pending[0]?.use.id ?? '' });
  expect((await state()).pending).toMatchObject([{ use: { input: { id: '2' } } }]);
  await send({ type: 'user.interrupt' });
  expect((await state()).pending).toEqual([]);
});

test('an outcome has a round for each verdict', async () => {
  const fake = createFake();
  const { send, state } = await start(fake, []);
  fake.applyScenario({
    sessions: {
      grader: [{ result: 'needs_revision', explanation: 'Too short', ongoing: 1 }],
    },
  });
  const rubric = { type: 'text', content: 'Three lines' } as const;
  await send({ type: 'user.define_outcome', description: 'A haiku', rubric, max_iterations: 4 });
  expect((await state()).outcomes).toMatchObject([
    {
      description: 'A haiku',
      maxRounds: 4,
      isEvaluating: false,
      rounds: [{ result: 'needs_revision', explanation: 'Too short' }, { result: 'satisfied' }],
    },
  ]);
});

test('reports threads with their status; the end of the session clears pending calls', async () => {
  const { client, id, send, state } = await start(createFake(), [LOOK_UP]);
  await send(say('/tool delegate {"agent":"Writer","message":"Draft"}'));
  expect((await state()).threads).toMatchObject([{ agentName: 'Writer', status: 'idle' }]);
  await client.sessions.archive(id);
  expect(await state()).toMatchObject({
    status: 'terminated',
    pending: [],
    threads: [{ status: 'terminated' }],
  });
});

test('every prefix of the events yields a consistent state', async () => {
  const { client, id, send } = await start(createFake(), [LOOK_UP]);
  await send(say('/tool look_up {"id":"17"}'));
  const events: SessionEvent[] = [];
  for await (const event of client.sessions.events.list(id)) events.push(event);
  const seen = events.map((_, index) => sessionStateOf(events.slice(0, index + 1)));
  expect(seen.map(({ status }) => status)).toEqual([
    'idle',
    ...Array.from({ length: events.length - 2 }, () => 'running'),
    'idle',
  ]);
  expect(seen.map(({ pending }) => pending.length).filter((count) => count > 0)).toEqual([1]);
  expect(sessionStateOf([...events, { id: 'x', type: 'session.deleted', processed_at: '' }])).toMatchObject({
    status: 'deleted',
    pending: [],
  });
});

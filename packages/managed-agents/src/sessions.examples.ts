/** Examples of sessions, executed against the emulator by the tests. */
import assert from 'node:assert/strict';
import { ManagedAgentsClient, sessionStateOf } from '@parlance/managed-agents';
import type { SessionEvent } from '@parlance/schemas/managed-agents';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const environment = await client.environments.create({ name: 'Container' });

/** An agent that calls a custom tool. */
export async function customTool(): Promise<void> {
  // #region Run a session with a custom tool
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
}

/** A coordinator that delegates to two agents. */
export async function coordinator(): Promise<void> {
  // #region Coordinate two agents
  const model = 'assistant-opus-4-7';
  const writer = await client.agents.create({ model, name: 'Writer' });
  const critic = await client.agents.create({ model, name: 'Critic' });
  const lead = await client.agents.create({
    model,
    name: 'Lead',
    multiagent: { type: 'coordinator', agents: [writer.id, critic.id] },
  });
  const session = await client.sessions.create({ agent: lead.id, environment_id: environment.id });
  const { text } = await client.sessions.run(session.id, {
    input: [
      '/tool delegate {"agent":"Writer","message":"Draft a title"}',
      '/tool delegate {"agent":"Critic","message":"Judge the title"}',
    ].join('\n'),
  });
  for await (const thread of client.sessions.threads.list(session.id)) {
    console.log(thread.agent.type === 'agent' ? thread.agent.name : thread.agent.type, thread.status);
  }
  // #endregion
  assert.match(text, /Draft a title/);
  assert.match(text, /Judge the title/);
  assert.equal((await client.sessions.threads.list(session.id)).data.length, 3);
}

/** The state of a session, as a page shows it. */
export async function state(): Promise<void> {
  const agent = await client.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Clerk',
    tools: [
      { type: 'agent_toolset_20260401', default_config: { permission_policy: { type: 'always_ask' } } },
    ],
  });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  await client.sessions.events.send(session.id, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: '/tool bash {"command":"ls"}' }] }],
  });
  const asked: string[] = [];
  // #region Check what a session waits for
  const events: SessionEvent[] = [];
  for await (const event of client.sessions.events.follow(session.id)) {
    events.push(event);
    const { status, pending } = sessionStateOf(events);
    for (const { use, awaits } of pending) {
      console.log(`${use.name} waits for ${awaits}`);
      asked.push(`${status} ${use.name} ${awaits}`);
    }
    if (pending.length > 0) break;
  }
  // #endregion
  assert.deepEqual(asked, ['idle bash permission']);
}

/** A memory store shared by two sessions. */
export async function memory(): Promise<void> {
  // #region Share memory between sessions
  const store = await client.memoryStores.create({
    name: 'Team notes',
    description: 'Decisions of the team',
  });
  const agent = await client.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Note taker',
    tools: [{ type: 'agent_toolset_20260401' }],
  });
  const start = () =>
    client.sessions.create({
      agent: agent.id,
      environment_id: environment.id,
      resources: [{ type: 'memory_store', memory_store_id: store.id }],
    });
  const first = await start();
  await client.sessions.run(first.id, {
    input: '/tool write {"file_path":"/mnt/memory/team-notes/color.md","content":"Blue."}',
  });
  const second = await start();
  const { text } = await client.sessions.run(second.id, {
    input: '/tool read {"file_path":"/mnt/memory/team-notes/color.md"}',
  });
  console.log(text);
  // #endregion
  assert.equal(text, 'You said: Blue.');
  const memories = await client.memoryStores.memories.list(store.id, { view: 'full' });
  assert.equal((memories.data[0] as { content: string }).content, 'Blue.');
}

/** An outcome that the grader returns for revision twice. */
export async function outcome(): Promise<void> {
  fake.applyScenario({
    sessions: {
      grader: [
        { result: 'needs_revision', explanation: 'Only two lines' },
        { result: 'needs_revision', explanation: 'No season' },
        { result: 'satisfied', explanation: 'It is a haiku' },
      ],
    },
  });
  const results: string[] = [];
  // #region Follow an outcome
  const agent = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Poet' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const sent = await client.sessions.events.send(session.id, {
    events: [
      {
        type: 'user.define_outcome',
        description: 'A haiku about rain',
        rubric: { type: 'text', content: 'Three lines, a season' },
        max_iterations: 5,
      },
    ],
  });
  for (const event of sent.data ?? []) {
    if (event.type !== 'user.define_outcome') continue;
    for await (const state of client.sessions.followOutcome(session.id, event.outcome_id)) {
      console.log(state.iteration, state.result, state.explanation);
      results.push(`${state.iteration} ${state.result}`);
    }
  }
  // #endregion
  assert.equal(results.at(-1), '2 satisfied');
  const ends = await client.sessions.events.list(session.id, { types: ['span.outcome_evaluation_end'] });
  assert.equal(ends.data.length, 3);
}

/** A feed that another process resumes. */
export async function follow(): Promise<void> {
  const agent = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Talker' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  await client.sessions.run(session.id, { input: 'hello' });
  const types: string[] = [];
  // #region Follow the events of a session
  const feed = client.sessions.events.follow(session.id, {
    until: (event) => event.type === 'session.status_idle' && event.stop_reason.type === 'end_turn',
  });
  for await (const event of feed) {
    types.push(event.type);
    if (event.type === 'agent.message') console.log(event.content);
  }
  const checkpoint = JSON.stringify(feed.checkpoint);
  // Later, or in another process: only the events since then.
  const later = client.sessions.events.follow(session.id, { resumeFrom: JSON.parse(checkpoint) });
  // #endregion
  assert.equal(types.at(-1), 'session.status_idle');
  assert.equal(later.checkpoint.processed_at, feed.checkpoint.processed_at);
}

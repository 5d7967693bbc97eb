/** A service that omits optional members that are null: runs and walks behave as with one that sends them. */
import { defineTool, runTools } from '@parlance/inference';
import type { SessionEvent } from '@parlance/managed-agents';
import { Parlance } from '@parlance/sdk';
import { validator } from '@parlance/schemas/validation';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';

const NULLS = ['sent', 'omitted'] as const;

async function open(nulls: (typeof NULLS)[number]) {
  const fake = createFake({ seed: 'demo', nulls });
  const parlance = new Parlance({
    baseUrl: fake.url,
    http: fake.http(),
    apiKey: fake.keys.api,
    adminKey: fake.keys.admin,
    complianceKey: fake.keys.compliance,
    validation: validator({ responses: 'throw' }),
  });
  return { fake, parlance };
}

const add = defineTool({
  name: 'add',
  description: 'Adds one',
  input: { type: 'object', properties: { to: { type: 'number' } }, required: ['to'] },
  run: ({ to }) => String((to as number) + 1),
});

async function session(parlance: Parlance) {
  const { agents, environments, sessions } = parlance.managedAgents;
  const agent = await agents.create({ model: 'assistant-opus-4-7', name: 'Adder', tools: [add] });
  const environment = await environments.create({ name: 'env' });
  return (await sessions.create({ agent: agent.id, environment_id: environment.id })).id;
}

test.each(NULLS)('a session with tools and an outcome, with nulls %s', async (nulls) => {
  const { parlance } = await open(nulls);
  const { sessions } = parlance.managedAgents;
  const id = await session(parlance);
  const first = await sessions.run(id, { input: '/tool add {"to":4}', tools: [add] });
  expect(first).toMatchObject({ reason: 'end_turn', text: 'You said: 5', outcome: null });
  const rubric = { type: 'text' as const, content: 'r' };
  const second = await sessions.run(id, {
    input: [{ type: 'user.define_outcome', description: 'd', rubric }],
    resumeFrom: first.checkpoint,
  });
  expect(second.outcome).toMatchObject({ result: 'satisfied' });
  await sessions.archive(id);
  const followed: SessionEvent['type'][] = [];
  for await (const { type } of sessions.events.follow(id)) followed.push(type);
  const listed: SessionEvent['type'][] = [];
  for await (const { type } of sessions.events.list(id)) listed.push(type);
  expect(followed).toEqual(listed);
});

test.each(NULLS)('the chats of many users and their activities, with nulls %s', async (nulls) => {
  const { parlance } = await open(nulls);
  const { organizations, chats, activities } = parlance.compliance;
  // Requests are activities too, so take a time before those of this test.
  const [newest] = (await activities.list({ limit: 1 })).data;
  const until = newest?.created_at ?? '';
  const users: string[] = [];
  for await (const { uuid } of organizations.list())
    for await (const { id } of organizations.listUsers(uuid)) users.push(id);
  const ids: string[] = [];
  for await (const { id } of chats.listForUsers(users, { limit: 2 })) ids.push(id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(5);
  for (const id of ids) {
    const messages: string[] = [];
    for await (const message of chats.messages(id, { limit: 1 })) messages.push(message.id);
    expect(messages).toEqual((await chats.messages(id)).data.map((message) => message.id));
  }
  expect(await chats.deleteIfExists(ids[0] ?? '')).toMatchObject({ outcome: 'deleted' });
  expect(await chats.deleteIfExists(ids[0] ?? '')).toMatchObject({ outcome: 'was_gone' });
  const listed: unknown[] = [];
  for await (const { id } of activities.list({ created_at: { lt: until } })) listed.push(id);
  const tailed: unknown[] = [];
  for await (const { id } of activities.tail({}, { resumeFrom: '2000-01-01T00:00:00Z', until }))
    tailed.push(id);
  expect(tailed.length).toBeGreaterThan(5);
  expect(tailed).toEqual(listed.toReversed());
});

test.each(NULLS)('a tool loop, with nulls %s', async (nulls) => {
  const { parlance } = await open(nulls);
  const { message, usage } = await runTools(parlance.inference, {
    model: 'assistant-opus-4-7',
    max_tokens: 100,
    messages: [{ role: 'user', content: '/tool add {"to":4}' }],
    tools: [add],
  });
  expect(message.content).toMatchObject([{ type: 'text', text: 'You said: 5' }]);
  expect(usage.output_tokens).toBeGreaterThan(0);
});

/** Runs as a whole: input whose response is lost, following a session, stopping, and what the result knows. */
import { createFake, type Fault } from '@parlance/testing-fakes';
import type { SessionEvent } from '@parlance/schemas/managed-agents';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import type { SessionTool } from './session-tools.js';

interface Start {
  readonly tools?: object[];
  readonly overSocket?: boolean;
}

async function start({ tools = [], overSocket = false }: Start = {}) {
  const fake = createFake();
  const transport = overSocket
    ? { baseUrl: (await fake.listen()).url }
    : { baseUrl: fake.url, http: fake.http() };
  const client = new ManagedAgentsClient({
    ...transport,
    apiKey: fake.keys.api,
    retry: { baseDelayMs: 1 },
  });
  const agent = await client.agents.create({ model: 'm', name: 'Worker', tools: tools as never });
  const environment = await client.environments.create({ name: 'env' });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const messages = async () => (await client.sessions.events.list(id, { types: ['user.message'] })).data;
  return {
    fake,
    client,
    id,
    messages,
    sessions: client.sessions,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

const custom = (name: string) => ({ type: 'custom', name, description: 'd', input_schema: {} });
const tool = (name: string, call: SessionTool['call']): SessionTool => ({ definition: { name }, call });
const message = (text: string) => ({
  type: 'user.message' as const,
  content: [{ type: 'text' as const, text }],
});
const isIdle = (event: SessionEvent) => event.type === 'session.status_idle';
const match = { operation: 'sessions.events.send' };

const lostResponses: [string, Omit<Fault, 'match'>][] = [
  ['the body is cut', { stream: { cut_after_bytes: 0 } }],
  ['the body is truncated', { truncate_bytes: 10 }],
  ['the body is replaced', { body: '<html>', content_type: 'text/html' }],
];

test.each(
  lostResponses.flatMap(([name, fault]) => [true, false].map((overSocket) => ({ name, fault, overSocket }))),
)('recognizes its input when $name (over a socket: $overSocket)', async ({ fault, overSocket }) => {
  await using session = await start({ overSocket });
  const { fake, sessions, id, messages } = session;
  await sessions.run(id, { input: 'hello', baseDelayMs: 0 });
  fake.setFaults([{ match, times: 1, ...fault }]);
  const result = await sessions.run(id, { input: 'hello', baseDelayMs: 0 });
  expect(result).toMatchObject({ reason: 'end_turn', text: 'You said: hello' });
  expect(await messages()).toHaveLength(2);
});

test('recognizes an outcome and several messages, and throws when nothing was stored', async () => {
  const { fake, sessions, id, messages } = await start();
  fake.setFaults([{ match, times: 1, truncate_bytes: 0 }]);
  const rubric = { type: 'text' as const, content: 'r' };
  const result = await sessions.run(id, {
    input: [message('one'), message('one'), { type: 'define_outcome', description: 'd', rubric }],
    baseDelayMs: 0,
  });
  expect(result.outcome).toMatchObject({ description: 'd', result: 'satisfied' });
  expect(await messages()).toHaveLength(2);
  fake.setFaults([{ match, times: 1, cut: 'rst' }]);
  await expect(sessions.run(id, { input: 'two', baseDelayMs: 0 })).rejects.toMatchObject({
    name: 'ConnectionError',
  });
  expect(await messages()).toHaveLength(2);
});

test('a run without input waits for messages that are queued', async () => {
  const { sessions, id } = await start();
  await sessions.events.send(id, { events: [message('one'), message('two')] });
  expect(await sessions.run(id)).toMatchObject({ reason: 'end_turn', text: 'You said: two' });
});

test('follows a session over several turns until it ends', async () => {
  const { sessions, id } = await start({ tools: [custom('add')] });
  const texts: string[] = [];
  const turn = () => Promise.withResolvers<void>();
  const turns = [turn(), turn()];
  const running = sessions.run(id, {
    follow: true,
    tools: [tool('add', async (input) => `${(input as { a: number }).a + 1}`)],
    onEvent: (event) => {
      if (event.type === 'agent.message')
        texts.push(event.content.map((block) => (block as { text: string }).text).join(''));
      if (isIdle(event) && event.stop_reason.type === 'end_turn') turns[texts.length - 1]?.resolve();
    },
  });
  for (const [index, { promise }] of turns.entries()) {
    await sessions.events.send(id, { events: [message(`/tool add {"a":${index}}`)] });
    await promise;
  }
  await sessions.archive(id);
  expect(await running).toMatchObject({ reason: 'terminated' });
  expect(texts).toEqual(['You said: 1', 'You said: 2']);
});

test('until ends a run, and its checkpoint has until_reached', async () => {
  const { sessions, id } = await start();
  const first = await sessions.run(id, { input: 'one', follow: true, until: isIdle });
  expect(first).toMatchObject({ reason: 'until', checkpoint: { until_reached: true, done: false } });
  const feed = sessions.events.follow(id, { until: isIdle });
  for await (const event of feed) expect(feed.checkpoint.until_reached).toBe(isIdle(event));
  expect(feed.checkpoint.until_reached).toBe(true);
  const second = await sessions.run(id, { input: 'two', resumeFrom: first.checkpoint });
  expect(second).toMatchObject({
    reason: 'end_turn',
    text: 'You said: two',
    checkpoint: { until_reached: false },
  });
});

test('a clean stop sends the result of a running call and starts no other', async () => {
  const { sessions, id } = await start({ tools: [custom('slow'), custom('next')] });
  const begun = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<string>();
  const stop = new AbortController();
  const running = sessions.run(id, {
    input: '/tool slow {}',
    stop: stop.signal,
    tools: [
      tool('slow', () => {
        begun.resolve();
        return finished.promise;
      }),
    ],
  });
  await begun.promise;
  stop.abort();
  finished.resolve('done');
  expect(await running).toMatchObject({ reason: 'stopped' });
  expect(await sessions.run(id)).toMatchObject({ reason: 'end_turn', text: 'You said: done' });
  expect(await sessions.run(id, { stop: AbortSignal.abort(), input: 'never' })).toMatchObject({
    reason: 'stopped',
  });
  expect(await sessions.run(id)).toMatchObject({ text: 'You said: done' });
});

test('the result has the verdict of the outcome', async () => {
  const { fake, sessions, id } = await start();
  fake.applyScenario({
    sessions: {
      grader: [
        { result: 'needs_revision', explanation: 'Too short' },
        { result: 'failed', explanation: 'Contradictory' },
      ],
    },
  });
  const rubric = { type: 'text' as const, content: 'r' };
  const first = await sessions.run(id, {
    input: [{ type: 'user.define_outcome', description: 'd', rubric }],
  });
  expect(first.outcome).toMatchObject({ result: 'failed', explanation: 'Contradictory', iteration: 1 });
  expect((await sessions.run(id, { resumeFrom: first.checkpoint })).outcome).toBeNull();
});

test('every thrown error is a ParlanceError', async () => {
  const { sessions, id } = await start();
  const ended = sessions.waitFor(id, ({ status }) => status === 'running');
  await sessions.archive(id);
  await expect(ended).rejects.toMatchObject({ name: 'SessionError', code: 'session_ended', sessionId: id });
  const outcome = async () => {
    for await (const _ of sessions.followOutcome(id, 'outc_none'));
  };
  await expect(outcome()).rejects.toMatchObject({ code: 'outcome_not_found' });
  const misspelt = { singal: AbortSignal.abort() } as object;
  await expect(sessions.waitFor(id, () => true, misspelt)).rejects.toMatchObject({ option: 'singal' });
  expect(() => sessions.events.follow(id, misspelt)).toThrow(/singal is not an option/);
  const operation = 'sessions.events.follow' as const;
  const checkpoint = { operation, session_id: id, processed_at: 'yesterday', ids: [], done: false };
  expect(() => sessions.events.follow(id, { resumeFrom: checkpoint })).toThrow(
    expect.objectContaining({ name: 'ConfigError', option: 'resumeFrom' }) as Error,
  );
});

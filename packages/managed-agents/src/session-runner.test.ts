import { createFake, type SessionScenario } from '@parlance/testing-fakes';
import type { OutcomeEvaluation } from '@parlance/schemas';
import { expect, test, vi } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import { memoryLedger, type LedgerHold, type StoredToolResult } from './tool-ledger.js';

async function start(tools: object[] = [], scenario: SessionScenario = {}) {
  const fake = createFake();
  fake.applyScenario({ sessions: scenario });
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const agent = await client.agents.create({ model: 'm', name: 'Worker', tools: tools as never });
  const environment = await client.environments.create({ name: 'env' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  return { fake, client, id: session.id };
}

const idOf = (data: readonly unknown[] | undefined) =>
  (data?.[0] as { outcome_id: string } | undefined)?.outcome_id ?? '';
const custom = (name: string) => ({ type: 'custom', name, description: 'd', input_schema: {} });
const tool = (name: string, call: (input: unknown) => Promise<string | object[]>) => ({
  definition: { name },
  call,
});

test('sends input and returns the last message of the agent', async () => {
  const { client, id } = await start();
  expect(await client.sessions.run(id, { input: 'hello' })).toMatchObject({
    reason: 'end_turn',
    text: 'You said: hello',
  });
  expect(await client.sessions.run(id, { input: 'again' })).toMatchObject({ text: 'You said: again' });
  expect(await client.sessions.run(id)).toMatchObject({ reason: 'end_turn', text: 'You said: again' });
});

test('answers every custom tool call, including failed ones and, with unclaimed: reject, unknown ones', async () => {
  const { client, id } = await start([custom('add'), custom('fail'), custom('lost')]);
  const add = vi.fn<(input: unknown) => Promise<string>>(
    async (input) => `${(input as { a: number }).a + 1}`,
  );
  const result = await client.sessions.run(id, {
    input: '/tool add {"a":1}\n/tool fail {}\n/tool lost {}',
    tools: [tool('add', add), tool('fail', () => Promise.reject(new Error('broken')))],
    unclaimed: 'reject',
  });
  expect(result).toMatchObject({
    reason: 'end_turn',
    text: 'You said: 2\nbroken\nUnknown tool: lost',
  });
  expect(add).toHaveBeenCalledExactlyOnceWith(
    { a: 1 },
    {
      sessionId: id,
      threadId: null,
      toolUseId: expect.stringMatching(/^sevt_/),
      attempt: 1,
      signal: expect.anything(),
    },
  );
});

test('asks for permission, and denies without onPermission if unclaimed is reject', async () => {
  const ask = { permission_policy: { type: 'always_ask' } };
  const { client, id } = await start([{ type: 'agent_toolset_20260401', default_config: ask }]);
  const asked: string[] = [];
  const allowed = await client.sessions.run(id, {
    input: '/tool write {"file_path":"a","content":"b"}',
    onPermission: (request) => {
      asked.push(request.name);
      return 'allow';
    },
  });
  expect(allowed.text).toBe('You said: Wrote a');
  expect(asked).toEqual(['write']);
  const denied = await client.sessions.run(id, {
    input: '/tool read {"file_path":"a"}',
    onPermission: () => ({ deny: 'No.' }),
  });
  expect(denied.text).toBe('You said: No.');
  const rejected = await client.sessions.run(id, {
    input: '/tool read {"file_path":"a"}',
    unclaimed: 'reject',
  });
  expect(rejected.text).toBe('You said: No one is available to approve this call.');
});

test('a restarted worker sends the stored result and runs nothing twice', async () => {
  const { client, id } = await start([custom('pay')]);
  const ledger = memoryLedger();
  const pay = vi.fn<() => Promise<string>>(async () => 'paid');
  const stopped = new AbortController();
  // The result is stored, and the worker stops before it is sent.
  const dying = {
    ...ledger,
    finish: async (hold: LedgerHold, result: StoredToolResult) => {
      const isStored = await ledger.finish(hold, result);
      stopped.abort();
      return isStored;
    },
  };
  await expect(
    client.sessions.run(id, {
      input: '/tool pay {}',
      tools: [tool('pay', pay)],
      ledger: dying,
      signal: stopped.signal,
    }),
  ).rejects.toThrow(/abort/);
  const result = await client.sessions.run(id, { tools: [tool('pay', pay)], ledger });
  expect(result.text).toBe('You said: paid');
  expect(pay).toHaveBeenCalledTimes(1);
});

test('reports an interrupted call instead of running it again, unless it was never started or interruptedCalls is rerun', async () => {
  for (const [interruptedCalls, isStarted, text, runs] of [
    ['report', true, /interrupted by a restart/, 0],
    ['report', false, /You said: paid/, 1],
    ['rerun', true, /You said: paid/, 1],
  ] as const) {
    const { client, id } = await start([custom('pay')]);
    await client.sessions.events.send(id, {
      events: [{ type: 'user.message', content: [{ type: 'text', text: '/tool pay {}' }] }],
    });
    await client.sessions.waitFor(id, ({ status }) => status === 'idle');
    const page = await client.sessions.events.list(id, { types: ['agent.custom_tool_use'] });
    let now = 0;
    const ledger = memoryLedger({ now: () => now });
    const { id: callId } = page.data[0] as { id: string };
    const claim = await ledger.claim(callId, { owner: 'a worker that crashes', input: {} });
    if (isStarted) await ledger.started(claim as LedgerHold);
    now = ledger.leaseMs;
    const pay = vi.fn<() => Promise<string>>(async () => 'paid');
    const result = await client.sessions.run(id, { tools: [tool('pay', pay)], ledger, interruptedCalls });
    expect(result.text).toMatch(text);
    expect(pay).toHaveBeenCalledTimes(runs);
  }
});

test('accepts a result that another worker sent first', async () => {
  const { client, id } = await start([custom('slow')]);
  const slow = async (_: unknown, { toolUseId }: { toolUseId: string }) => {
    await client.sessions.events.send(id, {
      events: [
        {
          type: 'user.custom_tool_result',
          custom_tool_use_id: toolUseId,
          content: [{ type: 'text', text: 'first' }],
        },
      ],
    });
    return 'second';
  };
  const result = await client.sessions.run(id, {
    input: '/tool slow {}',
    tools: [{ definition: { name: 'slow' }, call: slow }],
  });
  expect(result.text).toBe('You said: first');
});

test('resumes from a checkpoint after the pending call', async () => {
  const { client, id } = await start([custom('look')]);
  const feed = client.sessions.events.follow(id, { until: (event) => event.type === 'session.status_idle' });
  await client.sessions.events.send(id, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: '/tool look {}' }] }],
  });
  for await (const _ of feed);
  const result = await client.sessions.run(id, {
    resumeFrom: feed.checkpoint,
    tools: [tool('look', async () => 'seen')],
  });
  expect(result.text).toBe('You said: seen');
});

test('reports why a session ended before finishing', async () => {
  const error = (retry: 'exhausted' | 'terminal') => ({
    error: { type: 'unknown_error', message: 'm', retry },
  });
  const first = await start([], { replies: [error('exhausted'), error('terminal')] });
  expect((await first.client.sessions.run(first.id, { input: 'a' })).reason).toBe('retries_exhausted');
  expect((await first.client.sessions.run(first.id, { input: 'b' })).reason).toBe('terminated');
});

test('runs an outcome and follows it to its final result', async () => {
  const { client, id } = await start([], {
    grader: [
      { result: 'needs_revision', explanation: 'one' },
      { result: 'needs_revision', explanation: 'two' },
      { result: 'satisfied', explanation: 'good' },
    ],
  });
  const { data } = await client.sessions.events.send(id, {
    events: [{ type: 'user.define_outcome', description: 'd', rubric: { type: 'text', content: 'r' } }],
  });
  const states: OutcomeEvaluation[] = [];
  for await (const state of client.sessions.followOutcome(id, idOf(data))) states.push(state);
  expect(states.at(-1)).toMatchObject({ result: 'satisfied', iteration: 2, explanation: 'good' });
  expect((await client.sessions.run(id)).reason).toBe('end_turn');
  await expect(async () => {
    for await (const _ of client.sessions.followOutcome(id, 'outc_none'));
  }).rejects.toThrow(/no outcome/);
});

test('waits for a state, and throws when the session ends first', async () => {
  const { client, id } = await start();
  expect((await client.sessions.waitFor(id, ({ status }) => status === 'idle')).id).toBe(id);
  const waiting = client.sessions.waitFor(id, ({ title }) => title === 'Named');
  await client.sessions.update(id, { title: 'Named' });
  expect((await waiting).title).toBe('Named');
  const never = client.sessions.waitFor(id, ({ title }) => title === 'Never');
  await client.sessions.archive(id);
  await expect(never).rejects.toThrow(/ended/);
});

test('a wait does not read events before the last status change', async () => {
  const { fake, client, id } = await start();
  for (let at = 0; at < 2010; at++) await client.sessions.update(id, { title: `${at}` });
  await client.sessions.run(id, { input: 'hello' });
  const lists = () => fake.journal().filter(({ operation }) => operation === 'sessions.events.list').length;
  const before = lists();
  await client.sessions.waitFor(id, ({ status }) => status === 'idle');
  // One request for the last status, one for the events since; the whole history has three pages.
  expect(lists() - before).toBe(2);
  await client.sessions.archive(id);
  await expect(client.sessions.waitFor(id, ({ status }) => status === 'running')).rejects.toThrow(/ended/);
});

/** Tools of a run: leases, context, timeouts, and calls that belong to other clients. */
import { ConfigError, ParlanceError } from '@parlance/core-transport';
import type { SessionEvent } from '@parlance/schemas/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { expect, test, vi } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import type { ToolError } from './session-errors.js';
import type { SessionRunOptions } from './session-run-options.js';
import type { SessionTool, SessionToolContext } from './session-tools.js';
import { memoryLedger, type ToolLedger } from './tool-ledger.js';

async function start(tools: object[]) {
  const fake = createFake();
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const agent = await client.agents.create({ model: 'm', name: 'Worker', tools: tools as never });
  const environment = await client.environments.create({ name: 'env' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  return { fake, client, id: session.id, sessions: client.sessions };
}

const custom = (name: string) => ({ type: 'custom', name, description: 'd', input_schema: {} });
const tool = (name: string, call: SessionTool['call']): SessionTool => ({ definition: { name }, call });
const asking = {
  type: 'agent_toolset_20260401',
  default_config: { permission_policy: { type: 'always_ask' } },
};
const message = (text: string) => ({
  type: 'user.message' as const,
  content: [{ type: 'text' as const, text }],
});
const isIdle = (event: SessionEvent) => event.type === 'session.status_idle';

test('two runs of one client run a tool once', async () => {
  const { sessions, id } = await start([custom('pay')]);
  await sessions.events.send(id, { events: [message('/tool pay {}')] });
  const paid = Promise.withResolvers<string>();
  const pay = vi.fn<() => Promise<string>>(() => paid.promise);
  const seen = [0, 1].map(() => Promise.withResolvers<void>());
  const runs = seen.map(({ resolve }) =>
    sessions.run(id, { tools: [tool('pay', pay)], onEvent: (event) => isIdle(event) && resolve() }),
  );
  await Promise.all(seen.map(({ promise }) => promise));
  paid.resolve('paid');
  expect((await Promise.all(runs)).map(({ text }) => text)).toEqual(['You said: paid', 'You said: paid']);
  expect(pay).toHaveBeenCalledTimes(1);
});

test('a call whose other worker was lost is claimed again', async () => {
  const { sessions, id } = await start([custom('pay')]);
  let now = 0;
  const memory = memoryLedger({ now: () => now });
  const finish = vi.fn<ToolLedger['finish']>(memory.finish);
  // This worker was paused for longer than its lease. Another one took the call over, and was killed.
  finish.mockImplementationOnce((hold, result) => {
    now += memory.leaseMs;
    void memory.claim(hold.key, { owner: 'other', input: {} });
    now += memory.leaseMs;
    return memory.finish(hold, result);
  });
  const pay = vi.fn<() => Promise<string>>(async () => 'paid');
  const { text } = await sessions.run(id, {
    input: '/tool pay {}',
    tools: [tool('pay', pay)],
    ledger: { ...memory, finish },
    interruptedCalls: 'rerun',
  });
  expect(text).toBe('You said: paid');
  expect(pay).toHaveBeenCalledTimes(2);
});

test('leaves the calls of other workers alone', async () => {
  const { sessions, id } = await start([custom('one'), custom('two')]);
  const first = sessions.run(id, {
    input: '/tool one {}\n/tool two {}',
    tools: [tool('one', async () => '1')],
  });
  const second = sessions.run(id, {
    tools: [tool('two', async () => '2')],
    until: (event) => event.type === 'agent.message',
  });
  expect((await first).text).toBe('You said: 1\n2');
  expect((await second).text).toBe('You said: 1\n2');
});

test('leaves a prompt to another client', async () => {
  const { sessions, id } = await start([asking]);
  const input = '/tool write {"file_path":"a","content":"b"}';
  const without = sessions.run(id, { input });
  const leaving = sessions.run(id, { onPermission: () => 'leave', until: isAnswer });
  const asked = Promise.withResolvers<void>();
  await sessions.waitFor(id, ({ status }) => status === 'idle');
  const deciding = sessions.run(id, {
    onPermission: () => {
      asked.resolve();
      return 'allow';
    },
  });
  await asked.promise;
  for (const run of [without, leaving, deciding]) expect((await run).text).toBe('You said: Wrote a');
});

const isAnswer = (event: SessionEvent) => event.type === 'agent.message';

test('a tool that stops when aborted releases its call, and the next attempt has a higher number', async () => {
  const { sessions, id } = await start([custom('slow')]);
  const begun = Promise.withResolvers<SessionToolContext>();
  const stopped = new AbortController();
  const slow = tool('slow', (_, context) => {
    begun.resolve(context);
    return new Promise((_resolve, reject) =>
      context.signal.addEventListener('abort', () => reject(new Error('stopped'))),
    );
  });
  const ledger = memoryLedger();
  const first = sessions.run(id, { input: '/tool slow {}', tools: [slow], ledger, signal: stopped.signal });
  const { attempt, sessionId, threadId } = await begun.promise;
  expect({ attempt, sessionId, threadId }).toEqual({ attempt: 1, sessionId: id, threadId: null });
  stopped.abort();
  await expect(first).rejects.toThrow(/abort/);
  const again = vi.fn<SessionTool['call']>(async () => 'done');
  expect((await sessions.run(id, { tools: [tool('slow', again)], ledger })).text).toBe('You said: done');
  expect(again).toHaveBeenCalledExactlyOnceWith({}, expect.objectContaining({ attempt: 2 }));
});

test('a tool that finishes after an abort keeps its result for the next run', async () => {
  const { sessions, id } = await start([custom('slow')]);
  const begun = Promise.withResolvers<void>();
  const result = Promise.withResolvers<string>();
  const stopped = new AbortController();
  const slow = vi.fn<SessionTool['call']>(() => {
    begun.resolve();
    return result.promise;
  });
  const tools = [tool('slow', slow)];
  const first = sessions.run(id, { input: '/tool slow {}', tools, signal: stopped.signal });
  await begun.promise;
  stopped.abort();
  await expect(first).rejects.toThrow(/abort/);
  result.resolve('true result');
  expect((await sessions.run(id, { tools })).text).toBe('You said: true result');
  expect(slow).toHaveBeenCalledTimes(1);
});

test('a tool of a delegated agent receives its thread id', async () => {
  const { client } = await start([]);
  const model = 'assistant-opus-4-7';
  const tools = [custom('look')] as never;
  const writer = await client.agents.create({ model, name: 'Writer', tools });
  const multiagent = { type: 'coordinator' as const, agents: [writer.id] };
  const lead = await client.agents.create({ model, name: 'Lead', multiagent });
  const environment = await client.environments.create({ name: 'other' });
  const { id } = await client.sessions.create({ agent: lead.id, environment_id: environment.id });
  const look = vi.fn<SessionTool['call']>(async () => 'seen');
  await client.sessions.run(id, {
    input: '/tool delegate {"agent":"Writer","message":"/tool look {}"}',
    tools: [tool('look', look)],
  });
  const thread = (await client.sessions.threads.list(id)).data[1];
  expect(look).toHaveBeenCalledExactlyOnceWith({}, expect.objectContaining({ threadId: thread?.id }));
});

test.each([
  ['of the tool', { timeoutMs: 5 }, {}],
  ['of the run', {}, { toolTimeoutMs: 5 }],
])('the timeout %s ends a hanging tool with a typed error', async (_, parts, options) => {
  const { sessions, id } = await start([custom('hang')]);
  const errors: ToolError[] = [];
  let signal: AbortSignal | undefined;
  const call: SessionTool['call'] = (__, context) => {
    signal = context.signal;
    return new Promise(() => {});
  };
  const result = await sessions.run(id, {
    input: '/tool hang {}',
    tools: [{ definition: { name: 'hang' }, call, ...parts }],
    onToolError: (error) => errors.push(error),
    ...options,
  });
  expect(result.text).toBe('You said: The tool did not finish within 5 ms.');
  expect(errors).toMatchObject([{ name: 'ToolError', code: 'tool_timeout', toolName: 'hang' }]);
  expect(ParlanceError.is(errors[0])).toBe(true);
  expect(signal?.reason).toBe(errors[0]);
});

test('reports what a tool throws, and a lost lease stops it', async () => {
  const { sessions, id } = await start([custom('fail')]);
  const cause = new Error('broken');
  const onToolError = vi.fn<(error: ToolError) => void>();
  await sessions.run(id, {
    input: '/tool fail {}',
    tools: [tool('fail', () => Promise.reject(cause))],
    onToolError,
  });
  const [error] = onToolError.mock.calls[0] ?? [];
  expect(error).toMatchObject({ code: 'tool_failed', message: 'broken', toolName: 'fail', cause });

  const ledger = { ...memoryLedger({ leaseMs: 3 }), renew: () => false };
  const lost = Promise.withResolvers<void>();
  const running = sessions.run(id, {
    input: '/tool fail {}',
    ledger,
    tools: [
      tool('fail', (_, { signal }) => {
        signal.addEventListener('abort', () => lost.resolve());
        return new Promise(() => {});
      }),
    ],
  });
  await lost.promise;
  await sessions.events.send(id, { events: [{ type: 'user.interrupt' }] });
  expect((await running).reason).toBe('end_turn');
});

const wrongOptions: [string, unknown][] = [
  ['toolz', { toolz: [] }],
  ['resumeForm', { resumeForm: {} }],
  ['tools', { tools: {} }],
  ['tools.0', { tools: [null] }],
  ['tools.0.call', { tools: [{ definition: { name: 'a' } }] }],
  ['tools.0.definition', { tools: [{ name: 'a', call: () => '' }] }],
  ['tools.0.definition.name', { tools: [{ definition: { name: '' }, call: () => '' }] }],
  ['tools.0.timeoutMs', { tools: [{ definition: { name: 'a' }, call: () => '', timeoutMs: 0 }] }],
  ['tools.1', { tools: ['a', 'a'].map((name) => ({ definition: { name }, call: () => '' })) }],
  ['unclaimed', { unclaimed: 'deny' }],
  ['interruptedCalls', { interruptedCalls: 'again' }],
  ['toolTimeoutMs', { toolTimeoutMs: 0 }],
  ['ledger', { ledger: { begin: () => undefined } }],
  ['ledger.leaseMs', { ledger: { ...memoryLedger(), leaseMs: undefined } }],
  ['resumeFrom', { resumeFrom: { session_id: 'x' } }],
  ['input', { input: 5 }],
];

test.each(wrongOptions)('a wrong option %s of a run is a ConfigError', async (option, options) => {
  const { fake, sessions, id } = await start([]);
  const before = fake.journal().length;
  const error = await sessions.run(id, options as SessionRunOptions).catch((thrown: unknown) => thrown);
  expect(ConfigError.is(error)).toBe(true);
  expect(error).toMatchObject({ option });
  expect(fake.journal()).toHaveLength(before);
});

test('a tool that changes its input does not change the event', async () => {
  const { sessions, id } = await start([custom('pay')]);
  const inputs: unknown[] = [];
  const events: SessionEvent[] = [];
  const pay = tool('pay', async (input) => {
    inputs.push(structuredClone(input));
    (input as { amount: number }).amount = 0;
    return 'paid';
  });
  await sessions.run(id, {
    input: '/tool pay {"amount":5}',
    tools: [pay],
    onEvent: (event) => void events.push(event),
  });
  expect(inputs).toEqual([{ amount: 5 }]);
  const uses = events.filter(({ type }) => type === 'agent.custom_tool_use');
  expect(uses).toMatchObject([{ input: { amount: 5 } }]);
});

test('a rejected result is reported before the agent receives an error in its place', async () => {
  const { sessions, id, fake } = await start([custom('pay')]);
  fake.setFaults([
    {
      match: { operation: 'sessions.events.send', body_contains: 'user.custom_tool_result' },
      times: 1,
      status: 400,
    },
  ]);
  const results = async () =>
    (await sessions.events.list(id, { types: ['user.custom_tool_result'] })).data.length;
  const before: number[] = [];
  const { text } = await sessions.run(id, {
    input: '/tool pay {}',
    tools: [tool('pay', () => Promise.resolve('paid'))],
    onToolError: async ({ code }) => {
      expect(code).toBe('tool_result_rejected');
      before.push(await results());
    },
  });
  expect([before, await results()]).toEqual([[0], 1]);
  expect(text).toContain("The service rejected the tool's result");
});

test('the agent receives no error for a rejected result that could not be reported; the next run sends the result', async () => {
  const { sessions, id, fake } = await start([custom('pay')]);
  fake.setFaults([
    {
      match: { operation: 'sessions.events.send', body_contains: 'user.custom_tool_result' },
      times: 1,
      status: 400,
    },
  ]);
  const pay = vi.fn<() => Promise<string>>(() => Promise.resolve('paid'));
  const failed = sessions.run(id, {
    input: '/tool pay {}',
    tools: [tool('pay', pay)],
    onToolError: () => Promise.reject(new Error('the store is away')),
  });
  await expect(failed).rejects.toThrow('the store is away');
  const next = await sessions.run(id, { tools: [tool('pay', pay)] });
  expect([next.text, pay.mock.calls.length]).toEqual(['You said: paid', 1]);
});

test('onToolError that throws fails the run, and the next run sends the result without running the tool', async () => {
  const { sessions, id } = await start([custom('pay')]);
  const boom = new Error('boom');
  const pay = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('no money')));
  const failed = sessions.run(id, {
    input: '/tool pay {}',
    tools: [tool('pay', pay)],
    onToolError: () => {
      throw boom;
    },
  });
  await expect(failed).rejects.toBe(boom);
  const next = await sessions.run(id, { tools: [tool('pay', pay)] });
  expect([next.text, pay.mock.calls.length]).toEqual(['You said: no money', 1]);
});

/** Runs that fail in part: hanging tools, results that cannot be sent, interrupts, aborts, broken connections. */
import { AbortedError, type Middleware } from '@parlance/core-transport';
import { createFake, type FakeOptions, type SessionScenario } from '@parlance/testing-fakes';
import { expect, test, vi } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import type { SessionTool, SessionToolContext } from './session-tools.js';
import { memoryLedger } from './tool-ledger.js';

interface Start {
  readonly scenario?: SessionScenario;
  readonly fake?: FakeOptions;
  readonly config?: 'cloud' | 'self_hosted';
}

async function start(tools: object[], { scenario = {}, fake: options = {}, config = 'cloud' }: Start = {}) {
  const fake = createFake(options);
  fake.applyScenario({ sessions: scenario });
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const agent = await client.agents.create({ model: 'm', name: 'Worker', tools: tools as never });
  const environment = await client.environments.create({ name: 'env', config: { type: config } });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  return { fake, client, id: session.id };
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
/** A tool that returns only when aborted; `begun` resolves once it runs. */
function hanging(name: string) {
  const begun = Promise.withResolvers<SessionToolContext>();
  const call = (_: unknown, context: SessionToolContext) => {
    begun.resolve(context);
    return new Promise<string>((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  };
  return { tool: tool(name, call), begun: begun.promise };
}

test('an interrupt ends the run and aborts a hanging tool', async () => {
  const { client, id } = await start([custom('slow')]);
  const slow = hanging('slow');
  const running = client.sessions.run(id, { input: '/tool slow {}', tools: [slow.tool] });
  const { signal } = await slow.begun;
  await client.sessions.events.send(id, { events: [{ type: 'user.interrupt' }] });
  expect(await running).toMatchObject({ reason: 'end_turn', text: '' });
  expect(signal.aborted).toBe(true);
});

test('a prompt that another client has answered in the meantime does not fail the run', async () => {
  const { client, id } = await start([asking], { config: 'self_hosted' });
  const { text } = await client.sessions.run(id, {
    input: '/tool bash {"command":"ls"}',
    tools: [tool('bash', async () => 'listed')],
    onPermission: async ({ id: call }) => {
      const event = { type: 'user.tool_confirmation' as const, tool_use_id: call, result: 'allow' as const };
      await client.sessions.events.send(id, { events: [event] });
      return 'allow' as const;
    },
  });
  expect(text).toBe('You said: listed');
});

test('a call that somebody has denied in the meantime does not run', async () => {
  const { client, id } = await start([asking], { config: 'self_hosted' });
  await client.sessions.events.send(id, { events: [message('/tool bash {"command":"ls"}')] });
  const prompt = await vi.waitFor(async () => {
    for await (const event of client.sessions.events.list(id, { types: ['session.status_idle'] }))
      if (event.type === 'session.status_idle' && event.stop_reason.type === 'requires_action')
        return { at: event.processed_at, call: event.stop_reason.event_ids[0] ?? '' };
    throw new Error('not yet');
  });
  // Denies the call just before the run looks it up.
  const denyFirst: Middleware = (next) => async (request) => {
    if (request.path.includes('agent.tool_use'))
      await client.sessions.events.send(id, {
        events: [{ type: 'user.tool_confirmation', tool_use_id: prompt.call, result: 'deny' }],
      });
    return next(request);
  };
  const calls: unknown[] = [];
  const late = client.withOptions({ middleware: [denyFirst] });
  const { reason } = await late.sessions.run(id, {
    tools: [tool('bash', async (input) => String(calls.push(input)))],
    resumeFrom: {
      operation: 'sessions.events.follow',
      session_id: id,
      processed_at: prompt.at,
      ids: [prompt.call],
      done: false,
    },
  });
  expect(reason).toBe('end_turn');
  expect(calls).toEqual([]);
});

test('a quick tool is answered while another one hangs', async () => {
  const { client, id } = await start([custom('slow'), custom('quick')]);
  const slow = hanging('slow');
  const running = client.sessions.run(id, {
    input: '/tool slow {}\n/tool quick {}',
    tools: [slow.tool, tool('quick', async () => 'done')],
  });
  await slow.begun;
  const isLeft = ({ stop_reason: reason }: { stop_reason?: { event_ids?: unknown } }) =>
    (reason?.event_ids as string[] | undefined)?.length === 1;
  for await (const event of client.sessions.events.follow(id, { until: (one) => isLeft(one as never) }))
    expect(event.type).not.toBe('session.status_terminated');
  await client.sessions.events.send(id, { events: [{ type: 'user.interrupt' }] });
  expect((await running).reason).toBe('end_turn');
});

test('an abort stops a run in history, in a tool and at a prompt, and the session can continue', async () => {
  const { client, id } = await start([custom('slow'), asking]);
  await expect(client.sessions.run(id, { signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
  const inTool = new AbortController();
  const slow = hanging('slow');
  const first = client.sessions.run(id, {
    input: '/tool slow {}',
    tools: [slow.tool],
    signal: inTool.signal,
  });
  const { signal } = await slow.begun;
  inTool.abort();
  await expect(first).rejects.toThrow(AbortedError);
  expect(signal.aborted).toBe(true);
  const quick = tool('slow', async () => 'at last');
  expect((await client.sessions.run(id, { tools: [quick] })).text).toBe('You said: at last');
  const atPrompt = new AbortController();
  const second = client.sessions.run(id, {
    input: '/tool write {"file_path":"a","content":"b"}',
    signal: atPrompt.signal,
    onPermission: () => {
      atPrompt.abort();
      return new Promise(() => {});
    },
  });
  await expect(second).rejects.toThrow(AbortedError);
  const allowed = await client.sessions.run(id, { onPermission: () => 'allow' });
  expect(allowed.text).toBe('You said: Wrote a');
});

test('a run ends when its queued input is flushed by a failed turn', async () => {
  const error = { type: 'unknown_error', message: 'm', retry: 'exhausted' as const };
  const { client, id, fake } = await start([], {
    fake: { clock: { mode: 'manual' } },
    scenario: { replies: [{ text: 'earlier' }, { error }] },
  });
  await client.sessions.events.send(id, { events: [message('first'), message('busy')] });
  const seen = Promise.withResolvers<void>();
  const running = client.sessions.run(id, {
    input: 'later',
    onEvent: ({ type }) => {
      if (type === 'agent.message') seen.resolve();
    },
  });
  const isQueued = async () => {
    const { data } = await client.sessions.events.list(id, { types: ['user.message'] });
    return data.length === 3;
  };
  while (!(await isQueued()));
  fake.world().clock.advance(200);
  await seen.promise;
  fake.world().clock.advance(200);
  expect(await running).toMatchObject({ reason: 'retries_exhausted', text: '' });
});

test('input that answers a call is not answered a second time', async () => {
  const { client, id } = await start([custom('look')]);
  const feed = client.sessions.events.follow(id, { until: ({ type }) => type === 'session.status_idle' });
  await client.sessions.events.send(id, { events: [message('/tool look {}')] });
  let callId = '';
  for await (const event of feed) if (event.type === 'agent.custom_tool_use') callId = event.id;
  const look = vi.fn<() => Promise<string>>(async () => 'by the tool');
  const sent = {
    type: 'user.custom_tool_result' as const,
    custom_tool_use_id: callId,
    content: [{ type: 'text' as const, text: 'manually' }],
  };
  const result = await client.sessions.run(id, { input: [sent], tools: [tool('look', look)] });
  expect(result.text).toBe('You said: manually');
  expect(look).not.toHaveBeenCalled();
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

test.each([
  ['nothing', undefined, ''],
  ['an empty text', '', ''],
  ['an object', { a: 1 }, '{"a":1}'],
  ['a number', 7, '7'],
  ['null', null, 'null'],
  ['a list of anything', [1, 'two', { three: 3 }], '1\ntwo\n{"three":3}'],
  ['a bigint', 1n, 'Do not know how to serialize a BigInt'],
  ['a function', () => 1, 'The tool returned a value that is not JSON-serializable.'],
  ['a circular object', circular, 'Converting circular structure to JSON'],
  [
    'a block that the service rejects',
    [{ type: 'text', text: 7 }],
    "The service rejected the tool's result:",
  ],
  [
    'a block with an unknown field',
    [{ type: 'text', text: 'a', more: 1 }],
    "The service rejected the tool's result:",
  ],
])('sends a result for a tool that returns %s', async (_, output, text) => {
  const { client, id } = await start([custom('odd')]);
  const ledger = memoryLedger();
  const finish = vi.spyOn(ledger, 'finish');
  const result = await client.sessions.run(id, {
    input: '/tool odd {}',
    ledger,
    tools: [tool('odd', async () => output as never)],
  });
  expect(result.reason).toBe('end_turn');
  expect(result.text.slice(0, 10 + text.length)).toBe(`You said: ${text}`);
  const kept = finish.mock.calls.at(-1)?.[1];
  expect(kept).toEqual(JSON.parse(JSON.stringify(kept)));
});

test('reports a result that is too large for the service to the agent', async () => {
  const { client, id } = await start([custom('huge')]);
  const result = await client.sessions.run(id, {
    input: '/tool huge {}',
    tools: [tool('huge', async () => 'x'.repeat(40 * 1024 * 1024))],
  });
  expect(result.text).toMatch(/^You said: The service rejected the tool's result: .*413/);
});

test('a failing ledger or callback ends the run with its error', async () => {
  const { client, id } = await start([custom('pay'), asking]);
  const ledger = { ...memoryLedger(), finish: () => Promise.reject(new Error('disk full')) };
  const tools = [tool('pay', async () => 'paid')];
  await expect(client.sessions.run(id, { input: '/tool pay {}', tools, ledger })).rejects.toThrow(
    'disk full',
  );
  expect((await client.sessions.run(id, { tools })).text).toBe('You said: paid');
  const input = '/tool read {"file_path":"a"}';
  const onPermission = () => Promise.reject(new Error('closed the window'));
  await expect(client.sessions.run(id, { input, onPermission })).rejects.toThrow('closed the window');
  const onEvent = () => {
    throw new Error('broken log');
  };
  await expect(client.sessions.run(id, { onEvent })).rejects.toThrow('broken log');
});

test.each([true, undefined, 'yes', {}])('throws when onPermission returns %j', async (answer) => {
  const { client, id } = await start([asking]);
  const onPermission = () => answer as never;
  const running = client.sessions.run(id, { input: '/tool bash {}', onPermission });
  await expect(running).rejects.toMatchObject({ name: 'SessionError', code: 'invalid_permission_answer' });
  const rest = await client.sessions.run(id, { unclaimed: 'reject' });
  expect(rest.text).toBe('You said: No one is available to approve this call.');
});

test('asks once for each of two prompts, and does not run a tool of the same name', async () => {
  const { client, id } = await start([asking]);
  const bash = vi.fn<() => Promise<string>>(async () => 'here');
  const onPermission = vi.fn<() => Promise<'allow'>>(async () => 'allow');
  const { text } = await client.sessions.run(id, {
    input: '/tool write {"file_path":"a","content":"b"}\n/tool bash {"command":"ls"}',
    tools: [tool('bash', bash)],
    onPermission,
  });
  expect(text).toBe('You said: Wrote a\nNo staged result for bash matches this input.');
  expect(onPermission).toHaveBeenCalledTimes(2);
  expect(bash).not.toHaveBeenCalled();
});

test('a tool of a self-hosted environment runs here once allowed, also from a checkpoint in between', async () => {
  const { client, id } = await start([asking], { config: 'self_hosted' });
  const bash = vi.fn<() => Promise<string>>(async () => 'here');
  const tools = [tool('bash', bash)];
  const all = await client.sessions.run(id, { input: '/tool bash {}', tools, onPermission: () => 'allow' });
  expect(all.text).toBe('You said: here');
  let prompt = '';
  let idles = 0;
  const feed = client.sessions.events.follow(id, {
    resumeFrom: all.checkpoint,
    until: (event) => event.type === 'session.status_idle' && ++idles === 2,
  });
  await client.sessions.events.send(id, { events: [message('/tool bash {}')] });
  for await (const event of feed) {
    if (event.type === 'agent.tool_use') prompt = event.id;
    if (event.type !== 'session.status_idle' || idles > 1) continue;
    const confirmation = {
      type: 'user.tool_confirmation' as const,
      tool_use_id: prompt,
      result: 'allow' as const,
    };
    await client.sessions.events.send(id, { events: [confirmation] });
  }
  const onPermission = vi.fn<() => 'deny'>(() => 'deny');
  const rest = await client.sessions.run(id, { resumeFrom: feed.checkpoint, tools, onPermission });
  expect(rest.text).toBe('You said: here');
  expect(onPermission).not.toHaveBeenCalled();
});

test('a session deleted while the connection is lost has ended', async () => {
  const match = { operation: 'sessions.events.stream' };
  const { client, id } = await start([custom('slow')], {
    fake: { faults: [{ match, times: 1, stream: { cut_at_event: 6, cut: 'rst' } }] },
  });
  const slow = hanging('slow');
  const running = client.sessions.run(id, { input: '/tool slow {}', tools: [slow.tool], baseDelayMs: 0 });
  await slow.begun;
  await client.sessions.delete(id);
  const { reason, checkpoint } = await running;
  expect({ reason, done: checkpoint.done }).toEqual({ reason: 'deleted', done: true });
});

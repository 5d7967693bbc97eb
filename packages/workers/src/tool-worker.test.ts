import { defineTool } from '@parlance/inference';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { sessionToolset } from '@parlance/agent-tools';
import type { Middleware } from '@parlance/core-transport';
import { openTelemetry } from '@parlance/core-transport/telemetry';
import { StoreError } from '@parlance/durable';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { CallRows } from './call-rows.js';
import { SessionRows } from './session-rows.js';
import { openFleet } from './testing/fleet.js';
import { openToolCalls } from './tool-calls.js';
import type { WorkerTool } from './worker-tool.js';

const tool = (name: string, call: WorkerTool['call']): WorkerTool => ({ definition: { name }, call });

test('a worker runs the tools of sessions from the queue, and leaves them when their turn ends', async () => {
  const { worker, start, session, reply, say, event, client, environment } = await openFleet();
  const charge = defineTool({
    name: 'charge',
    description: 'Charges an amount.',
    input: z.object({ amount: z.number() }),
    run: ({ amount }) => `charged ${amount}`,
  });
  const cashier = worker().tool(charge);
  start(cashier);
  const id = await session(['charge'], '/tool charge {"amount":5}');
  expect(await reply(id)).toBe('You said: charged 5');
  expect(await event('session_left')).toEqual({ type: 'session_left', sessionId: id, reason: 'ended' });
  expect(cashier.health()).toEqual({ sessions: 0, calls: 0, oldestCallMs: 0, waiting: 0 });
  const [item] = (await client.environments.work.list(environment)).data;
  expect(item?.state).toBe('stopped');
  await say(id, '/tool charge {"amount":6}');
  expect(await reply(id)).toBe('You said: charged 6');
});

test('two workers run each call once', async () => {
  const { worker, start, session, reply } = await openFleet();
  const charge = vi.fn<WorkerTool['call']>(async (input) => `charged ${JSON.stringify(input)}`);
  for (const _ of [1, 2]) start(worker().tool(tool('charge', charge)));
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, index) => session(['charge'], `/tool charge {"n":${index}}`)),
  );
  const replies = await Promise.all(ids.map((id) => reply(id)));
  expect(replies).toEqual(ids.map((_, index) => `You said: charged {"n":${index}}`));
  expect(charge).toHaveBeenCalledTimes(8);
});

test('a worker that stops sends the results of running calls, and hands its sessions over', async () => {
  const { worker, start, session, reply, event, events, client, environment } = await openFleet();
  const charged = Promise.withResolvers<string>();
  const entered = Promise.withResolvers<void>();
  const slow = tool('charge', () => {
    entered.resolve();
    return charged.promise;
  });
  const stop = start(
    worker()
      .tool(slow)
      .tool(tool('refund', async () => 'refunded')),
  );
  const id = await session(['charge'], '/tool charge {}');
  await entered.promise;
  const stopped = stop();
  charged.resolve('charged');
  await stopped;
  const { reason } = await event('session_left');
  expect(events.filter(({ type }) => type === 'tool_error')).toEqual([]);
  const [item] = (await client.environments.work.list(environment)).data;
  // The turn may end before the worker leaves. Until then, the worker never stops the work.
  expect(item?.state === 'active').toBe(reason === 'released');
  start(worker().tool(slow));
  expect(await reply(id)).toBe('You said: charged');
});

test('a worker whose session was taken over sends no more heartbeats for it', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const { worker, start, session, event, store } = await openFleet();
  start(
    worker({ leaseMs: 1000 }).tool(
      tool('charge', async () => 'charged'),
      { approval: true },
    ),
  );
  await session(['charge'], '/tool charge {}');
  await event('call_waiting');
  const rows = new SessionRows(store, 'tools');
  for (const member of await rows.members()) await rows.pass(member, 'elsewhere');
  expect(await event('session_left')).toMatchObject({ reason: 'released' });
  await new Promise((resolve) => setImmediate(resolve));
  const beat = started.mock.calls.findIndex(([, delayMs]) => delayMs === 150_000);
  expect(cleared).toHaveBeenCalledWith(started.mock.results[beat]?.value);
});

test('a session continues when another worker has stopped its work', async () => {
  const { worker, start, session, reply, client, environment } = await openFleet();
  // The other worker saw the end of the turn before; the session runs again.
  const stopFirst: Middleware = (next) => async (request) => {
    const [, item] = /work\/(\w+)\/heartbeat/.exec(request.path) ?? [];
    if (item !== undefined) await client.environments.work.stop(environment, item, { force: true });
    return next(request);
  };
  const late = client.withOptions({ middleware: [stopFirst] });
  start(worker({ client: late }).tool(tool('charge', async () => 'charged')));
  const id = await session(['charge'], '/tool charge {}');
  expect(await reply(id)).toBe('You said: charged');
});

test('a session continues without the queue when somebody speaks at the end of its turn', async () => {
  const { worker, start, session, say, event, client, events } = await openFleet();
  const stops = vi.fn<() => void>();
  let isFirst = true;
  const speak: Middleware = (next) => async (request) => {
    if (request.path.endsWith('/stop')) stops();
    if (/\/events(\?|$)/.test(request.path) && request.method === 'GET') {
      const [last] = (await client.sessions.events.list(id, { order: 'desc', limit: 1 })).data;
      const isOver = last?.type === 'session.status_idle' && last.stop_reason.type === 'end_turn';
      if (isFirst && isOver) {
        isFirst = false;
        await say(id, '/tool charge {}');
      }
    }
    return next(request);
  };
  const charge = vi.fn<WorkerTool['call']>(async () => 'charged');
  start(worker({ client: client.withOptions({ middleware: [speak] }) }).tool(tool('charge', charge)));
  const id = await session(['charge'], '/tool charge {}');
  await event('session_left');
  expect(charge).toHaveBeenCalledTimes(2);
  expect(stops).toHaveBeenCalledTimes(1);
  expect(events.filter(({ type }) => type === 'session_started')).toHaveLength(1);
});

test('a session waits for a store that is away, and continues soon after its return', async () => {
  const { worker, start, session, reply, store, event, events } = await openFleet();
  let isAway = false;
  const away = new StoreError('store_unavailable', 'postgres://example', 'is away', { retryable: true });
  const questions = vi.fn<() => void>();
  const failing = new Proxy(store, {
    get(target, name) {
      if (isAway && name === 'now') {
        questions();
        return () => Promise.reject(away);
      }
      if (isAway) throw away;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  start(worker({ store: failing }).tool(tool('charge', async () => 'charged')));
  const id = await session(['charge'], '/tool charge {}');
  await event('session_started');
  isAway = true;
  await expect.poll(() => questions.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(1);
  isAway = false;
  expect(await reply(id)).toBe('You said: charged');
  expect(events.filter(({ type, sessionId }) => type === 'retry' && sessionId === id)).toHaveLength(1);
});

test('calls that take too long to drain are aborted, and run again elsewhere when they had no effect', async () => {
  const { worker, start, session, reply } = await openFleet();
  const entered = Promise.withResolvers<void>();
  const hanging = tool('charge', async (_, { signal }) => {
    entered.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new Error('aborted');
  });
  const stop = start(worker().tool(hanging), 1);
  const id = await session(['charge'], '/tool charge {}');
  await entered.promise;
  await stop();
  start(worker().tool(tool('charge', async (_, { attempt }) => `attempt ${attempt}`)));
  expect(await reply(id)).toBe('You said: attempt 2');
});

test('calls of other tools are left to their owner', async () => {
  const { worker, start, session, reply, client } = await openFleet();
  start(worker().tool(tool('charge', async () => 'charged')));
  const id = await session(['charge', 'refund'], '/tool charge {}\n/tool refund {}');
  const { text } = await client.sessions.run(id, { tools: [tool('refund', async () => 'refunded')] });
  expect(text).toBe('You said: charged\nrefunded');
  expect(await reply(id)).toBe(text);
});

test('sessions of other environments are added, and served until they end', async () => {
  const { worker, start, client, say, reply, event } = await openFleet();
  const cloud = await client.environments.create({ name: 'cloud' });
  const agent = await client.agents.create({
    model: 'm',
    name: 'Cashier',
    tools: [{ type: 'custom', name: 'charge', description: 'd', input_schema: { type: 'object' } }],
  });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: cloud.id });
  const member = worker({ environment: undefined }).tool(tool('charge', async () => 'charged'));
  await member.add(id);
  await member.add(id);
  start(member);
  for (const _ of [1, 2]) {
    await say(id, '/tool charge {}');
    expect(await reply(id)).toBe('You said: charged');
  }
  await client.sessions.delete(id);
  expect((await event('session_left')).reason).toBe('ended');
});

test('a worker serves a session that it has adopted when the response of the store was lost', async () => {
  const { worker, start, client, say, reply, store } = await openFleet();
  await openToolCalls(store);
  const cloud = await client.environments.create({ name: 'cloud' });
  const tools = [
    { type: 'custom' as const, name: 'charge', description: 'd', input_schema: { type: 'object' as const } },
  ];
  const agent = await client.agents.create({ model: 'm', name: 'Cashier', tools });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: cloud.id });
  await say(id, '/tool charge {}');
  // The first member of a new store.
  await new SessionRows(store, 'tools').receive(id, { environment: null, item: null }, '0:1');
  start(worker({ environment: undefined }).tool(tool('charge', async () => 'charged')));
  expect(await reply(id)).toBe('You said: charged');
});

test('sessions in quarantine are left alone, also when their work is gone', async () => {
  const { worker, start, session, reply, store, fake } = await openFleet();
  const calls = await openToolCalls(store);
  const charge = tool('charge', async () => 'charged');
  const broken = await session(['charge'], '/tool charge {}');
  const rows = new SessionRows(store, 'tools');
  await rows.add(broken);
  await rows.quarantine(broken, 'refused');
  fake.setFaults([{ match: { operation: 'environments.work.stop' }, times: 1, status: 404 }]);
  start(worker().tool(charge));
  const id = await session(['charge'], '/tool charge {}');
  expect(await reply(id)).toBe('You said: charged');
  expect(await calls.quarantined()).toEqual([
    { sessionId: broken, problem: 'refused', since: expect.any(Number) },
  ]);
  await calls.resume(broken);
  expect(await reply(broken)).toBe('You said: charged');
  await expect(calls.resume(broken)).rejects.toMatchObject({ code: 'session_not_found' });
});

test('a refused API key ends the worker', async () => {
  const { worker, client } = await openFleet();
  const stranger = client.withOptions({ apiKey: 'wrong' });
  const serving = worker({ client: stranger })
    .tool(tool('charge', async () => 'charged'))
    .serve();
  await expect(serving).rejects.toMatchObject({ status: 401 });
});

test('a result that the service refuses is kept, and its session continues', async () => {
  const { worker, start, session, reply, store, event } = await openFleet();
  const broken = vi.fn<WorkerTool['call']>(async () => 'x'.repeat(40 * 1024 * 1024));
  start(worker().tool(tool('draw', broken)));
  const id = await session(['draw'], '/tool draw {}');
  expect(await reply(id)).toMatch(/^You said: The service rejected the tool's result/);
  await event('session_left');
  const calls = await openToolCalls(store);
  const [refused] = await calls.refused();
  expect(refused).toMatchObject({
    sessionId: id,
    toolName: 'draw',
    problem: expect.stringContaining('rejected'),
  });
  await calls.dismiss(refused?.id ?? '');
  expect(await calls.refused()).toEqual([]);
  expect(broken).toHaveBeenCalledTimes(1);
});

test('a refused result stays when a worker that was paused reports that its call waits', async () => {
  const { store } = await openFleet();
  const rows = await CallRows.open(store, 'tools');
  const facts = { call: 'call', session: 'session', tool: 'refund', kind: 'call' as const, input: {} };
  await rows.refuse(facts, 'refused');
  await rows.wait(facts);
  await rows.settle('call');
  expect(await (await openToolCalls(store)).refused()).toHaveLength(1);
});

test.each([
  [{ name: 7 }, 'name'],
  [{ leaseMs: 0 }, 'leaseMs'],
  [{ prompts: 'ask' }, 'prompts'],
  [{ concurency: 2 }, 'concurency'],
  [{ store: {} }, 'store'],
])('rejects the options %j', async (options, option) => {
  const { worker } = await openFleet();
  expect(() => worker(options as never)).toThrow(expect.objectContaining({ option }));
});

test.each([
  [undefined, {}, 'tool'],
  [{ definition: { name: '' }, call: () => 1 }, {}, 'tool.definition.name'],
  [{ definition: { name: 'a' } }, {}, 'tool.call'],
  [tool('a', async () => ''), { effects: 'twice' }, 'effects'],
  [tool('a', async () => ''), { effects: 'idempotent', reconcile: () => 'absent' }, 'reconcile'],
  [tool('charge', async () => ''), {}, 'tool'],
])('rejects the tool %j %j', async (wrong, options, option) => {
  const { worker } = await openFleet();
  const member = worker().tool(tool('charge', async () => ''));
  expect(() => member.tool(wrong as never, options as never)).toThrow(expect.objectContaining({ option }));
});

test('a worker runs the built-in tools of sessions in a folder', async () => {
  const { worker, start, client, environment, say, reply } = await openFleet();
  await using folder = await temporaryFolder();
  await using toolset = sessionToolset({ folder: folder.path });
  const tools = [{ type: 'agent_toolset_20260401' as const }];
  const agent = await client.agents.create({ model: 'm', name: 'Coder', tools });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment });
  start(worker().toolset(toolset));
  const use = async (name: string, input: object): Promise<string> => {
    await say(id, `/tool ${name} ${JSON.stringify(input)}`);
    return reply(id);
  };
  expect(await use('write', { file_path: 'a.txt', content: 'one' })).toBe('You said: Wrote a.txt');
  expect(await use('bash', { command: 'cat a.txt' })).toBe('You said: one');
  expect(await use('grep', { pattern: 'o.e' })).toBe('You said: a.txt:1:one');
  expect(await use('read', { file_path: '../secret' })).toContain('outside of the folder');
});

test('each call of a tool has a span and a duration, without its input', async () => {
  const { worker, start, session, reply } = await openFleet();
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 60_000 });
  const meters = new MeterProvider({ readers: [reader] });
  onTestFinished(() => meters.shutdown());
  const telemetry = openTelemetry({ tracer: provider.getTracer('test'), meter: meters.getMeter('test') });
  const pay = tool('pay', () => Promise.resolve('paid'));
  const fail = tool('fail', () => Promise.reject(new Error('hidden')));
  start(worker({ telemetry }).tool(pay).tool(fail));
  await reply(await session(['pay'], '/tool pay {"card":"hidden"}'));
  await reply(await session(['fail'], '/tool fail {}'));
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes }) => ({ name, error: attributes['error.type'] }));
  expect(spans).toEqual([
    { name: 'execute_tool pay', error: undefined },
    { name: 'execute_tool fail', error: 'failed' },
  ]);
  const attributes = exporter.getFinishedSpans().map((span) => [span.attributes, span.status, span.events]);
  expect(JSON.stringify(attributes)).not.toContain('hidden');
  await meters.forceFlush();
  const metrics = measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const points = metrics.find(({ descriptor }) => descriptor.name === 'parlance.tool.duration')?.dataPoints;
  expect(points?.map((point) => point.attributes)).toEqual([
    { 'gen_ai.tool.name': 'pay' },
    { 'gen_ai.tool.name': 'fail', 'error.type': 'failed' },
  ]);
});

/** Workers that start a sandbox for each session. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SandboxItem, StartSandbox } from './sandboxed-session.js';
import { openFleet, type Fleet } from './testing/fleet.js';
import type { ToolWorker } from './tool-worker.js';
import type { WorkerTool } from './worker-tool.js';

const tool = (name: string, call: WorkerTool['call']): WorkerTool => ({ definition: { name }, call });

/** Starts a worker whose sandboxes are workers of this process. */
function supervise({ worker }: Fleet, sandbox: StartSandbox, drainMs?: number): () => Promise<void> {
  const stop = new AbortController();
  const served = worker().serve({ signal: stop.signal, drainMs, sandbox });
  const end = (): Promise<void> => {
    stop.abort();
    return served;
  };
  onTestFinished(() => end().catch(() => undefined));
  return end;
}

const paying = ({ worker }: Fleet, pay: WorkerTool['call'] = () => Promise.resolve('paid')): ToolWorker =>
  worker().tool(tool('pay', pay));

test('a sandbox serves one session, which it receives as plain JSON', async () => {
  const fleet = await openFleet();
  const items: SandboxItem[] = [];
  supervise(fleet, (item) => {
    items.push(item);
    return paying(fleet).serveItem(JSON.parse(JSON.stringify(item)) as SandboxItem);
  });
  const first = await fleet.session(['pay'], '/tool pay {}');
  const second = await fleet.session(['pay'], '/tool pay {}');
  expect(await fleet.reply(first)).toBe('You said: paid');
  expect(await fleet.reply(second)).toBe('You said: paid');
  expect(items).toEqual([
    { sessionId: first, environment: fleet.environment, item: expect.any(String) },
    { sessionId: second, environment: fleet.environment, item: expect.any(String) },
  ]);
  // Each message starts a sandbox again, once the turn before has ended.
  await fleet.say(first, '/tool pay {}');
  expect(await fleet.reply(first)).toBe('You said: paid');
  expect(items).toHaveLength(3);
});

test('the item is acknowledged and held before the sandbox has started', async () => {
  const fleet = await openFleet();
  const starting = Promise.withResolvers<void>();
  const states: unknown[] = [];
  supervise(fleet, async (item) => {
    const { data } = await fleet.client.environments.work.list(fleet.environment);
    states.push(data.map(({ state, latest_heartbeat_at: beat }) => [state, typeof beat]));
    await starting.promise;
    await paying(fleet).serveItem(item);
  });
  const id = await fleet.session(['pay'], '/tool pay {}');
  await vi.waitFor(() => expect(states).toEqual([[['active', 'string']]]));
  starting.resolve();
  expect(await fleet.reply(id)).toBe('You said: paid');
});

test('a sandbox that fails before it has the session is started again', async () => {
  const fleet = await openFleet();
  let starts = 0;
  supervise(fleet, async (item) => {
    starts += 1;
    if (starts === 1) throw new Error('no image');
    if (starts === 2) return;
    await paying(fleet).serveItem(item);
  });
  const id = await fleet.session(['pay'], '/tool pay {}');
  expect(await fleet.reply(id)).toBe('You said: paid');
  expect(starts).toBe(3);
  const problems = fleet.events.flatMap((event) =>
    event.type === 'retry' ? [(event.error as Error).message] : [],
  );
  expect(problems).toEqual(['no image', 'The sandbox ended before it had taken the session over.']);
});

test('a sandbox that ends during a call is replaced, and the call runs there', async () => {
  const fleet = await openFleet();
  const stopped = new AbortController();
  const entered = Promise.withResolvers<void>();
  let starts = 0;
  supervise(fleet, (item) => {
    starts += 1;
    if (starts > 1) return paying(fleet).serveItem(item);
    const hangs = paying(fleet, async (_, { signal }) => {
      entered.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('stopped');
    });
    return hangs.serveItem(item, { signal: stopped.signal, drainMs: 1 });
  });
  const id = await fleet.session(['pay'], '/tool pay {}');
  await entered.promise;
  stopped.abort();
  expect(await fleet.reply(id)).toBe('You said: paid');
  expect(starts).toBe(2);
});

test('a worker that ends leaves running sandboxes alone, and ends those that were not ready', async () => {
  const fleet = await openFleet();
  const paid = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const served: Promise<void>[] = [];
  const entered = Promise.withResolvers<void>();
  const end = supervise(
    fleet,
    (item, { signal }) => {
      signals.push(signal);
      if (signals.length > 1)
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      const running = paying(fleet, () => {
        entered.resolve();
        return paid.promise;
      }).serveItem(item);
      served.push(running);
      return running;
    },
    1,
  );
  const ready = await fleet.session(['pay'], '/tool pay {}');
  await entered.promise;
  await fleet.session(['pay'], '/tool pay {}');
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  await end();
  expect(signals[1]?.aborted).toBe(true);
  paid.resolve('paid');
  await Promise.all(served);
  expect(await fleet.reply(ready)).toBe('You said: paid');
});

test('a session that was added needs no work queue', async () => {
  const fleet = await openFleet();
  const { client } = fleet;
  const agent = await client.agents.create({
    model: 'm',
    name: 'Cashier',
    tools: [{ type: 'custom', name: 'pay', description: 'd', input_schema: { type: 'object' } }],
  });
  const environment = await client.environments.create({ name: 'cloud' });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const stop = new AbortController();
  const worker = fleet.worker({ environment: undefined });
  const items: SandboxItem[] = [];
  const serving = worker.serve({
    signal: stop.signal,
    sandbox: (item) => {
      items.push(item);
      return paying(fleet).serveItem(item, { signal: stop.signal });
    },
  });
  await worker.add(id);
  await fleet.say(id, '/tool pay {}');
  expect(await fleet.reply(id)).toBe('You said: paid');
  stop.abort();
  await serving;
  expect(items).toEqual([{ sessionId: id, environment: null, item: null }]);
});

test('a worker without tools needs sandboxes, and an item needs a session', async () => {
  const { worker } = await openFleet();
  await expect(worker().serve()).rejects.toThrow('has no tools');
  await expect(worker().serve({ sandbox: 'docker' as never })).rejects.toThrow('sandbox must be');
  const item = { sessionId: '', environment: null, item: null };
  await expect(
    worker()
      .tool(tool('pay', async () => ''))
      .serveItem(item),
  ).rejects.toThrow('item.sessionId');
});

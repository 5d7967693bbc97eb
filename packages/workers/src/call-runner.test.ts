/** How often tools take effect, and the decisions of people. */
import { StoreError, type StoreSchema } from '@parlance/durable';
import { expect, test, vi } from 'vitest';
import { openFleet, type Fleet } from './testing/fleet.js';
import { openToolCalls } from './tool-calls.js';
import type { WorkerTool, WorkerToolOptions } from './worker-tool.js';

const tool = (name: string, call: WorkerTool['call']): WorkerTool => ({ definition: { name }, call });

/** The table of ledgers. */
const ledgers: StoreSchema<{ parlance_ledger: { expires_at: number } }> = { name: 'ledgers', migrations: {} };

/** A session with a call that was started by a worker that is gone. */
async function interrupted({ client, session, store }: Fleet): Promise<string> {
  const id = await session(['charge'], '/tool charge {"n":1}');
  let key = '';
  await client.sessions.run(id, {
    until: (event) => {
      if (event.type === 'agent.custom_tool_use') key = event.id;
      return key !== '';
    },
  });
  const ledger = store.ledger('tools');
  const claim = await ledger.claim(key, { owner: 'gone', input: { n: 1 } });
  if (claim.state === 'claimed') await ledger.started(claim);
  // The lease has ended, as after a crash.
  await store.tables(ledgers).updateTable('parlance_ledger').set({ expires_at: 1 }).execute();
  return id;
}

const REPORTED = 'You said: The call was interrupted by a restart; it may or may not have taken effect.';

test.each<[string, WorkerToolOptions, string, number]>([
  ['is reported by default', {}, REPORTED, 0],
  ['is reported when it cannot be looked up', { reconcile: () => 'unknown' }, REPORTED, 0],
  [
    'is reported when looking it up fails',
    { reconcile: () => Promise.reject(new Error('down')) },
    REPORTED,
    0,
  ],
  ['has the result that was found', { reconcile: () => ({ output: 'found' }) }, 'You said: found', 0],
  ['runs when it had no effect', { reconcile: () => 'absent' }, 'You said: charged', 1],
  ['runs again when it is idempotent', { effects: 'idempotent' }, 'You said: charged', 1],
  ['runs again when it is transactional', { effects: 'transactional' }, 'You said: charged', 1],
])('an interrupted call %s', async (_, options, said, calls) => {
  const fleet = await openFleet();
  const id = await interrupted(fleet);
  const charge = vi.fn<WorkerTool['call']>(async () => 'charged');
  fleet.start(fleet.worker().tool(tool('charge', charge), options));
  expect(await fleet.reply(id)).toBe(said);
  expect(charge).toHaveBeenCalledTimes(calls);
});

test('a transactional tool runs again after an outage of the store, of which the agent learns nothing', async () => {
  const { worker, start, session, reply } = await openFleet();
  const away = new StoreError('store_unavailable', 'postgres://example', 'is away', { retryable: true });
  const pay = vi.fn<WorkerTool['call']>().mockRejectedValueOnce(away).mockResolvedValue('paid');
  start(worker().tool(tool('pay', pay), { effects: 'transactional' }));
  expect(await reply(await session(['pay'], '/tool pay {}'))).toBe('You said: paid');
  expect(pay).toHaveBeenCalledTimes(2);
});

test('what a transactional tool writes is committed with its result, or not at all', async () => {
  const { worker, start, session, reply, store } = await openFleet();
  const pay = tool('pay', async (input, { transaction, idempotencyKey }) => {
    await transaction?.checkpoints.save(`paid/${(input as { n: number }).n}`, { idempotencyKey });
    if ((input as { n: number }).n === 2) throw new Error('refused');
    return 'paid';
  });
  start(worker().tool(pay, { effects: 'transactional' }));
  const id = await session(['pay'], '/tool pay {"n":1}\n/tool pay {"n":2}');
  expect(await reply(id)).toBe('You said: paid\nrefused');
  expect(await store.checkpoints.load('paid/1')).toEqual({ idempotencyKey: expect.stringMatching(/^sevt_/) });
  expect(await store.checkpoints.load('paid/2')).toBeNull();
});

test('a call waits until a person approves it, also over a restart', async () => {
  const { worker, start, session, reply, store, event } = await openFleet();
  const refund = vi.fn<WorkerTool['call']>(async () => 'refunded');
  const approval = (input: unknown): boolean => (input as { amount: number }).amount > 100;
  const stop = start(worker().tool(tool('refund', refund), { approval }));
  const id = await session(['refund'], '/tool refund {"amount":5}\n/tool refund {"amount":500}');
  const { callId } = await event('call_waiting');
  await stop();
  expect(refund).toHaveBeenCalledTimes(1);
  const calls = await openToolCalls(store);
  const [waiting] = await calls.waiting();
  expect(waiting).toMatchObject({
    id: callId,
    sessionId: id,
    toolName: 'refund',
    kind: 'call',
    input: { amount: 500 },
    inputDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    problem: null,
  });
  await expect(calls.approve(callId, { by: 'lena', inputDigest: 'another' })).rejects.toMatchObject({
    code: 'input_differs',
  });
  await calls.approve(callId, { by: 'lena', inputDigest: waiting?.inputDigest });
  start(worker().tool(tool('refund', refund), { approval }));
  expect(await reply(id)).toBe('You said: refunded\nrefunded');
  expect(refund).toHaveBeenCalledTimes(2);
  expect(await calls.waiting()).toEqual([]);
  expect((await store.ledger('tools').get(callId))?.decision).toMatchObject({
    verdict: 'approved',
    by: 'lena',
    shown: 'refund {"amount":500}',
  });
  await expect(calls.deny(callId, { by: 'max' })).rejects.toMatchObject({ code: 'call_not_found' });
});

test('a decision reaches a worker that waits for it', async () => {
  const { worker, start, session, reply, store, event } = await openFleet();
  const refund = vi.fn<WorkerTool['call']>();
  const cashier = worker().tool(tool('refund', refund), { approval: true });
  start(cashier);
  const id = await session(['refund'], '/tool refund {}');
  const { callId } = await event('call_waiting');
  const calls = await openToolCalls(store);
  await vi.waitFor(async () => expect(await calls.waiting()).toHaveLength(1));
  expect(cashier.health()).toMatchObject({ sessions: 1, calls: 0, waiting: 1 });
  await calls.deny(callId, { by: 'lena', reason: 'too much' });
  expect(await reply(id)).toBe('You said: A person denied this call: too much');
  expect(refund).not.toHaveBeenCalled();
});

test('an expired approval does not apply', async () => {
  const { worker, start, session, store, event } = await openFleet();
  const refund = vi.fn<WorkerTool['call']>(async () => 'refunded');
  const stop = start(worker().tool(tool('refund', refund), { approval: true }));
  await session(['refund'], '/tool refund {}');
  const { callId } = await event('call_waiting');
  await stop();
  const calls = await openToolCalls(store);
  await calls.approve(callId, { by: 'lena', validForMs: 1 });
  const decided = await store.now();
  await vi.waitFor(async () => expect(await store.now()).toBeGreaterThan(decided + 1));
  start(worker().tool(tool('refund', refund), { approval: true }));
  await vi.waitFor(async () => expect(await calls.waiting()).toHaveLength(1));
  expect(refund).not.toHaveBeenCalled();
});

/** A session of an agent whose built-in tools ask for permission. */
async function promptingSession({ client, environment }: Fleet): Promise<string> {
  const agent = await client.agents.create({
    model: 'm',
    name: 'Cashier',
    tools: [
      {
        type: 'agent_toolset_20260401',
        default_config: { permission_policy: { type: 'always_ask' } },
      },
    ],
  });
  return (await client.sessions.create({ agent: agent.id, environment_id: environment })).id;
}

test.each([
  ['approve', 'You said: listed'],
  ['deny', 'You said: A person denied this call.'],
] as const)('people %s the prompts of other tools through the store', async (decide, said) => {
  const fleet = await openFleet();
  const { worker, start, say, reply, store, event } = fleet;
  const id = await promptingSession(fleet);
  const cashier = worker({ prompts: 'store' }).tool(tool('bash', async () => 'listed'));
  start(cashier);
  await say(id, '/tool bash {"command":"ls"}');
  const { callId } = await event('call_waiting');
  const calls = await openToolCalls(store);
  await vi.waitFor(async () => expect(await calls.waiting()).toHaveLength(1));
  expect((await calls.waiting())[0]).toMatchObject({ id: callId, kind: 'prompt', toolName: 'bash' });
  await calls[decide](callId, { by: 'lena' });
  expect(await reply(id)).toBe(said);
  expect(await calls.waiting()).toEqual([]);
  expect(cashier.health()).toMatchObject({ calls: 0, oldestCallMs: 0, waiting: 0 });
});

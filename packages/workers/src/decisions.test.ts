import { openStore, type Store } from '@parlance/durable';
import type { StoredToolResult } from '@parlance/managed-agents';
import { expect, onTestFinished, test } from 'vitest';
import { CallRows, type CallFacts } from './call-rows.js';
import { Decisions } from './decisions.js';
import { openToolCalls } from './tool-calls.js';

const facts: CallFacts = { call: 'call', session: 'session', tool: 'bash', kind: 'prompt', input: {} };

test('a call that another worker has settled waits no more', async () => {
  const store = await openStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const rows = await CallRows.open(store, 'tools');
  const decisions = new Decisions(store, rows);
  const { signal } = new AbortController();
  const stop = new AbortController();
  const watch = decisions.watch(stop.signal, (error) => expect.unreachable(String(error)));
  const waiting = decisions.wait(facts, signal);
  await expect.poll(() => rows.get('call')).toMatchObject({ state: 'waiting' });
  await rows.settle('call');
  await waiting;
  expect(decisions.count).toBe(0);
  stop.abort();
  await watch;
});

test('a run that has failed does not end the wait of the next one', async () => {
  const store = await openStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const rows = await CallRows.open(store, 'tools');
  const decisions = new Decisions(store, rows);
  const [failed, stop] = [new AbortController(), new AbortController()];
  const earlier = decisions.wait(facts, failed.signal);
  const next = decisions.wait(facts, stop.signal);
  await expect.poll(() => decisions.count).toBe(2);
  failed.abort();
  await earlier;
  const calls = await openToolCalls(store);
  await calls.approve('call', { by: 'lena' });
  const watch = decisions.watch(stop.signal, (error) => expect.unreachable(String(error)));
  await next;
  stop.abort();
  await watch;
});

test.each(['before', 'during'])('a process that was paused %s a decision leaves it alone', async (when) => {
  const store = await openStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const rows = await CallRows.open(store, 'tools');
  const ledger = store.ledger<StoredToolResult>('tools');
  const claim = await ledger.claim('prompt/call', { owner: 'worker', input: facts.input });
  if (claim.state === 'claimed') await ledger.release(claim);
  await rows.wait(facts);
  const calls = await openToolCalls(store);
  const [call] = await calls.waiting();
  const decide = () =>
    calls.deny('call', { by: 'lena', inputDigest: call?.inputDigest ?? '', reason: 'too much' });
  const paused: Store = Object.create(store);
  const transaction: Store['transaction'] = async (run, options) => {
    if (when === 'during') await decide();
    return store.transaction(run, options);
  };
  Object.defineProperty(paused, 'transaction', { value: transaction });
  if (when === 'before') await decide();
  await new Decisions(paused, rows).wait(facts, new AbortController().signal);
  expect(await rows.get('call')).toMatchObject({ state: 'decided', reason: 'too much' });
});

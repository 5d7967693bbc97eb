import { openStore } from '@parlance/durable';
import type { StoredToolResult } from '@parlance/managed-agents';
import { expect, onTestFinished, test } from 'vitest';
import { CallRows, type CallFacts } from './call-rows.js';
import { Decisions } from './decisions.js';
import { openToolCalls } from './tool-calls.js';

const facts: CallFacts = { call: 'call', session: 'session', tool: 'bash', kind: 'prompt', input: {} };

test('a call that another worker has settled waits no more', async () => {
  const store = await openStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const rows = await CallRows.open(store, 'worker');
  const decisions = new Decisions(store, rows);
  const { signal } = new AbortController();
  const stop = new AbortController();
  const watch = decisions.watch(stop.signal, (error) => expect.unreachable(String(error)));
  const waiting = decisions.wait(store.ledger('tools'), facts, signal);
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
  const ledger = store.ledger<StoredToolResult>('tools');
  const [failed, stop] = [new AbortController(), new AbortController()];
  const earlier = decisions.wait(ledger, facts, failed.signal);
  const next = decisions.wait(ledger, facts, stop.signal);
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

test('a process that was paused since its claim leaves the decision alone', async () => {
  const store = await openStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const rows = await CallRows.open(store, 'tools');
  const ledger = store.ledger<StoredToolResult>('tools');
  const claim = await ledger.claim('prompt/call', { owner: 'worker', input: facts.input });
  if (claim.state === 'claimed') await ledger.release(claim);
  await rows.wait(facts);
  const calls = await openToolCalls(store);
  const [call] = await calls.waiting();
  await calls.approve('call', { by: 'lena', inputDigest: call?.inputDigest ?? '' });
  await new Decisions(store, rows).wait(ledger, facts, new AbortController().signal);
  expect(await rows.get('call')).toMatchObject({ state: 'decided' });
});

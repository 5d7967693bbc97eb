import { openStore } from '@parlance/durable';
import { expect, onTestFinished, test } from 'vitest';
import { CallRows, type CallFacts } from './call-rows.js';
import { Decisions } from './decisions.js';

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

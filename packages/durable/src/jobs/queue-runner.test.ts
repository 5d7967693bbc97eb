import { expect, onTestFinished, test } from 'vitest';
import { testStore } from '../testing/test-store.js';
import { StoreError } from '../database/store-error.js';
import type { ClaimedJob, JobSource } from './job-source.js';
import { QueueRunner } from './queue-runner.js';

test('a preparation that failed is repeated, and one that succeeded is not', async () => {
  let preparations = 0;
  const source = {
    prepare: () => {
      preparations += 1;
      return preparations === 1 ? Promise.reject(new Error('not available')) : Promise.resolve();
    },
    enqueue: () => Promise.resolve(1),
    close: () => Promise.resolve(),
  };
  const runner = new QueueRunner(source as unknown as JobSource, { store: await testStore() });
  onTestFinished(() => runner.stop());
  runner.define({ name: 'windows', run: () => Promise.resolve() });
  const enqueue = () => runner.enqueue('windows', [{ key: 'a', data: null }]);
  await expect(enqueue()).rejects.toThrow('not available');
  expect(await enqueue()).toBe(1);
  expect(await enqueue()).toBe(1);
  expect(preparations).toBe(2);
});

test('an outage while a job is returned to its queue is not the end: the job runs again', async () => {
  const outage = new StoreError('store_unavailable', 'the server', 'went away', { retryable: true });
  let runs = 0;
  const job = {
    name: 'windows',
    key: 'a',
    data: null,
    attempt: 1,
    signal: new AbortController().signal,
    require: () => Promise.resolve(),
    finish: () => (runs === 1 ? Promise.reject(outage) : Promise.resolve()),
    release: () => Promise.reject(outage),
    end: () => {},
  } satisfies Partial<ClaimedJob>;
  const source = {
    prepare: () => Promise.resolve(),
    claim: () => Promise.resolve(runs < 2 ? job : null),
    isIdle: () => Promise.resolve(runs > 1),
    close: () => Promise.resolve(),
  };
  const options = { store: await testStore(), concurrency: 1, pollIntervalMs: 5 };
  const runner = new QueueRunner(source as unknown as JobSource, options);
  onTestFinished(() => runner.stop());
  runner.define({ name: 'windows', run: () => Promise.resolve(void (runs += 1)) });
  await runner.start();
  await runner.idle();
  expect(runs).toBe(2);
});

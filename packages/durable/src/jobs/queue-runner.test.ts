import { expect, onTestFinished, test } from 'vitest';
import { testStore } from '../testing/test-store.js';
import type { JobSource } from './job-source.js';
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

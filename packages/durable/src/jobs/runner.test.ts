import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '@parlance/schemas/kit';
import { LeaseLostError } from '../leases/lease.js';
import { localRunner } from './local-runner.js';
import { pgBossRunner } from './pg-boss-runner.js';
import type { RunnerOptions } from './queue-runner.js';
import type { JobContext, JobDefinition, JobEvent, Runner } from './runner.js';
import type { JsonValue } from '../database/json-value.js';
import { all, postgresUrl, testDatabase, type TestDatabase } from '../testing/test-store.js';

interface Kind {
  readonly kind: string;
  readonly create: (options: RunnerOptions, database: TestDatabase) => Runner | Promise<Runner>;
}

const local: Kind = {
  kind: 'localRunner',
  create: (options) => localRunner({ ...options, leaseMs: 10_000 }),
};
const pgBoss: Kind = {
  kind: 'pgBossRunner',
  create: (options, { schema }) => pgBossRunner({ ...options, schema: `${schema}_boss` }),
};
const { kind, create } = postgresUrl() === undefined ? local : pgBoss;

describe(`the runner ${kind}`, () => {
  const open = async (
    database: TestDatabase,
    run: JobDefinition['run'],
    options: Partial<RunnerOptions & JobDefinition> = {},
  ): Promise<{ runner: Runner; events: JobEvent[] }> => {
    const events: JobEvent[] = [];
    const store = await database.open();
    const { maxAttempts, retryDelayMs = 0, ...others } = options;
    const runner = await create(
      {
        store,
        concurrency: 4,
        pollIntervalMs: 10,
        onEvent: (event) => events.push(event),
        ...others,
      },
      database,
    );
    onTestFinished(() => runner.stop());
    runner.define({ name: 'windows', run, maxAttempts, retryDelayMs });
    return { runner, events };
  };
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `w-${index}`, data: { index } as JsonValue }));

  describe('a job', () => {
    test('runs once, and its writes are committed with its completion', async () => {
      const database = testDatabase();
      const { runner, events } = await open(database, (job) =>
        job.complete(({ checkpoints }) => checkpoints.save(job.key, job.data)),
      );
      expect(await runner.enqueue('windows', jobs(25))).toBe(25);
      await expect
        .poll(() => runner.counts('windows'))
        .toEqual({ waiting: 25, running: 0, done: 0, failed: 0 });

      await runner.start();
      await runner.idle();

      await expect
        .poll(() => runner.counts('windows'))
        .toEqual({ waiting: 0, running: 0, done: 25, failed: 0 });
      expect((await all(runner.store.checkpoints.list('w-'))).length).toBe(25);
      expect(events.filter(({ type }) => type === 'completed')).toHaveLength(25);
      expect(events.every(({ attempt }) => attempt === 1)).toBe(true);
    });

    test('waits while its name is not defined', async () => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      await runner.start();
      await runner.enqueue('windows', jobs(1));
      await runner.idle();
      runner.undefine('windows');
      await expect(runner.enqueue('windows', jobs(2))).rejects.toThrow('no job named windows is defined');
      const keys: string[] = [];
      runner.define({
        name: 'windows',
        run: (job) => {
          keys.push(job.key);
          return Promise.resolve();
        },
      });
      await runner.enqueue('windows', jobs(2));
      await runner.idle();
      expect(keys).toEqual(['w-1']);
    });

    test('is enqueued once per key, even when it is done', async () => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      expect(await runner.enqueue('windows', [...jobs(2), ...jobs(3)])).toBe(3);
      await runner.start();
      await runner.idle();
      expect(await runner.enqueue('windows', jobs(4))).toBe(1);
      await runner.idle();
      await expect.poll(() => runner.counts('windows')).toMatchObject({ done: 4 });
    });

    test('is enqueued with the transaction that it belongs to', async () => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      await runner.counts('windows');
      const failure = runner.store.transaction(async (transaction) => {
        expect(await runner.enqueue('windows', jobs(1), { transaction })).toBe(1);
        throw new Error('interrupted');
      });
      await expect(failure).rejects.toThrow('interrupted');
      await expect.poll(() => runner.counts('windows')).toMatchObject({ waiting: 0 });
      await runner.store.transaction((transaction) => runner.enqueue('windows', jobs(1), { transaction }));
      await expect.poll(() => runner.counts('windows')).toMatchObject({ waiting: 1 });
    });

    test('with a higher priority runs first', async () => {
      const order: string[] = [];
      const { runner } = await open(
        testDatabase(),
        async ({ key }) => {
          order.push(key);
        },
        { concurrency: 1 },
      );
      await runner.enqueue('windows', [
        { key: 'low', data: null },
        { key: 'high', data: null, priority: 10 },
      ]);
      await runner.start();
      await runner.idle();
      expect(order).toEqual(['high', 'low']);
    });

    test('is retried when it throws, and what it wrote in the failed transaction is gone', async () => {
      const { runner, events } = await open(testDatabase(), (job) =>
        job.complete(async ({ checkpoints }) => {
          await checkpoints.save(`attempt-${job.attempt}`, job.attempt);
          if (job.attempt < 3) throw new Error(`failed ${job.attempt}`);
        }),
      );
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await runner.idle();

      expect(events.map(({ type, attempt }) => `${type} ${attempt}`)).toEqual([
        'started 1',
        'retrying 1',
        'started 2',
        'retrying 2',
        'started 3',
        'completed 3',
      ]);
      expect(await all(runner.store.checkpoints.list('attempt-'))).toMatchObject([{ value: 3 }]);
    });

    test('fails after its last attempt, with its error, and can be run again', async () => {
      let broken = true;
      const { runner, events } = await open(
        testDatabase(),
        () => (broken ? Promise.reject(new TypeError('no such window')) : Promise.resolve()),
        { maxAttempts: 2 },
      );
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await runner.idle();

      await expect
        .poll(() => runner.counts('windows'))
        .toEqual({ waiting: 0, running: 0, done: 0, failed: 1 });
      expect(await all(runner.failures('windows'))).toEqual([
        { key: 'w-0', data: { index: 0 }, attempts: 2, error: 'TypeError: no such window' },
      ]);
      expect(events.at(-1)).toMatchObject({ type: 'failed', attempt: 2 });

      broken = false;
      expect(await runner.retryFailed('windows')).toBe(1);
      await runner.idle();
      await expect.poll(() => runner.counts('windows')).toMatchObject({ done: 1, failed: 0 });
    });

    test.each([
      ['an object without a prototype', Object.create(null), '[Object: null prototype] {}'],
      ['an object', { code: 7 }, '{ code: 7 }'],
      ['nothing', undefined, 'undefined'],
      ['an error with a zero character', new Error('a\0b'), 'Error: a\uFFFDb'],
      ['an error that is cut in a character', new Error(`${'x'.repeat(1_992)}😀`), /^Error: x+\uFFFD$/],
      ['the loss of another lease', new LeaseLostError('other', 1), /^LeaseLostError: The lease other /],
    ])('that throws %s has failed', async (_, thrown, error) => {
      const { runner, events } = await open(testDatabase(), () => Promise.reject(thrown), { maxAttempts: 1 });
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await runner.idle();
      expect(events.at(-1)).toMatchObject({ type: 'failed', error: thrown });
      const [failure] = await all(runner.failures('windows'));
      expect(failure!.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
    });

    test('of several with the same key, the first one runs', async () => {
      const data: JsonValue[] = [];
      const { runner } = await open(testDatabase(), async (job) => void data.push(job.data));
      await runner.enqueue('windows', [
        { key: 'a', data: 1 },
        { key: 'a', data: 2 },
      ]);
      await runner.start();
      await runner.idle();
      expect(data).toEqual([1]);
    });

    test('saves its progress as it goes', async () => {
      const { runner } = await open(testDatabase(), async (job) => {
        const from = (await runner.store.checkpoints.load<number>(job.key)) ?? 0;
        for (let page = from + 1; page <= 3; page += 1) {
          await job.transaction(({ checkpoints }) => checkpoints.save(job.key, page));
          if (page === 2 && job.attempt === 1) throw new Error('interrupted');
        }
      });
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await runner.idle();
      expect(await runner.store.checkpoints.load('w-0')).toBe(3);
    });
  });

  describe('a runner', () => {
    test('shares jobs with others, and each job is completed once', async () => {
      const database = testDatabase();
      const seen: string[] = [];
      const run = (job: JobContext) =>
        job.complete(async () => {
          seen.push(job.key);
        });
      const first = await open(database, run);
      const runners = [first, await open(database, run), await open(database, run)];
      await first.runner.enqueue('windows', jobs(60));
      await Promise.all(runners.map(({ runner }) => runner.start()));
      await Promise.all(runners.map(({ runner }) => runner.idle()));

      expect(seen.length).toBe(60);
      expect(new Set(seen).size).toBe(60);
    });

    test('runs no more jobs at a time than its concurrency', async () => {
      let running = 0;
      let most = 0;
      const { runner } = await open(
        testDatabase(),
        async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
        { concurrency: 3 },
      );
      await runner.enqueue('windows', jobs(20));
      await runner.start();
      await runner.idle();
      expect(most).toBeLessThanOrEqual(3);
    });

    test('returns running jobs to the queue when it stops, and uses up no attempt', async () => {
      const database = testDatabase();
      const first = await open(
        database,
        ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
        { maxAttempts: 1 },
      );
      await first.runner.enqueue('windows', jobs(1));
      await first.runner.start();
      await expect.poll(() => first.events.length).toBe(1);
      await first.runner.stop();
      expect(first.events.at(-1)).toMatchObject({ type: 'interrupted' });

      const second = await open(database, () => Promise.reject(new Error('broken')), { maxAttempts: 1 });
      await second.runner.start();
      await second.runner.idle();
      expect(second.events.map(({ type }) => type)).toEqual(['started', 'failed']);
      expect(await all(second.runner.failures('windows'))).toMatchObject([{ key: 'w-0' }]);
      await expect(first.runner.start()).rejects.toThrow('cannot be started again');
    });

    test('that is stopped twice waits for its jobs twice', async () => {
      const finish = Promise.withResolvers<void>();
      const { runner, events } = await open(testDatabase(), () => finish.promise);
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await expect.poll(() => events.length).toBe(1);
      const order: string[] = [];
      const stops = [runner.stop(), runner.stop()].map((stop) => stop.then(() => order.push('stopped')));
      await runner.counts('windows');
      order.push('finished');
      finish.resolve();
      await Promise.all(stops);
      expect(order).toEqual(['finished', 'stopped', 'stopped']);
    });

    test('rejects bad definitions and unknown names', async () => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      const run = () => Promise.resolve();
      expect(() => runner.define({ name: 'windows', run })).toThrow('is defined already');
      expect(() => runner.define({ name: 'a b', run })).toThrow(ConfigError);
      expect(() => runner.define({ name: 'a', run, maxAttempts: 0 })).toThrow('maxAttempts');
      expect(() => runner.define({ name: 'a', run, retryDelayMs: -1 })).toThrow('retryDelayMs');
      expect(() => runner.define({ name: 'a', run, maxAttempts: 2 ** 31 })).toThrow('maxAttempts');
      expect(() => runner.define({ name: 'a', run, retryDelayMs: 2 ** 31 })).toThrow('retryDelayMs');
      await expect(runner.enqueue('others', [])).rejects.toThrow('no job named others');
    });

    test.each([
      ['key', { key: '' }],
      ['key', { key: 'a\0b' }],
      ['data', { data: undefined as unknown as JsonValue }],
      ['data', { data: { name: 'a\0b' } }],
      ['data', { data: [{ ['a\uD800']: 1 }] }],
      ['priority', { priority: 1.5 }],
      ['priority', { priority: 2 ** 31 }],
      ['delayMs', { delayMs: -1 }],
      ['delayMs', { delayMs: 0.5 }],
      ['delayMs', { delayMs: Infinity }],
    ])('rejects jobs with a bad %s', async (field, bad) => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      const failure = runner.enqueue('windows', [...jobs(1), { key: 'a', data: null, ...bad }]);
      await expect(failure).rejects.toThrow(ConfigError);
      await expect(failure).rejects.toThrow(`${field}`);
      await expect.poll(() => runner.counts('windows')).toMatchObject({ waiting: 0 });
    });

    test.each([
      ['throws', ({ type }: JobEvent) => void (type === 'started' && JSON.parse('broken'))],
      ['rejects', async ({ type }: JobEvent) => void (type === 'started' && JSON.parse('broken'))],
    ])('completes its jobs when a listener %s', async (_, onEvent) => {
      const { runner } = await open(testDatabase(), () => Promise.resolve(), { onEvent, concurrency: 1 });
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await expect.poll(() => runner.counts('windows')).toMatchObject({ done: 1, running: 0 });
    });

    test('has the largest numbers of attempts and delays', async () => {
      const limits = { maxAttempts: 2 ** 31 - 1, retryDelayMs: 2 ** 31 - 1 };
      const { runner } = await open(testDatabase(), () => Promise.resolve(), limits);
      await runner.enqueue('windows', jobs(1));
      await runner.start();
      await runner.idle();
      await expect.poll(() => runner.counts('windows')).toMatchObject({ done: 1 });
    });

    test('does not wait for its jobs once it is stopped', async () => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      await runner.enqueue('windows', jobs(1));
      const idle = runner.idle();
      await Promise.all([expect(idle).rejects.toThrow('The runner was stopped'), runner.stop()]);
      await expect(runner.idle()).rejects.toThrow(ConfigError);
    });

    test('can stop waiting for its jobs', async () => {
      const { runner } = await open(testDatabase(), () => Promise.resolve());
      await runner.enqueue('windows', jobs(1));
      const reason = new Error('enough');
      await expect(runner.idle({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });
});

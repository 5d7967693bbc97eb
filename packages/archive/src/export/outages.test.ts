/** A service and a folder that are unavailable for some time. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Middleware } from '@parlance/core-transport';
import { LeaseLostError, type Store } from '@parlance/durable';
import { expect, test } from 'vitest';
import { activities, chats, directory, messages, ndjson } from '../index.js';
import { exportWorld, testFolder, testRunner } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';
import { DefinedExport } from './define-export.js';
import { checkDefinition } from './definition/export-definition.js';

const HOUR = 3_600_000;

const OPTIONS = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '10d', history: '10d', from: '2026-05-15T00:00:00Z' },
} as const;

test('a run outlasts an outage of an hour, and reads up to the bound that it had before', async () => {
  const world = exportWorld();
  const { clock } = world.fake.world();
  const outage = { after: 6, status: 503 };
  world.fake.setFaults([outage]);
  let waitedMs = 0;
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    await turn();
    signal.throwIfAborted();
    waitedMs += ms;
    clock.advance(ms);
    if (waitedMs >= HOUR) world.fake.setFaults([]);
  };
  const job = new DefinedExport(checkDefinition({ ...OPTIONS, sinks: [world.sink] }), { wait, pollMs: 100 });
  const store = await world.openStore();
  await using runner = await testRunner(store);
  const run = await job.start({ compliance: world.client(), store, runner });
  let announcedMs = 0;
  for await (const event of run.events()) if (event.type === 'waiting') announcedMs += event.waitMs;
  expect(waitedMs).toBeGreaterThanOrEqual(HOUR);
  expect(announcedMs).toBe(waitedMs);
  const status = await run.done;
  expect(status).toMatchObject({ state: 'done', run: 1, failures: [] });
  expect(status.bound?.slice(0, 16)).toBe('2026-06-01T23:55');
  const truth = await readTruth(world.client(), status.bound!);
  expect(new Set(world.sink.records('chat').map(({ id }) => id))).toEqual(new Set(truth.chats.keys()));
  expect(world.sink.records('message').length).toBe(truth.messages.size);
});

test('an outage that ends between an attempt and the next probe fails no unit', async () => {
  const world = exportWorld();
  world.fake.setFaults([{ match: { operation: 'chats.list' }, status: 503 }]);
  let isDown = false;
  const endOutage: Middleware = (next) => async (request) => {
    if (isDown && request.path.startsWith('/v1/compliance/organizations')) world.fake.setFaults([]);
    const response = await next(request);
    isDown ||= response.status === 503;
    return response;
  };
  const status = await world.run(OPTIONS, world.client({ middleware: [endOutage] }));
  expect(isDown).toBe(true);
  expect(status).toMatchObject({ state: 'done', run: 1, failures: [] });
});

/** A store whose lease of the export a test can lose, as after an outage that is longer than the lease. */
function losingStore(store: Store) {
  const state = { acquired: 0, isTaken: false };
  let lose = (): Promise<void> => Promise.resolve();
  const acquire: Store['leases']['acquire'] = async (name, options) => {
    const lease = state.isTaken ? null : await store.leases.acquire(name, options);
    if (lease === null) return null;
    state.acquired += 1;
    const { owner, token, durationMs } = lease;
    const lost = new AbortController();
    lose = async () => {
      await lease.release();
      lost.abort(new LeaseLostError(name, token));
    };
    const release = (): Promise<void> => lease.release();
    return {
      name,
      owner,
      token,
      durationMs,
      signal: lost.signal,
      renew: () => lease.renew(),
      release,
      [Symbol.asyncDispose]: release,
    };
  };
  const leases: Store['leases'] = {
    acquire,
    holder: async (name) =>
      state.isTaken ? { owner: 'other', token: 99, expiresInMs: 10_000 } : store.leases.holder(name),
  };
  const losing = new Proxy(store, {
    get: (target, key) => {
      const value: unknown = key === 'leases' ? leases : Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { store: losing, lose: () => lose(), state };
}

test('a run whose lease was lost continues if nobody else has acquired it', async () => {
  const world = exportWorld();
  const { store, lose, state } = losingStore(await world.openStore());
  await using runner = await testRunner(store);
  const run = await world.define(OPTIONS).start({ compliance: world.client(), store, runner });
  let losses = 0;
  for await (const { type } of run.events()) if (type === 'sealed' && (losses += 1) <= 2) await lose();
  expect(await run.done).toMatchObject({ state: 'done', run: 1, failures: [] });
  expect(state.acquired).toBeGreaterThan(1);
  const truth = await readTruth(world.client(), '2027-01-01T00:00:00Z');
  expect(new Set(world.sink.records('chat').map(({ id }) => id))).toEqual(new Set(truth.chats.keys()));
  expect(world.sink.records('message').length).toBe(truth.messages.size);
});

test('a run whose lease another process has acquired stops', async () => {
  const world = exportWorld();
  const { store, lose, state } = losingStore(await world.openStore());
  await using runner = await testRunner(store);
  const run = await world.define(OPTIONS).start({ compliance: world.client(), store, runner });
  for await (const { type } of run.events())
    if (type === 'sealed' && !state.isTaken) {
      state.isTaken = true;
      await lose();
    }
  await expect(run.done).rejects.toThrow(LeaseLostError);
});

test('a folder that cannot be written to stops the run, and the next start is complete', async () => {
  const world = exportWorld();
  const dir = path.join(testFolder(), 'archive');
  const options = { ...OPTIONS, sinks: [ndjson({ dir }), world.sink] };
  const job = world.define(options);
  const store = await world.openStore();
  const obstacle = path.join(dir, 'segments');
  {
    await using runner = await testRunner(store);
    const run = await job.start({ compliance: world.client(), store, runner });
    // Another program puts a file where the folder of segments will be.
    await writeFile(obstacle, '');
    await expect(run.done).rejects.toMatchObject({ code: 'archive_inaccessible' });
    await expect(run.done).rejects.toThrow(/^segments\/?.* cannot be written/);
  }
  expect(await job.status({ store })).toMatchObject({ state: 'paused', runner: null, failures: [] });
  await rm(obstacle);
  expect(await world.run(options)).toMatchObject({ state: 'done', failures: [] });
  expect(await job.verify()).toMatchObject({ ok: true, problems: [] });
});

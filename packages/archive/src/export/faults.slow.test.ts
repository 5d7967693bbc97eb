import { readdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { Middleware } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import type { ExportEvent } from './state/export-events.js';
import type { ExportOptions } from './definition/export-options.js';
import { activities, chats, directory, ExportError, files, messages, ndjson } from '../index.js';
import type { ExportRun } from '../index.js';
import { exportWorld, testFolder, type ExportWorld, testRunner } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

const OPTIONS: Partial<ExportOptions> = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '12h', history: '30d', from: '2026-05-15T00:00:00Z' },
};

/** Starts a run whose end is awaited later. */
async function start(world: ExportWorld, options: Partial<ExportOptions> = OPTIONS): Promise<ExportRun> {
  const store = await world.openStore();
  const runner = await testRunner(store);
  const run = await world.define(options).start({ compliance: world.client(), store, runner });
  void run.done.then(
    () => runner.stop(),
    () => runner.stop(),
  );
  return run;
}

async function eventsOf(run: ExportRun): Promise<readonly ExportEvent[]> {
  const events: ExportEvent[] = [];
  for await (const event of run.events()) events.push(event);
  return events;
}

async function expectComplete(world: ExportWorld): Promise<void> {
  const truth = await readTruth(world.client(), '2027-01-01T00:00:00Z');
  expect(new Set(world.sink.records('chat').map(({ id }) => id))).toEqual(new Set(truth.chats.keys()));
  expect(world.sink.records('chat').length).toBe(truth.chats.size);
  expect(new Set(world.sink.records('message').map(({ id }) => id))).toEqual(new Set(truth.messages.keys()));
  expect(world.sink.records('message').length).toBe(truth.messages.size);
}

test('a chat that is deleted after it was listed is a state, and a missing file is an outcome', async () => {
  const world = exportWorld();
  const truth = await readTruth(world.client(), '2027-01-01T00:00:00Z');
  const [chat] = [...truth.chats.keys()];
  const file = [...truth.fileIds].at(-1);
  world.fake.setFaults([
    { match: { path: `/v1/compliance/apps/chats/${chat}/messages` }, status: 404 },
    { match: { path: `/v1/compliance/apps/chats/files/${file}/content` }, status: 404 },
    { match: { path: `/v1/compliance/apps/artifacts/${file}/content` }, status: 404 },
    { match: { path: `/v1/compliance/apps/chats/generated-files/${file}/content` }, status: 404 },
  ]);
  const sources = [...OPTIONS.sources!, files()];
  const status = await world.run({ ...OPTIONS, sources, sinks: [world.sink, ndjson({ dir: testFolder() })] });
  expect(status.failures).toEqual([]);
  const outcomes = world.sink.records('outcome').map(({ body }) => body);
  expect(outcomes.map(({ id, subject, outcome }) => [id, subject, outcome]).toSorted()).toEqual(
    [
      [chat, 'chat', 'gone'],
      [file, 'file', 'gone'],
    ].toSorted(),
  );
  for (const { request_id: id } of outcomes) expect(id).toMatch(/^req_/);
  const gone = world.sink.records('snapshot').filter(({ body }) => body.presence.state !== 'listed');
  expect(gone.map(({ id, body }) => [id, body.contents, body.presence])).toEqual([
    [chat, null, { state: 'not_found' }],
  ]);
  expect(world.sink.records('chat').find(({ id }) => id === chat)?.body).toEqual(truth.chats.get(chat!));
});

test('an item that cannot be read blocks its unit and names its cause, until it is skipped', async () => {
  const world = exportWorld();
  const truth = await readTruth(world.client(), '2027-01-01T00:00:00Z');
  const [chat] = [...truth.chats.keys()];
  const headers = { 'x-should-retry': 'false' };
  world.fake.setFaults([
    { match: { path: `/v1/compliance/apps/chats/${chat}/messages` }, status: 500, headers },
  ]);
  const status = await world.run(OPTIONS);
  expect(status.failures).toMatchObject([{ kind: 'chat', id: chat, code: 'api_error', skipped: false }]);
  const { unit } = status.failures[0]!;
  expect(status.partitions.failed).toBe(1);
  expect(world.sink.units.map(({ unit: { name } }) => name)).not.toContain(unit);
  expect(world.certificates.map(({ unit: { name } }) => name)).not.toContain(unit);

  const store = await world.openStore();
  const job = world.define(OPTIONS);
  await expect(job.skip({ store, ids: ['no_chat', chat!, unit, 'no_chat'] })).rejects.toThrow(
    `these did not: no_chat, ${unit}`,
  );
  expect((await job.status({ store })).failures[0]?.skipped).toBe(false);
  expect(await job.skip({ store, ids: [chat!, chat!] })).toBe(1);
  const after = await world.run(OPTIONS);
  expect(after.partitions.failed).toBe(0);
  expect(world.sink.records('outcome').map(({ body }) => body)).toMatchObject([
    { id: chat, subject: 'chat', outcome: 'skipped', request_id: null, listed: truth.chats.get(chat!) },
  ]);
});

test('a failed unit is read again by the next run', async () => {
  const world = exportWorld();
  const headers = { 'x-should-retry': 'false' };
  world.fake.setFaults([
    { match: { path: '/v1/compliance/apps/chats' }, status: 500, headers },
    { match: { path: '/v1/compliance/activities' }, times: 1, after: 1, status: 500, headers },
  ]);
  const status = await world.run(OPTIONS);
  expect([status.windows.failed, status.partitions.failed]).toEqual([1, 2]);
  expect(status.failures.map(({ kind }) => kind)).toEqual(['unit', 'unit', 'unit']);
  world.fake.setFaults([]);
  const after = await world.run(OPTIONS);
  expect([after.windows.failed, after.partitions.failed, after.failures]).toEqual([0, 0, []]);
  await expectComplete(world);
});

test('the run waits while the service is unavailable, and says so', async () => {
  const world = exportWorld();
  world.fake.setFaults([
    { after: 3, times: 40, status: 503 },
    { times: 40, cut: 'rst' },
  ]);
  const run = await start(world);
  const events = await eventsOf(run);
  expect(events.filter(({ type }) => type === 'waiting').length).toBeGreaterThanOrEqual(40);
  expect(await run.done).toMatchObject({ state: 'done', failures: [] });
  await expectComplete(world);
});

test('a rejected key pauses the run; it resumes with a valid one', async () => {
  const world = exportWorld();
  world.fake.setFaults([{ after: 20, status: 401 }]);
  const run = await start(world);
  const events = await eventsOf(run);
  await expect(run.done).rejects.toThrow(ExportError);
  await expect(run.done).rejects.toMatchObject({ code: 'key_rejected' });
  expect(events.at(-1)).toMatchObject({ type: 'stopped', error: { code: 'key_rejected' } });
  const store = await world.openStore();
  const paused = await world.define(OPTIONS).status({ store });
  expect(paused).toMatchObject({ state: 'paused', runner: null, run: 1 });
  expect(paused.problem).toContain('rejected the key');
  world.fake.setFaults([]);
  expect(await world.run(OPTIONS)).toMatchObject({ state: 'done', run: 1, problem: null, failures: [] });
  await expectComplete(world);
});

test('refused cursors restart the list, and nothing is skipped or repeated', async () => {
  const world = exportWorld({ seed: 'demo', demo: { users: 14, chats: 900, activities: 6_000 } });
  const options = {
    ...OPTIONS,
    activities: { window: '365d', history: '365d', from: '2025-01-01T00:00:00Z' },
  } as const;
  let refusals = 0;
  const refusing: Middleware = (next) => (request) => {
    const isContinued = request.path.includes('after_id=');
    if (!isContinued || (refusals += 1) % 2 === 0 || refusals > 6) return next(request);
    return next({ ...request, path: request.path.replace(/after_id=[^&]+/, 'after_id=expired') });
  };
  const client = world.client({ middleware: [refusing] });
  const status = await world.run(options, client);
  expect(refusals).toBeGreaterThan(6);
  expect(status.failures).toEqual([]);
  await expectComplete(world);
  const truth = await readTruth(world.client(), status.bound!);
  const ids = world.sink.records('activity').map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
  expect(new Set(ids)).toEqual(new Set(truth.activities.map(({ id }) => id)));
});

test('a stopped run resumes where it was', async () => {
  const world = exportWorld();
  for (let stop = 0; stop < 3; stop += 1) {
    // It cannot end before it is stopped.
    world.fake.setFaults([{ after: 6, stall: true }]);
    const run = await start(world);
    for await (const event of run.events()) if (event.type === 'sealed') break;
    await run.stop();
    expect(await run.done).toMatchObject({ run: 1, state: 'paused' });
  }
  world.fake.setFaults([]);
  expect(await world.run(OPTIONS)).toMatchObject({ state: 'done', run: 1, failures: [] });
  await expectComplete(world);
});

test('a run that has stopped writes nothing any more', async () => {
  const world = exportWorld();
  const options = { ...OPTIONS, sources: [chats(), messages(), files()] };
  for (let downloads = 1; downloads <= 12; downloads += 1) {
    const dir = testFolder();
    const stopped = Promise.withResolvers<void>();
    let count = 0;
    const stopDuringDownload: Middleware = (next) => async (request) => {
      const response = await next(request);
      count += Number(request.path.includes('/content'));
      if (count === downloads) stopped.resolve(run.stop());
      return response;
    };
    const store = await world.openStore();
    await using runner = await testRunner(store);
    const run = await world
      .define({ ...options, sinks: [ndjson({ dir })] })
      .start({ compliance: world.client({ middleware: [stopDuringDownload] }), store, runner });
    await Promise.race([stopped.promise, run.done]);
    const written = await readdir(dir, { recursive: true });
    for (let turns = 0; turns < 300; turns += 1) await turn();
    expect(await readdir(dir, { recursive: true })).toEqual(written);
  }
});

test('a run ends when its runner is stopped, and says how to resume', async () => {
  const world = exportWorld();
  world.fake.setFaults([{ after: 6, stall: true }]);
  const store = await world.openStore();
  const runner = await testRunner(store);
  const options = { compliance: world.client(), store, runner };
  const run = await world.define(OPTIONS).start(options);
  for await (const event of run.events()) if (event.type === 'sealed') break;
  await runner.stop();
  await expect(run.done).rejects.toMatchObject({ code: 'runner_stopped' });
  const again = await world.define(OPTIONS).start(options);
  await expect(again.done).rejects.toMatchObject({ code: 'runner_stopped' });
  world.fake.setFaults([]);
  expect(await world.run(OPTIONS)).toMatchObject({ state: 'done', run: 1, problem: null });
  await expectComplete(world);
});

test('an export that is defined again can use the same runner', async () => {
  const world = exportWorld();
  const store = await world.openStore();
  await using runner = await testRunner(store);
  for (const expected of [1, 2]) {
    const run = await world.define(OPTIONS).start({ compliance: world.client(), store, runner });
    expect(await run.done).toMatchObject({ state: 'done', run: expected });
  }
  await expectComplete(world);
});

test('a second run of an export is rejected while the first is running', async () => {
  const world = exportWorld();
  world.fake.setFaults([{ after: 2, stall: true }]);
  const first = await start(world);
  await expect(start(world)).rejects.toMatchObject({ code: 'already_running' });
  await first.stop();
  world.fake.setFaults([]);
  expect(await world.run(OPTIONS)).toMatchObject({ state: 'done' });
});

test('a changed definition is rejected with the difference', async () => {
  const world = exportWorld();
  const run = await start(world);
  await run.stop();
  const changed = { ...OPTIONS, activities: { ...OPTIONS.activities, window: '2h' } } as const;
  await expect(start(world, changed)).rejects.toThrow('activities.window: 43200000 -> 7200000');
  await world.run(OPTIONS);
  // Between runs, the schedule may change, and the contents may not.
  await world.run(changed);
  await expect(start(world, { ...changed, sources: [activities()] })).rejects.toThrow(
    'chats.filter: {} -> null',
  );
});

test('a sink that fails stops the run, and the next start resumes', async () => {
  const world = exportWorld();
  let writes = 0;
  const broken = {
    name: 'broken',
    probe: () => Promise.resolve(),
    open: () =>
      Promise.resolve({
        begin: () =>
          Promise.resolve({
            write: () => ((writes += 1) > 3 ? Promise.reject(new Error('no space')) : Promise.resolve()),
            commit: () => Promise.resolve(null),
            abort: () => Promise.resolve(),
          }),
        close: () => Promise.resolve(),
      }),
  };
  const run = await start(world, { ...OPTIONS, sinks: [world.sink, broken] });
  await expect(run.done).rejects.toThrow('no space');
  expect(await world.run(OPTIONS)).toMatchObject({ state: 'done', run: 1 });
  await expectComplete(world);
});

test('a process that joins takes over when the first one stops', async () => {
  const world = exportWorld();
  let requests = 0;
  const counting: Middleware = (next) => (request) => {
    requests += 1;
    return next(request);
  };
  const join = async (): Promise<ExportRun> => {
    const store = await world.openStore();
    const runner = await testRunner(store);
    const compliance = world.client({ middleware: [counting] });
    const run = await world.define(OPTIONS).start({ compliance, store, runner, join: true });
    void run.done.finally(() => runner.stop()).catch(() => {});
    return run;
  };
  world.fake.setFaults([{ after: 8, times: 2, stall: true }]);
  const first = await join();
  await expect.poll(() => requests).toBeGreaterThanOrEqual(10);
  const second = await join();
  await first.stop();
  expect(await second.done).toMatchObject({ state: 'done', run: 1, failures: [] });
  await expectComplete(world);
});

test('a process that joins begins the first run when the other one was killed before it could', async () => {
  const world = exportWorld();
  const store = await world.openStore();
  const killed = await store.leases.acquire('archive/default');
  await using runner = await testRunner(store);
  const run = await world.define(OPTIONS).start({ compliance: world.client(), store, runner, join: true });
  await killed?.release();
  expect(await run.done).toMatchObject({ state: 'done', run: 1, failures: [] });
  await expectComplete(world);
});

test('a process that joined does not lose the units that it was waiting for when it stops', async () => {
  const world = exportWorld();
  const join = async (): Promise<ExportRun> => {
    const store = await world.openStore();
    const runner = await testRunner(store, 4);
    const run = await world.define(OPTIONS).start({ compliance: world.client(), store, runner, join: true });
    void run.done.finally(() => runner.stop()).catch(() => {});
    return run;
  };
  world.fake.setFaults([{ after: 6, status: 503 }]);
  const runs = [await join(), await join()];
  for (const run of runs) for await (const { type } of run.events()) if (type === 'waiting') break;
  await runs[1]!.stop();
  world.fake.setFaults([]);
  expect(await runs[0]!.done).toMatchObject({ state: 'done', failures: [] });
  await expectComplete(world);
});

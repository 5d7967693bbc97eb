import { expect, test } from 'vitest';
import { followActivities, http, type FollowOptions, type RejectedRecord, type Sink } from '../index.js';
import { linesOf, startCollector, statuses, type Collector } from '../testing/collector.js';
import { exportWorld, START, type ExportWorld } from '../testing/export-world.js';

const HOUR_MS = 3_600_000;
const FROM = new Date(START - 240 * HOUR_MS);

function siem({ url }: Collector): Sink {
  return http({ url, retry: { maxAttempts: 1 } });
}

/** Follows to an hour before the clock of the service. */
async function follow(
  world: ExportWorld,
  sink: Sink,
  options: Partial<FollowOptions> = {},
): Promise<RejectedRecord[]> {
  const rejections: RejectedRecord[] = [];
  await followActivities({
    compliance: world.client(),
    store: await world.openStore(),
    sink,
    from: FROM,
    until: new Date(START - HOUR_MS),
    signal: new AbortController().signal,
    onRejected: (rejection) => void rejections.push(rejection),
    ...options,
  });
  return rejections;
}

async function listed(world: ExportWorld, from: Date, until: Date): Promise<string[]> {
  const ids: string[] = [];
  const query = { created_at: { gte: from.toISOString(), lt: until.toISOString() } };
  for await (const { id } of world.client().activities.list(query)) ids.push(String(id));
  return ids.sort();
}

const idsIn = ({ seen }: Collector): string[] =>
  seen.flatMap(({ body }) => linesOf(body).map(({ id }) => String(id))).sort();

test('delivers each activity once, with the stable id of an archive, and continues where it ended', async () => {
  const world = exportWorld();
  const collector = await startCollector(statuses(200));
  const middle = new Date(START - 48 * HOUR_MS);
  await follow(world, siem(collector), { until: middle });
  expect(idsIn(collector)).toEqual(await listed(world, FROM, middle));
  await follow(world, siem(collector));
  expect(idsIn(collector)).toEqual(await listed(world, FROM, new Date(START - HOUR_MS)));
  for (const { body } of collector.seen)
    for (const { delivery_id: id, id: activity, digest } of linesOf(body))
      expect(id).toBe(`activity/${String(activity)}/${String(digest).slice(0, 16)}`);
});

test('what the collector rejects is reported, and all others are delivered', async () => {
  const world = exportWorld();
  let first: unknown;
  const collector = await startCollector((response, { body }) => {
    const ids = linesOf(body).map(({ id }) => id);
    first ??= ids[0];
    response.writeHead(ids.includes(first) ? 400 : 200).end('no');
  });
  const rejections = await follow(world, siem(collector));
  expect(rejections).toMatchObject([{ record: { id: first }, status: 400, response: 'no' }]);
  const all = await listed(world, FROM, new Date(START - HOUR_MS));
  expect([...new Set(idsIn(collector))]).toEqual(all);
});

test('waits while the collector is away, and ends when it is stopped', async () => {
  const world = exportWorld();
  const collector = await startCollector(statuses(503));
  const stop = new AbortController();
  const waits: number[] = [];
  const onWaiting: FollowOptions['onWaiting'] = ({ waitMs }) => {
    waits.push(waitMs);
    stop.abort();
  };
  await follow(world, siem(collector), { signal: stop.signal, onWaiting });
  expect(waits).toEqual([1_000]);
  collector.respond = statuses(200);
  collector.seen.length = 0;
  await follow(world, siem(collector));
  expect(idsIn(collector)).toEqual(await listed(world, FROM, new Date(START - HOUR_MS)));
});

test('two processes do not follow for the same sink', async () => {
  const world = exportWorld();
  const collector = await startCollector(statuses(200));
  await (await world.openStore()).leases.acquire('follow/default/http', { durationMs: 60_000 });
  await expect(follow(world, siem(collector))).rejects.toMatchObject({ code: 'already_running' });
  await expect(follow(world, siem(collector), { lag: '0s' })).rejects.toThrow('lag');
});

test('what a collector does not find when it is asked is not delivered', async () => {
  const world = exportWorld();
  const { url } = await startCollector(statuses(200));
  const controller = new AbortController();
  const errors: unknown[] = [];
  await follow(world, http({ url, find: () => Promise.resolve([]) }), {
    signal: controller.signal,
    onWaiting: ({ error }) => {
      errors.push(error);
      controller.abort();
    },
  });
  expect(errors).toMatchObject([
    { code: 'sink_unacknowledged', message: expect.stringContaining('for example activity/') },
  ]);
});

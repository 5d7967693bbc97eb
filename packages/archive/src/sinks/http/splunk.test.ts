import { inspect } from 'node:util';
import { AbortedError, ConfigError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import {
  activities,
  followActivities,
  ndjson,
  ocsf,
  SinkError,
  splunk,
  type SplunkOptions,
} from '../../index.js';
import { exportWorld, START, testFolder } from '../../testing/export-world.js';
import { HEC_TOKEN, startHec, type HecServer } from '../../testing/hec-server.js';
import { activityRecords, UNIT, writeUnit } from '../../testing/write-unit.js';

function sinkOf({ url }: HecServer, options: Partial<SplunkOptions> = {}) {
  return splunk({
    url,
    token: HEC_TOKEN,
    retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 },
    ...options,
  });
}

const idsIn = ({ events }: HecServer): string[] => events.map(({ event }) => String(event['id']));
const idsOf = (count: number): string[] => activityRecords(count).map(({ id }) => id);

test('a unit is delivered once the indexer has acknowledged all of its events', async () => {
  const hec = await startHec();
  await writeUnit(
    sinkOf(hec, { batch: { maxRecords: 2 }, index: 'audit', compress: 'gzip' }),
    activityRecords(5),
  );
  expect(idsIn(hec)).toEqual(idsOf(5));
  const [record] = activityRecords(1);
  expect(hec.events[0]).toEqual({
    time: Date.UTC(2026, 3, 1) / 1000,
    source: 'nightly',
    sourcetype: 'parlance:activity',
    index: 'audit',
    event: {
      delivery_id: `activity/activity_0/${record?.digest.slice(0, 16)}`,
      export: 'nightly',
      unit: UNIT.name,
      revision: 0,
      kind: 'activity',
      id: 'activity_0',
      digest: record?.digest,
      body: record?.body,
    },
  });
});

test('waits until the indexer acknowledges', async () => {
  let asked = 0;
  const hec = await startHec({ stores: () => ++asked > 2 });
  await writeUnit(sinkOf(hec), activityRecords(1));
  expect([asked, idsIn(hec)]).toEqual([3, ['activity_0']]);
});

test('events that are not acknowledged in time are not delivered', async () => {
  const hec = await startHec({ stores: () => false });
  const written = writeUnit(sinkOf(hec, { acknowledgeMs: 1 }), activityRecords(3));
  await expect(written).rejects.toMatchObject({ code: 'sink_unacknowledged' });
  expect(hec.events).toEqual([]);
});

test('without acknowledgment, events are delivered when they are received', async () => {
  const hec = await startHec({ acknowledges: false });
  await writeUnit(sinkOf(hec, { acknowledge: false }), activityRecords(3));
  expect(idsIn(hec)).toEqual(idsOf(3));
  const written = writeUnit(sinkOf(hec), activityRecords(3));
  await expect(written).rejects.toThrow('enable it in Splunk, or set acknowledge to false');
});

test('finds the event that the collector rejects', async () => {
  const hec = await startHec({ refuses: ({ event }) => event['id'] === 'activity_7' });
  const rejections = await writeUnit(sinkOf(hec), activityRecords(20));
  expect(rejections).toMatchObject([
    { record: { id: 'activity_7' }, status: 400, response: expect.stringContaining('Invalid data format') },
  ]);
  expect(idsIn(hec).sort()).toEqual(
    idsOf(20)
      .filter((id) => id !== 'activity_7')
      .sort(),
  );
});

test.each([
  ['index', 400, { text: 'Incorrect index', code: 7 }],
  ['token', 403, { text: 'Invalid token', code: 4 }],
  ['acknowledgment', 400, { text: 'ACK is disabled', code: 14 }],
])('a response about the %s rejects no event', async (_what, status, reply) => {
  const hec = await startHec({
    intercept: (_request, response) => {
      response.writeHead(status).end(JSON.stringify(reply));
      return true;
    },
  });
  const error: unknown = await writeUnit(sinkOf(hec), activityRecords(3)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SinkError);
  expect(error).toMatchObject({ code: 'sink_rejected', status });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/aaaa-4bbb|activity_0/);
});

test('a busy collector is tried again', async () => {
  let count = 0;
  const hec = await startHec({
    intercept: (_request, response) => {
      if (count++ > 1) return false;
      response.writeHead(503).end(JSON.stringify({ text: 'Server is busy', code: 9 }));
      return true;
    },
  });
  await writeUnit(sinkOf(hec), activityRecords(3));
  expect(idsIn(hec)).toEqual(idsOf(3));
});

test('stopping the run ends the wait for the indexer', async () => {
  const controller = new AbortController();
  const hec = await startHec({ stores: () => (controller.abort(), false) });
  const written = writeUnit(sinkOf(hec), activityRecords(1), { signal: controller.signal });
  await expect(written).rejects.toThrow();
  expect(hec.events).toEqual([]);
});

test('an export delivers everything, while the indexer forgets and the collector breaks connections', async () => {
  const world = exportWorld();
  let [asked, requests] = [0, 0];
  const hec = await startHec({
    stores: () => ++asked % 2 === 0,
    intercept: (_request, response) => {
      if (requests++ % 3 !== 1) return false;
      response.destroy();
      return true;
    },
  });
  const status = await world.run({
    sources: [activities()],
    activities: { window: '1d', history: '1d', from: '2026-05-30T00:00:00Z', recheck: [] },
    sinks: [ndjson({ dir: testFolder() }), sinkOf(hec)],
  });
  expect(status.followers).toMatchObject([{ name: 'splunk', pending: 0, rejected: 0 }]);
  expect(new Set(idsIn(hec)).size).toBe(status.records);
});

test('activities are followed as OCSF', async () => {
  const world = exportWorld();
  const hec = await startHec();
  await followActivities({
    compliance: world.client(),
    store: await world.openStore(),
    sink: sinkOf(hec, { map: ocsf(), sourcetype: 'ocsf' }),
    from: new Date(START - 240 * 3_600_000),
    until: new Date(START - 3_600_000),
    signal: new AbortController().signal,
    onRejected: () => {},
  });
  expect(hec.events.length).toBeGreaterThan(0);
  for (const { event, sourcetype } of hec.events)
    expect([sourcetype, event['class_uid']]).toEqual(['ocsf', expect.any(Number)]);
});

test('doctor notices a wrong token, and a collector that is away', async () => {
  const hec = await startHec();
  const { signal } = new AbortController();
  await sinkOf(hec).probe({ signal });
  const away = splunk({ url: 'http://127.0.0.1:9', token: HEC_TOKEN });
  await expect(away.probe({ signal })).rejects.toMatchObject({ code: 'sink_unavailable' });
});

test.each([
  [{ url: 'http://splunk.example.com:8088', token: 'a' }, 'must use https'],
  [{ url: 'https://splunk.example.com:8088' }, 'token must be'],
  [{ url: 'https://splunk.example.com:8088', token: '' }, 'token must be'],
  [{ url: 'https://splunk.example.com:8088', token: 'a', acknowledgeMs: 0 }, 'acknowledgeMs'],
  [{ url: 'https://splunk.example.com:8088', token: 'a', headers: {} }, 'headers is not an option'],
  [{ url: 'https://splunk.example.com:8088', token: 'a', compress: 'br' }, 'compress must be'],
])('rejects %o', (options, problem) => {
  expect(() => splunk(options as SplunkOptions)).toThrow(ConfigError);
  expect(() => splunk(options as SplunkOptions)).toThrow(problem);
});

test('an aborted request is an AbortedError', async () => {
  const controller = new AbortController();
  const hec = await startHec({ intercept: () => (controller.abort(), true) });
  const written = writeUnit(sinkOf(hec), activityRecords(1), { signal: controller.signal });
  await expect(written).rejects.toBeInstanceOf(AbortedError);
});

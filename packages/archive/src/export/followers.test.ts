import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { activities, http, ndjson, verifyArchive, type HttpSinkOptions, type Sink } from '../index.js';
import { linesOf, startCollector, statuses, type Collector, type Respond } from '../testing/collector.js';
import { exportWorld, START, testFolder } from '../testing/export-world.js';
import { MemorySink } from '../testing/memory-sink.js';
import { exportSchema } from './state/export-schema.js';

const OPTIONS = {
  sources: [activities()],
  activities: { window: '1d', history: '1d', from: '2026-05-20T00:00:00Z', recheck: [] },
} as const;
const DAY_MS = 86_400_000;

const accept: Respond = statuses(200);
/** Rejects requests with a record that the receiver does not accept. */
const rejecting =
  (isRejected: (line: Record<string, unknown>) => boolean): Respond =>
  (response, { body }) =>
    response.writeHead(linesOf(body).some(isRejected) ? 400 : 200).end('invalid field: actor');
const hang: Respond = () => {};

function siem({ url }: Collector, options: Partial<HttpSinkOptions> = {}): Sink {
  return http({ url, retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 }, ...options });
}

/** Ids of all records that requests with status 200 contained. */
function receivedBy({ seen }: Collector): string[] {
  return [...new Set(seen.flatMap(({ body }) => linesOf(body).map(({ id }) => String(id))))].sort();
}

test('one record that the collector rejects ends neither the export nor its delivery', async () => {
  const world = exportWorld();
  const dir = testFolder();
  let rejected: unknown;
  const collector = await startCollector(rejecting(({ id }) => id === (rejected ??= id)));
  const status = await world.run({ ...OPTIONS, sinks: [ndjson({ dir }), siem(collector)] });
  expect(status).toMatchObject({ state: 'done', problem: null, failures: [] });
  const { records, certificates } = status;
  expect(status.followers).toEqual([
    {
      name: 'http',
      remote: true,
      paused: false,
      pending: 0,
      pendingSince: null,
      delivered: records - 1,
      leftOut: 0,
      rejected: 1,
      problem: null,
    },
  ]);
  expect(receivedBy(collector)).toHaveLength(records);
  const [line, ...others] = linesOf(
    await readFile(path.join(dir, 'followers/http/2026-06-02.rejected.ndjson'), 'utf8'),
  );
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    id: expect.stringMatching(`^activity/${rejected}/[0-9a-f]{16}$`),
    reason: 'responded with status 400',
    status: 400,
    response: 'invalid field: actor',
    record: { kind: 'activity', id: rejected, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(JSON.parse(String(line?.['sent']))).toMatchObject({ delivery_id: line?.['id'], id: rejected });
  expect(await verifyArchive(dir)).toMatchObject({ ok: true, certificates });
});

test('a collector that rejects everything has everything in its rejected file', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const collector = await startCollector(statuses(422));
  const { state, records, followers } = await world.run({
    ...OPTIONS,
    sinks: [ndjson({ dir }), siem(collector)],
  });
  expect([state, followers]).toMatchObject(['done', [{ pending: 0, delivered: 0, rejected: records }]]);
  const file = await readFile(path.join(dir, 'followers/http/2026-06-02.rejected.ndjson'), 'utf8');
  expect(new Set(linesOf(file).map(({ id }) => id)).size).toBe(records);
});

test.each([
  ['hangs', hang],
  ['is unavailable', statuses(503)],
  ['refuses the token', statuses(401)],
  ['breaks connections', (response) => response.destroy()],
] as const satisfies readonly (readonly [string, Respond])[])(
  'a collector that %s makes only its own follower late',
  async (_what, respond) => {
    const world = exportWorld();
    const dir = testFolder();
    const memory = new MemorySink();
    const collector = await startCollector(respond);
    const sinks = [ndjson({ dir }), memory, siem(collector)];
    const late = await world.run({ ...OPTIONS, sinks }, world.client(), () => {}, { followersWaitMs: 50 });
    expect(late).toMatchObject({ state: 'done', problem: null });
    expect(late.followers).toMatchObject([
      { name: 'http', pendingSince: expect.stringMatching(/^2026-06-02T/), delivered: 0 },
      { name: 'memory', pending: 0, delivered: late.records },
    ]);
    expect(late.followers[0]?.pending).toBeGreaterThan(0);
    expect(memory.records('activity')).toHaveLength(late.records);

    collector.respond = accept;
    collector.seen.length = 0;
    const again = await world.run({ ...OPTIONS, sinks });
    expect(again.followers).toMatchObject([
      { pending: 0, delivered: again.records, problem: null },
      { pending: 0 },
    ]);
    expect(receivedBy(collector)).toEqual(
      memory
        .records('activity')
        .map(({ id }) => id)
        .sort(),
    );
    expect(collector.seen[0]?.headers['parlance-redelivery']).toBe('true');
  },
);

test('a follower that fails on this machine does not stop the run, and says why', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const memory = new MemorySink();
  let isFull = true;
  const open: Sink['open'] = async () => {
    const opened = await memory.open();
    return {
      ...opened,
      begin: (unit) => (isFull ? Promise.reject(new Error('no space')) : opened.begin(unit)),
    };
  };
  const sinks = [ndjson({ dir }), { name: 'disk', probe: () => memory.probe(), open }];
  const failed = await world.run({ ...OPTIONS, sinks });
  expect(failed).toMatchObject({
    state: 'done',
    followers: [{ pending: failed.certificates, problem: 'no space' }],
  });
  isFull = false;
  const { followers, records } = await world.run({ ...OPTIONS, sinks });
  expect(followers).toMatchObject([{ pending: 0, problem: null, delivered: records }]);
  expect(memory.records('activity')).toHaveLength(records);
});

test('a follower that is added later starts on any day, and a removed one is not a new definition', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const first = await world.run({ ...OPTIONS, sinks: [ndjson({ dir })] });
  world.fake.world().clock.set(START + 2 * DAY_MS);
  const [everything, recent] = [await startCollector(accept), await startCollector(accept)];
  const added = [
    siem(everything, { name: 'everything' }),
    siem(recent, { name: 'recent', from: new Date(START + DAY_MS) }),
  ];
  const second = await world.run({ ...OPTIONS, sinks: [ndjson({ dir }), ...added] });
  expect(second.followers).toMatchObject([
    { name: 'everything', delivered: second.records },
    { name: 'recent', delivered: second.records - first.records },
  ]);
  expect(second.records).toBeGreaterThan(first.records);
  expect(await world.run({ ...OPTIONS, sinks: [ndjson({ dir })] })).toMatchObject({
    state: 'done',
    followers: [],
  });
});

test('a follower is paused, resumed and replayed', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const collector = await startCollector(accept);
  const options = { ...OPTIONS, sinks: [ndjson({ dir }), siem(collector)] };
  const job = world.define(options);
  const store = await world.openStore();
  await expect(job.follower({ store, follower: 'http' })).rejects.toMatchObject({
    code: 'not_started',
  });
  const first = await world.run(options);
  await expect(job.follower({ store, follower: 'htp' })).rejects.toThrow('"http"');
  expect(await job.follower({ store, follower: 'http', paused: true })).toMatchObject({ paused: true });
  world.fake.world().clock.set(START + DAY_MS);
  collector.seen.length = 0;
  const paused = await world.run(options);
  expect(paused.followers).toMatchObject([
    { paused: true, pending: paused.certificates - first.certificates },
  ]);
  expect(collector.seen).toEqual([]);
  // A year that was mistyped.
  const late = job.follower({ store, follower: 'http', replayFrom: '2062-06-02T00:00:00Z' });
  await expect(late).rejects.toThrow('2062-06-02 would leave out');
  await job.follower({ store, follower: 'http', paused: false, replayFrom: new Date(START) });
  const replayed = await world.run(options);
  expect(replayed.followers).toMatchObject([{ pending: 0, delivered: first.records + replayed.records }]);
  expect(receivedBy(collector)).toHaveLength(replayed.records);
  expect(collector.seen[0]?.headers['parlance-redelivery']).toBe('true');
});

test('a day is reconciled: what was delivered against what was sealed', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const collector = await startCollector(
    rejecting(({ body }) => Reflect.get(Object(body), 'type') === 'user_signed_in'),
  );
  const redact: HttpSinkOptions['redact'] = (record) =>
    record.kind === 'activity' && record.body.type === 'compliance_api_accessed' ? null : record;
  const options = { ...OPTIONS, sinks: [ndjson({ dir }), siem(collector, { redact })] };
  const first = await world.run(options);
  const read = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(path.join(dir, 'followers/http/2026-06-02.json'), 'utf8'));
  const today = await read();
  expect(today).toMatchObject({
    format: 1,
    export: 'default',
    follower: 'http',
    day: '2026-06-02',
    complete: false,
  });
  expect(today['listed']).toBe(first.records);
  const counts = ['delivered', 'left_out', 'rejected'].map((name) => Number(today[name]));
  expect(counts.reduce((sum, count) => sum + count)).toBe(first.records);
  world.fake.world().clock.set(START + DAY_MS);
  await world.run(options);
  expect(await read()).toEqual({ ...today, complete: true });
  const store = await world.openStore();
  const { days } = await world.define(options).follower({ store, follower: 'http' });
  expect(days).toMatchObject([
    { day: '2026-06-02', listed: first.records, complete: true, ids_digest: today['ids_digest'] },
    { day: '2026-06-03' },
  ]);
});

test('a collector that is asked for its ids receives again what it has lost', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const kept = new Set<unknown>();
  let requests = 0;
  const collector = await startCollector((response, { body }) => {
    requests += 1;
    for (const { delivery_id: id } of linesOf(body).slice(requests === 1 ? 3 : 0)) kept.add(id);
    response.writeHead(200).end();
  });
  const find = (ids: readonly string[]) => Promise.resolve(ids.filter((id) => kept.has(id)));
  const { records, followers } = await world.run({
    ...OPTIONS,
    sinks: [ndjson({ dir }), siem(collector, { find })],
  });
  expect(followers).toMatchObject([{ pending: 0, delivered: records, problem: null }]);
  expect(kept.size).toBe(records);
  const [first, again] = collector.seen;
  expect([again?.body, again?.headers['parlance-redelivery']]).toEqual([first?.body, 'true']);
  const day: unknown = JSON.parse(await readFile(path.join(dir, 'followers/http/2026-06-02.json'), 'utf8'));
  expect(day).toMatchObject({ listed: records, delivered: records, confirmed: records });
});

test('what an attempt that was killed left in the rejected file is replaced', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const file = path.join(dir, 'followers/http/2026-06-02.rejected.ndjson');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${'{"id":"of an attempt that was not committed"}\n'.repeat(1_000)}{"cut`);
  let rejected: unknown;
  const collector = await startCollector(rejecting(({ id }) => id === (rejected ??= id)));
  await world.run({ ...OPTIONS, sinks: [ndjson({ dir }), siem(collector)] });
  expect(linesOf(await readFile(file, 'utf8'))).toMatchObject([{ record: { id: rejected } }]);
});

test('what an earlier release has sent in step with the archive is not sent again', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const first = await world.run({ ...OPTIONS, sinks: [ndjson({ dir })] });
  const store = await world.openStore();
  const exports = store.tables(exportSchema).updateTable('archive_exports');
  await exports.set(({ ref }) => ({ stepped_to: ref('sequence') })).execute();
  world.fake.world().clock.set(START + DAY_MS);
  const collector = await startCollector(accept);
  const { followers, records } = await world.run({ ...OPTIONS, sinks: [ndjson({ dir }), siem(collector)] });
  expect(followers).toMatchObject([{ pending: 0, delivered: records - first.records }]);
});

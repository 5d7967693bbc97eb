import type { Middleware } from '@parlance/core-transport';
import type { JournalEntry, ScenarioRecords } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import type { ExportOptions } from './definition/export-options.js';
import { activities, chats, directory, files, messages, ndjson } from '../index.js';
import { exportWorld, START, testFolder, type ExportWorld, testRunner } from '../testing/export-world.js';
import { MemorySink } from '../testing/memory-sink.js';
import { readTruth } from '../testing/read-truth.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const OPTIONS: Partial<ExportOptions> = {
  sources: [directory(), activities(), chats(), messages()],
  activities: { window: '12h', history: '30d', from: '2026-05-15T00:00:00Z' },
};

function at(ms: number): string {
  return new Date(START + ms).toISOString();
}

function change(world: ExportWorld, afterMs: number, records: ScenarioRecords): void {
  world.fake.world().clock.set(START + afterMs);
  world.fake.applyScenario({ records });
}

test('late activities are written as a revision, once, and named in a certificate', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const options = { ...OPTIONS, sources: [activities()], sinks: [world.sink, ndjson({ dir })] };
  const first = await world.run(options);
  // It arrives after its window was sealed.
  const late = { id: 'activity_late', type: 'assistant_chat_created', created_at: at(-20 * 60_000) };
  change(world, HOUR, { activities: [late] });
  const second = await world.run(options);
  expect([first.lateRecords, second.lateRecords]).toEqual([0, 1]);
  const revised = world.sink.units.filter(({ unit, records }) => unit.revision === 1 && records.length > 0);
  expect(revised.map(({ records }) => records.map(({ id }) => id))).toEqual([['activity_late']]);
  change(world, 10 * DAY, { activities: [{ ...late, id: 'activity_later', created_at: at(-10 * 60_000) }] });
  const third = await world.run(options);
  expect(third.lateRecords).toBe(2);
  const ids = world.sink.records('activity').map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
  const truth = await readTruth(world.client(), third.bound!);
  const since = truth.activities.filter(({ created_at: time }) => time! >= '2026-05-15');
  expect(new Set(ids)).toEqual(new Set(since.map(({ id }) => id)));
  expect(await world.define(options).verify()).toMatchObject({ ok: true, problems: [] });
});

test('a resumed run does not consider windows as read again because the clock of the store is ahead', async () => {
  const world = exportWorld();
  const options = {
    ...OPTIONS,
    sources: [activities()],
    activities: { from: at(-30 * 60_000), window: '1h', recheck: ['15m', '24h'] },
  } as const;
  // The clock of the store is that of this machine, years after that of the emulator.
  const first = world.define(options);
  const store = await world.openStore();
  const runner = await testRunner(store, 1);
  onTestFinished(() => runner.stop());
  const stopped = Promise.withResolvers<void>();
  const stopping: Middleware = (next) => async (request) => {
    if (request.path.includes('/activities')) stopped.resolve(run.stop());
    return next(request);
  };
  const compliance = world.client({ middleware: [stopping] });
  const run = await first.start({ compliance, store, runner });
  await stopped.promise;
  await runner.stop();
  expect((await world.run(options)).run).toBe(1);

  const late = { id: 'activity_late', type: 'assistant_chat_created', created_at: at(-20 * 60_000) };
  change(world, HOUR, { activities: [late] });
  expect((await world.run(options)).lateRecords).toBe(1);
});

test('windows tile the time up to the bound of each run', async () => {
  const world = exportWorld();
  const options = { ...OPTIONS, sources: [activities()] };
  await world.run(options);
  world.fake.world().clock.advance(5 * HOUR + 1_234);
  const { bound } = await world.run(options);
  const ranges = world.certificates
    .filter(({ unit }) => unit.family === 'activities' && unit.revision === 0)
    .map(({ bounds }) => bounds)
    .toSorted((a, b) => (a.from! < b.from! ? -1 : 1));
  expect(ranges[0]!.from).toBe('2026-05-15T00:00:00.000Z');
  for (const [index, { from }] of ranges.entries()) if (index > 0) expect(from).toBe(ranges[index - 1]!.to);
  expect(ranges.at(-1)!.to).toBe(bound);
});

test('only users named by activities are listed again, and their changes are archived', async () => {
  const world = exportWorld();
  await world.run(OPTIONS);
  const before = world.sink.records('chat').length;
  const [chat] = world.sink.records('chat');
  const { id: user } = chat!.body.user;
  change(world, 2 * HOUR, {
    chats: [
      { id: 'assistant_chat_new', user, created_at: at(HOUR), messages: [{ role: 'user', text: 'hello' }] },
    ],
    activities: [{ type: 'assistant_chat_created', user, created_at: at(HOUR) }],
  });
  const journal = world.fake.journal().length;
  await world.run(OPTIONS);
  const added = world.sink.records('chat').slice(before);
  expect(added.map(({ id }) => id)).toEqual(['assistant_chat_new']);
  const lists = world.fake
    .journal()
    .slice(journal)
    .filter(({ path }) => path === '/v1/compliance/apps/chats');
  expect(lists.length).toBe(1);
});

test('a chat that was edited after the bound of a run is archived, although its edit has not been named', async () => {
  const world = exportWorld();
  await world.run(OPTIONS);
  const [chat] = world.sink.records('chat');
  const { id: user } = chat!.body.user;
  const edited = {
    id: 'assistant_chat_edited',
    user,
    created_at: at(HOUR),
    updated_at: at(2 * HOUR - 1_000),
  };
  change(world, 2 * HOUR, {
    chats: [edited],
    activities: [{ type: 'assistant_chat_created', user, created_at: at(HOUR) }],
  });
  const { bound } = await world.run(OPTIONS);
  expect(bound! < edited.updated_at).toBe(true);
  expect(world.sink.records('chat').at(-1)?.body).toMatchObject({
    id: edited.id,
    updated_at: edited.updated_at,
  });
});

test('several late activities of a user lead to all of their chats', async () => {
  const world = exportWorld();
  await world.run(OPTIONS);
  const [chat] = world.sink.records('chat');
  const { id: user } = chat!.body.user;
  // They appear after the run has read their window and listed the chats of their user.
  const late = [at(-4 * HOUR), at(-3 * HOUR), at(-2 * HOUR)];
  change(world, HOUR, {
    chats: late.map((created_at, index) => ({ id: `assistant_chat_late${index}`, user, created_at })),
    activities: late.map((created_at) => ({ type: 'assistant_chat_created', user, created_at })),
  });
  await world.run(OPTIONS);
  const ids = world.sink.records('chat').map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(late.map((_, index) => `assistant_chat_late${index}`)));
});

test('a full sweep finds what no activity has named; people who leave stay, people who join are added', async () => {
  const world = exportWorld();
  const first = await world.run(OPTIONS);
  const users = world.sink.records('user').map(({ id }) => id);
  const [chat, other] = world.sink.records('chat');
  const leaver = chat!.body.user.id;
  change(world, 8 * DAY, {
    users: [{ id: 'user_new', email: 'new@example.com' }],
    chats: [
      {
        id: 'assistant_chat_joined',
        user: 'user_new',
        created_at: at(DAY),
        messages: [{ role: 'user', text: 'hi' }],
      },
      {
        id: 'assistant_chat_swept',
        user: leaver,
        created_at: at(DAY),
        messages: [{ role: 'user', text: 'bye' }],
      },
    ],
    remove: { users: [leaver], chats: [other!.id] },
  });
  const second = await world.run(OPTIONS);
  const ids = new Set(world.sink.records('chat').map(({ id }) => id));
  expect(ids).toContain('assistant_chat_joined');
  expect(ids).toContain('assistant_chat_swept');
  expect(ids).toContain(other!.id);
  expect(second.partitions.sealed).toBe(first.partitions.sealed + 1);
  const partitions = world.certificates.filter(({ unit }) => unit.name === 'chats/000001');
  const initial = partitions[0]!.users;
  expect(initial).toEqual([...initial!].toSorted());
  expect(initial!.length).toBeLessThanOrEqual(10);
  expect(users).toContain(leaver);
});

test('a chat that was edited is archived again, with its new messages only', async () => {
  const world = exportWorld();
  await world.run(OPTIONS);
  const [chat] = world.sink.records('chat');
  const known = world.sink.records('message').filter(({ body }) => body.chat_id === chat!.id);
  const before = world.sink.records('message').length;
  const texts = known.map(({ id, body }) => ({
    id,
    role: body.role as 'user' | 'assistant',
    text: (body.content[0] as { text: string }).text,
    created_at: body.created_at,
  }));
  change(world, 2 * HOUR, {
    chats: [
      {
        id: chat!.id,
        user: chat!.body.user.id,
        name: chat!.body.name,
        created_at: chat!.body.created_at,
        updated_at: at(HOUR),
        messages: [
          ...texts,
          { id: 'assistant_chat_msg_new', role: 'user', text: 'more', created_at: at(HOUR) },
        ],
      },
    ],
    activities: [{ type: 'assistant_chat_updated', user: chat!.body.user.id, created_at: at(HOUR) }],
  });
  await world.run(OPTIONS);
  const added = world.sink.records('message').slice(before);
  expect(added.map(({ id }) => id)).toContain('assistant_chat_msg_new');
  // Unless the scenario has changed them, for example by leaving out their files, messages are not repeated.
  const repeated = added.filter(({ id, digest }) =>
    known.some((old) => old.id === id && old.digest === digest),
  );
  expect(repeated).toEqual([]);
  const versions = world.sink.records('chat').filter(({ id }) => id === chat!.id);
  expect(versions.map(({ body }) => body.updated_at)).toEqual([chat!.body.updated_at, at(HOUR)]);
});

test.each(['people-first', 'newest-first'] as const)(
  '%s: an old chat that was edited is archived again',
  async (order) => {
    const world = exportWorld();
    const options = { ...OPTIONS, order };
    await world.run(options);
    const oldest = world.sink
      .records('chat')
      .toSorted((a, b) => (a.body.created_at < b.body.created_at ? -1 : 1))[0];
    const { id, user, created_at } = oldest!.body;
    expect(Date.parse(created_at)).toBeLessThan(START - 31 * DAY);
    const edited = { id, user: user.id, name: 'Edited', created_at, updated_at: at(HOUR) };
    change(world, 2 * HOUR, {
      chats: [edited],
      activities: [{ type: 'assistant_chat_updated', user: user.id, created_at: at(HOUR) }],
    });
    await world.run(options);
    expect(world.sink.records('chat').at(-1)?.body).toMatchObject({ id, name: 'Edited' });
  },
);

test('own requests are marked, and left out of a sink that does not want them', async () => {
  const world = exportWorld({ clock: { mode: 'running', start: START } });
  const quiet = new MemorySink({ name: 'quiet', ownRequests: false });
  const options = {
    ...OPTIONS,
    sources: [activities()],
    sinks: [world.sink, quiet],
    // More windows than certificates are read at a time.
    activities: { from: at(-3 * DAY), window: '1h', history: '1h', lag: '1s', recheck: [] },
  } as const;
  await world.run(options);
  world.fake.world().clock.advance(60_000);
  await world.run(options);
  const accesses = world.sink
    .records('activity')
    .filter(({ body }) => body.type === 'compliance_api_accessed');
  const own = accesses.filter((record) => record.own === true);
  expect(own.length).toBeGreaterThan(0);
  const requests = new Set(world.certificates.flatMap(({ request_ids: ids }) => ids));
  for (const { body, own: isOwn } of accesses)
    expect(requests.has((body as { request_id?: string }).request_id ?? '')).toBe(isOwn === true);
  const seen = world.certificates.reduce((sum, { own_requests_seen: count }) => sum + (count ?? 0), 0);
  expect(seen).toBe(own.length);
  const others = world.sink.records('activity').filter((record) => record.own !== true);
  expect(new Set(quiet.records('activity'))).toEqual(new Set(others));
});

/** Returns the request ids of the activities that are marked as the export's own. */
function ownRequestIds(world: ExportWorld): ReadonlySet<string | undefined> {
  const own = world.sink.records('activity').filter((record) => record.own === true);
  return new Set(own.map(({ body }) => (body as { request_id?: string }).request_id));
}

test('requests that belong to no window or partition are own requests too', async () => {
  const world = exportWorld({ clock: { mode: 'running', start: START } });
  const sources = [activities(), chats(), messages()];
  const options = {
    ...OPTIONS,
    sources,
    activities: { ...OPTIONS.activities, recheck: [] },
  } as const;
  const [chat] = (await readTruth(world.client(), '2027-01-01T00:00:00Z')).chats.keys();
  const earlier = world.fake.journal().length;
  const journal = (): readonly JournalEntry[] => world.fake.journal().slice(earlier);
  // The chat fails while the service is available, which a probe finds out.
  const path = `/v1/compliance/apps/chats/${chat}/messages`;
  world.fake.setFaults([{ match: { path }, status: 500 }]);
  expect((await world.run(options)).failures).toHaveLength(1);
  // A run that is stopped and resumed lists the organizations again.
  world.fake.setFaults([{ match: { path }, stall: true }]);
  const store = await world.openStore();
  {
    await using runner = await testRunner(store, 1);
    const run = await world.define(options).start({ compliance: world.client(), store, runner });
    for await (const { type } of run.events()) if (type === 'progress') break;
    await run.stop();
  }
  world.fake.setFaults([]);
  await world.run(options);
  const lists = journal().filter(({ operation }) => operation === 'organizations.list');
  // Of two plans, two probes and the resumed run.
  expect(lists).toHaveLength(5);
  // More than the lag: on a busy machine, an activity may be listed seconds after its time.
  world.fake.world().clock.advance(HOUR);
  await world.run(options);
  const ids = ownRequestIds(world);
  expect(lists.map(({ request_id: id }) => ids.has(id))).toEqual([true, true, true, true, true]);
});

test('requests that failed are own requests too, and so are those of a page that could not be sealed', async () => {
  const world = exportWorld({ clock: { mode: 'running', start: START } });
  const options = {
    ...OPTIONS,
    sources: [activities(), chats(), messages()],
    activities: { ...OPTIONS.activities, recheck: [] },
  } as const;
  const [gone, failing] = (await readTruth(world.client(), '2027-01-01T00:00:00Z')).chats.keys();
  const earlier = world.fake.journal().length;
  const pathOf = (chat: string | undefined): string => `/v1/compliance/apps/chats/${chat}/messages`;
  world.fake.setFaults([
    { match: { path: pathOf(gone) }, status: 404 },
    { match: { path: pathOf(failing) }, status: 500, headers: { 'x-should-retry': 'false' } },
    { match: { operation: 'organizations.list' }, status: 503, times: 2 },
  ]);
  expect((await world.run(options, world.client({ retry: { maxRetries: 1 } }))).failures).toHaveLength(1);
  world.fake.setFaults([]);
  await world.run(options);
  const sent = world.fake.journal().slice(earlier);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 404, 500, 503]));
  world.fake.world().clock.advance(HOUR);
  await world.run(options);
  const ids = ownRequestIds(world);
  expect(sent.filter(({ request_id: id }) => !ids.has(id))).toEqual([]);
});

test.each(['newest-first', 'people-first'] as const)('%s decides what is read first', async (order) => {
  const world = exportWorld({ demo: { users: 25, chats: 300, activities: 10 } });
  const store = await world.openStore();
  await using runner = await testRunner(store, 1);
  const sources = [chats(), messages(), files()];
  const options = { ...OPTIONS, sources, sinks: [ndjson({ dir: testFolder() }), world.sink], order };
  const run = await world.define(options).start({ compliance: world.client(), store, runner });
  const starts: (string | null)[] = [];
  for await (const event of run.events())
    if (event.type === 'sealed') starts.push(event.certificate.bounds.from);
  // Three partitions of at most ten users, in one band or three.
  const end = Date.parse((await run.done).bound!);
  const recent = [30, 120].map((days) => new Date(end - days * DAY).toISOString());
  const bands = order === 'newest-first' ? [...recent, null] : [null];
  expect(starts).toEqual(bands.flatMap((start) => [start, start, start]));
  const truth = await readTruth(world.client(), at(0));
  expect(new Set(world.sink.records('chat').map(({ id }) => id))).toEqual(new Set(truth.chats.keys()));
  expect(world.sink.records('chat').length).toBe(truth.chats.size);
  expect(world.sink.records('file').length).toBe(truth.fileIds.size);
});

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { searchArchive, type ArchivedFile } from '@parlance/archive';
import type { HttpFailure, Middleware } from '@parlance/core-transport';
import type { Activity, Chat } from '@parlance/schemas';
import { Parlance } from '@parlance/sdk';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { FAMILIES, familyOf } from './activity-families.js';
import type { ExportState } from './export-state.js';
import { Exports } from './exports.js';

const EVERYTHING = { kind: 'chats', filters: {} } as const;

/** Ends before the test, whose own requests are logged as activities too. */
const BEFORE_THE_TEST = { lt: '2026-06-01T00:00:00Z' };

interface ClientOptions {
  readonly middleware?: Middleware;
  readonly host?: string;
  readonly complianceKey?: string;
}

interface World {
  readonly fake: Fake;
  /** A separate client, for the expected values. */
  readonly parlance: Parlance;
  readonly folder: string;
  /** Opens the exports with their own client, like a separate process. */
  open(options?: ClientOptions): Exports;
}

async function openWorld(): Promise<World> {
  const fake = createFake({ seed: 'demo' });
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-exports-'));
  const clientOf = ({ middleware = (next) => next, complianceKey = fake.keys.compliance }: ClientOptions) =>
    new Parlance({
      http: fake.http(),
      baseUrl: fake.url,
      complianceKey,
      middleware: [middleware],
      retry: { maxRetries: 0 },
    });
  const opened: Exports[] = [];
  onTestFinished(async () => {
    for (const exports of opened) await exports.close();
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    fake,
    folder,
    parlance: clientOf({}),
    open: (options = {}) => {
      const about = { host: options.host ?? 'service.example', baseUrl: fake.url, emulator: false };
      const backend = { parlance: clientOf(options), about, now: () => fake.world().clock.now() };
      const exports = new Exports({ folder: path.join(folder, 'exports'), backend });
      opened.push(exports);
      return exports;
    },
  };
}

/** Waits until the only export reaches one of the states. */
async function reach(exports: Exports, ...states: ExportState['state'][]): Promise<ExportState> {
  for await (const [only] of exports.watch(new AbortController().signal)) {
    if (only !== undefined && states.includes(only.state)) return only;
  }
  throw new Error('The exports ended.');
}

/** Downloads a file of an export, and parses its lines. */
async function linesOf<Body>(exports: Exports, { id }: ExportState, name: string): Promise<Body[]> {
  const content = await exports.openFile(id, name);
  const lines = content === undefined ? '' : await text(content);
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Body]));
}

async function idsOf(exports: Exports, state: ExportState, name: string): Promise<string[]> {
  return (await linesOf<{ id: string }>(exports, state, name)).map(({ id }) => id).toSorted();
}

/** Reads the IDs of all chats, messages and attachments from the service. */
async function readTruth({ compliance }: Parlance) {
  const { data } = await compliance.organizations.list();
  const users = await Array.fromAsync(compliance.organizations.listUsers(data[0]!.uuid));
  const chats = await Array.fromAsync(compliance.chats.listForUsers(users.map(({ id }) => id)));
  const messages: string[] = [];
  const files: string[] = [];
  for (const chat of chats) {
    for await (const message of compliance.chats.messages(chat.id)) {
      messages.push(message.id);
      files.push(...[...(message.files ?? []), ...(message.generated_files ?? [])].map(({ id }) => id));
      files.push(...(message.artifacts ?? []).map(({ version_id }) => version_id));
    }
  }
  return { users, chats, messages: messages.toSorted(), files: files.toSorted() };
}

/** Compares an export with the service: nothing lost, nothing duplicated, every record as certified. */
async function expectComplete(exports: Exports, state: ExportState, parlance: Parlance): Promise<void> {
  expect(state).toMatchObject({ state: 'done', problem: undefined, failures: [], share: 1 });
  const truth = await readTruth(parlance);
  const chats = await linesOf<Chat>(exports, state, 'chats.ndjson');
  const byId = (a: Chat, b: Chat) => a.id.localeCompare(b.id);
  expect(chats.toSorted(byId)).toEqual(truth.chats.toSorted(byId));
  expect(await idsOf(exports, state, 'messages.ndjson')).toEqual(truth.messages);
  expect(await idsOf(exports, state, 'files.ndjson')).toEqual(truth.files);
  const [chat, message, file] = [truth.chats.length, truth.messages.length, truth.files.length];
  expect(state.counts).toMatchObject({ chat, message, file });
  expect(await exports.verify(state.id)).toMatchObject({ ok: true, problems: [] });
}

test('an export of chats is complete, and readable by its owner only', async () => {
  const world = await openWorld();
  const exports = world.open();
  await exports.start(EVERYTHING);
  const state = await reach(exports, 'done', 'failed');
  await expectComplete(exports, state, world.parlance);
  for (const file of await linesOf<ArchivedFile>(exports, state, 'files.ndjson')) {
    const content = await readFile(path.join(state.folder, 'archive', file.path));
    expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
  }
  const { total } = await searchArchive(path.join(state.folder, 'export.db'), 'checklist');
  expect(total).toBeGreaterThan(0);
  const entries = await readdir(path.dirname(state.folder), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const { mode } = await stat(path.join(entry.parentPath, entry.name));
    expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
  }
});

test('an export of chats has what the page shows: filters and search', async () => {
  const world = await openWorld();
  const { users, chats } = await readTruth(world.parlance);
  const [project] = (await world.parlance.compliance.projects.list()).data;
  const created_at = { gte: '2026-03-01T00:00:00Z', lt: '2026-05-15T00:00:00Z' };
  const filters = { user_ids: users.slice(2).map(({ id }) => id), project_ids: [project!.id], created_at };
  const exports = world.open();
  await exports.start({ kind: 'chats', filters, search: ' ONBOARDING' });
  const expected = chats.filter(
    ({ name, user, project_id, created_at: at }) =>
      name.startsWith('Onboarding') &&
      filters.user_ids.includes(user.id) &&
      project_id === project!.id &&
      at >= created_at.gte &&
      at < created_at.lt,
  );
  expect(expected.length).toBeGreaterThan(0);
  const state = await reach(exports, 'done', 'failed');
  expect(await idsOf(exports, state, 'chats.ndjson')).toEqual(expected.map(({ id }) => id).toSorted());
});

test('an export of activities has what the page shows: filters and families', async () => {
  const world = await openWorld();
  const created_at = { gte: '2026-04-10T00:00:00Z', ...BEFORE_THE_TEST };
  const all = await Array.fromAsync(world.parlance.compliance.activities.list({ created_at }));
  const expected = all.filter((activity) => FAMILIES[familyOf(activity)]!.id !== 'chats');
  expect([expected.length > 0, expected.length < all.length]).toEqual([true, true]);
  const exports = world.open();
  await exports.start({ kind: 'activities', filters: { created_at }, hidden: ['chats'] });
  const state = await reach(exports, 'done', 'failed');
  const byId = (a: Activity, b: Activity) => a.id!.localeCompare(b.id!);
  const lines = await linesOf<Activity>(exports, state, 'activities.ndjson');
  expect(lines.toSorted(byId)).toEqual(expected.toSorted(byId));
  expect(state.counts).toEqual({ activity: expected.length });
});

/** Lets `requests` requests pass. The next one never gets a response; `stalled` resolves at that moment. */
function stallingAfter(requests: number) {
  const { promise: stalled, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const middleware: Middleware = (next) => (request) => {
    count += 1;
    if (count <= requests) return next(request);
    resolve();
    return new Promise((_, reject) => request.cancellation.listen(reject));
  };
  return { middleware, stalled };
}

/** Starts an export of chats and pauses it during a request. */
async function pausedExport(world: World): Promise<ExportState> {
  const { middleware, stalled } = stallingAfter(60);
  const exports = world.open({ middleware });
  const id = await exports.start(EVERYTHING);
  await stalled;
  await exports.pause(id);
  const state = await reach(exports, 'paused', 'failed');
  await exports.close();
  return state;
}

test('an export that was paused resumes in another process', async () => {
  const world = await openWorld();
  const { id, state } = await pausedExport(world);
  expect(state).toBe('paused');
  const exports = world.open();
  await exports.resumeInterrupted();
  expect((await reach(exports, 'paused', 'running')).state).toBe('paused');
  await exports.resume(id);
  await expectComplete(exports, await reach(exports, 'done', 'failed'), world.parlance);
});

test('an export cannot be resumed from another service', async () => {
  const world = await openWorld();
  const { id } = await pausedExport(world);
  await expect(world.open({ host: 'other.example' }).resume(id)).rejects.toThrow(
    'This export reads from service.example, but the console is connected to other.example.',
  );
});

test('an export reports what cannot be read, and reads it again or leaves it out, on record', async () => {
  const world = await openWorld();
  world.fake.setFaults([{ match: { operation: 'artifacts.download' }, status: 400, times: 3 }]);
  const exports = world.open();
  const id = await exports.start(EVERYTHING);
  const { failures } = await reach(exports, 'failed', 'done');
  expect(failures.map(({ kind, requestId }) => [kind, requestId?.slice(0, 4)])).toEqual(
    Array.from({ length: 3 }, () => ['file', 'req_']),
  );
  world.fake.setFaults([{ match: { operation: 'artifacts.download' }, status: 400, times: 1 }]);
  await exports.resume(id);
  const [left] = (await reach(exports, 'failed', 'done')).failures;
  await exports.resume(id, { skip: true });
  const state = await reach(exports, 'failed', 'done');
  expect(await linesOf(exports, state, 'left-out.ndjson')).toEqual([
    expect.objectContaining({ id: left!.id, subject: 'file', outcome: 'skipped' }),
  ]);
  const { files } = await readTruth(world.parlance);
  expect(await idsOf(exports, state, 'files.ndjson')).toEqual(files.filter((file) => file !== left!.id));
});

test('an export records a chat that was deleted after it was listed', async () => {
  const world = await openWorld();
  const [gone] = (await readTruth(world.parlance)).chats;
  world.fake.setFaults([{ match: { path: `/v1/compliance/apps/chats/${gone!.id}/messages` }, status: 404 }]);
  const exports = world.open();
  await exports.start(EVERYTHING);
  const state = await reach(exports, 'done', 'failed');
  expect(await linesOf(exports, state, 'left-out.ndjson')).toEqual([
    expect.objectContaining({ id: gone!.id, outcome: 'gone', listed: gone }),
  ]);
});

test('an export waits while the service is unreachable', async () => {
  const world = await openWorld();
  let isDown = true;
  let requests = 0;
  const exports = world.open({
    middleware: (next) => async (request) => {
      requests += 1;
      if (!isDown || requests <= 50) return next(request);
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED', sent: false }) satisfies HttpFailure;
    },
  });
  await exports.start(EVERYTHING);
  expect(await reach(exports, 'waiting')).toMatchObject({ problem: { kind: 'connection' } });
  isDown = false;
  await expectComplete(exports, await reach(exports, 'done', 'failed'), world.parlance);
});

test('an export stops when the service rejects the key, and keeps the reason', async () => {
  const world = await openWorld();
  const exports = world.open({ complianceKey: 'wrong' });
  await exports.start(EVERYTHING);
  expect((await reach(exports, 'failed')).problem).toMatchObject({ kind: 'refused', status: 401 });
  await exports.close();
  expect((await reach(world.open(), 'failed')).problem?.message).toContain('the service rejected the key');
});

test('an export that cannot start is rejected and leaves nothing behind', async () => {
  const world = await openWorld();
  await expect(world.open({ complianceKey: '' }).start(EVERYTHING)).rejects.toThrow(
    'PARLANCE_COMPLIANCE_KEY',
  );
  await writeFile(path.join(world.folder, 'exports'), '');
  await expect(world.open().start(EVERYTHING)).rejects.toThrow('EEXIST');
  await rm(path.join(world.folder, 'exports'));
  const { value } = await world.open().watch(new AbortController().signal).next();
  expect(value).toEqual([]);
});

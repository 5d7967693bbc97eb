import { createHash } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDownload } from '@parlance/compliance';
import type { HttpFailure, Middleware } from '@parlance/core-transport';
import { Parlance } from '@parlance/sdk';
import { createFake, type Fake } from '@parlance/testing-fakes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExportRequest, ExportState } from './export-state.js';
import { Exports } from './exports.js';

/** Small, so that every list has many pages. */
const PAGE_SIZES = { activities: 25, chats: 5, messages: 3 };

const EVERYTHING: ExportRequest = { kind: 'chats', filters: {} };

interface ClientOptions {
  readonly middleware?: Middleware;
  readonly timeouts?: { readonly headersMs: number };
  readonly host?: string;
}

interface World extends AsyncDisposable {
  readonly fake: Fake;
  /** A separate client, for the expected values. */
  readonly parlance: Parlance;
  /** Opens the exports of a folder with their own client, like a separate process. */
  readonly open: (folder: string, options?: ClientOptions) => Exports;
  /** Creates a folder. */
  readonly folder: () => Promise<string>;
}

async function openWorld(): Promise<World> {
  const fake = createFake({ seed: 'demo' });
  const opened: AsyncDisposable[] = [];
  const clientOf = ({ middleware = (next) => next, timeouts }: ClientOptions): Parlance => {
    const parlance = new Parlance({
      http: fake.http(),
      baseUrl: fake.url,
      complianceKey: fake.keys.compliance,
      middleware: [middleware],
      ...(timeouts !== undefined && { timeouts }),
      retry: { maxRetries: 0 },
    });
    opened.push({ [Symbol.asyncDispose]: () => parlance.close() });
    return parlance;
  };
  return {
    fake,
    parlance: clientOf({}),
    open: (folder, options = {}) => {
      const about = {
        host: options.host ?? 'service.example',
        baseUrl: 'http://unused.example',
        emulator: false,
      };
      const backend = { parlance: clientOf(options), about };
      const exports = new Exports({ folder, backend, pageSizes: PAGE_SIZES });
      opened.push({ [Symbol.asyncDispose]: () => exports.close() });
      return exports;
    },
    folder: async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'parlance-exports-'));
      opened.push({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
      return folder;
    },
    [Symbol.asyncDispose]: async () => {
      for (const resource of opened.toReversed()) await resource[Symbol.asyncDispose]();
      await fake.close();
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

async function linesOf({ folder }: ExportState, name: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
  return text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

/** Reads all chats with their messages from the service, and the digests of their attachments by ID. */
async function readWorld({ compliance }: Parlance) {
  const users: string[] = [];
  for await (const { uuid } of compliance.organizations.list()) {
    for await (const { id } of compliance.organizations.listUsers(uuid)) users.push(id);
  }
  const chats: object[] = [];
  const digests = new Map<string, string>();
  for await (const chat of compliance.chats.listForUsers(users)) {
    const messages = await Array.fromAsync(compliance.chats.messages(chat.id));
    chats.push({ ...chat, chat_messages: messages });
    for (const { files, generated_files, artifacts } of messages) {
      for (const { id } of files ?? []) digests.set(id, await digest(compliance.files.download(id)));
      for (const { id } of generated_files ?? []) {
        digests.set(id, await digest(compliance.generatedFiles.download(id)));
      }
      for (const { version_id: id } of artifacts ?? []) {
        digests.set(id, await digest(compliance.artifacts.download(id)));
      }
    }
  }
  return { chats, digests };
}

async function digest(download: ReturnType<Parlance['compliance']['files']['download']>): Promise<string> {
  return createHash('sha256')
    .update(await readDownload(await download))
    .digest('hex');
}

/** Compares the folder of an export with the world: nothing lost, nothing duplicated, every file complete. */
async function expectComplete(state: ExportState, { chats, digests }: Awaited<ReturnType<typeof readWorld>>) {
  expect(await linesOf(state, 'chats.ndjson')).toEqual(chats);
  const files = await linesOf(state, 'files.ndjson');
  expect(new Map(files.map(({ id, sha256 }) => [id, sha256]))).toEqual(digests);
  expect(files.length).toBe(digests.size);
  for (const file of files) {
    const content = await readFile(path.join(state.folder, String(file['path'])));
    expect(createHash('sha256').update(content).digest('hex')).toBe(file['sha256']);
    expect(content.byteLength).toBe(file['size_bytes']);
  }
  expect(await linesOf(state, 'left-out.ndjson')).toEqual([]);
}

/** Simulates a kill: after `requests` requests, none gets a response. `dead` resolves at that moment. */
function dyingAfter(requests: number) {
  const dead = Promise.withResolvers<void>();
  let count = 0;
  const middleware: Middleware = (next) => (request) => {
    count += 1;
    if (count <= requests) return next(request);
    dead.resolve();
    return new Promise((_, reject) => request.cancellation.listen(reject));
  };
  return { middleware, dead: dead.promise };
}

/** Copies a folder as a kill leaves it in the worst case: lines after the last checkpoint, and half a checkpoint. */
async function copyAsKilled(from: string, to: string): Promise<void> {
  const [id] = await readdir(from);
  await mkdir(path.join(to, id!));
  // Copy the checkpoint first: lines written during the copy may be newer than the checkpoint, never older.
  const checkpoint = await readFile(path.join(from, id!, 'checkpoint.json'), 'utf8');
  await writeFile(path.join(to, id!, 'checkpoint.json'), checkpoint);
  // Temporary files may be renamed or removed during the copy.
  const isStable = (source: string) => !/\.part$|\.new$|checkpoint\.json$/.test(source);
  await cp(from, to, { recursive: true, filter: isStable });
  if ((JSON.parse(checkpoint) as ExportState).state === 'done') return;
  for (const entry of await readdir(to, { recursive: true })) {
    if (entry.endsWith('.ndjson')) await appendFile(path.join(to, entry), '{"id":"half a li');
    if (entry.endsWith('checkpoint.json')) await writeFile(path.join(to, `${entry}.new`), '{"id":"hal');
  }
}

describe.each([
  ['chats', EVERYTHING, 300],
  ['activities', { kind: 'activities', filters: {} }, 14],
] as const)('an export of %s', (kind, request, most) => {
  test('is complete, however often its process is killed', async () => {
    await using world = await openWorld();
    const expected =
      kind === 'chats'
        ? await readWorld(world.parlance)
        : await Array.fromAsync(world.parlance.compliance.activities.list(BEFORE_THE_TEST));
    const kills = fc.array(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(kills, async (killedAfter) => {
        let folder = await world.folder();
        const actual = kind === 'chats' ? request : ({ kind, filters: BEFORE_THE_TEST } as const);
        for (const requests of killedAfter) {
          const { middleware, dead } = dyingAfter(requests);
          const exports = world.open(folder, { middleware });
          await startOrResume(exports, actual);
          await Promise.race([dead, reach(exports, 'done')]);
          const next = await world.folder();
          await copyAsKilled(folder, next);
          await exports.close();
          folder = next;
        }
        const exports = world.open(folder);
        await startOrResume(exports, actual);
        const state = await reach(exports, 'done', 'failed');
        expect(state.problem).toBeUndefined();
        if (kind === 'chats') await expectComplete(state, expected as Awaited<ReturnType<typeof readWorld>>);
        else expect(await linesOf(state, 'activities.ndjson')).toEqual(expected);
        expect(state.counts.records).toBe((await linesOf(state, `${kind}.ndjson`)).length);
      }),
      { numRuns: 4 },
    );
  }, 60_000);
});

/** Excludes the test's own requests, which are logged as activities too. */
const BEFORE_THE_TEST = { created_at: { lt: '2026-06-01T00:00:00Z' } };

/** Starts the only export of a folder, or resumes it. */
async function startOrResume(exports: Exports, request: ExportRequest): Promise<void> {
  const [known] = (await exports.watch(new AbortController().signal).next()).value ?? [];
  if (known === undefined) await exports.start(request);
  else await exports.resume(known.id);
}

describe('an export of chats', () => {
  test('applies the filters of the list', async () => {
    await using world = await openWorld();
    const { compliance } = world.parlance;
    const { data } = await compliance.organizations.list();
    const users = await Array.fromAsync(compliance.organizations.listUsers(data[0]!.uuid));
    const project = (await compliance.projects.list()).data[0]!;
    const created_at = { gte: '2026-04-01T00:00:00Z' };
    const filters = {
      user_ids: users.slice(2, 5).map(({ id }) => id),
      project_ids: [project.id],
      created_at,
    };
    const expected = await Array.fromAsync(compliance.chats.list(filters));
    const exports = world.open(await world.folder());
    await exports.start({ kind: 'chats', filters });
    const lines = await linesOf(await reach(exports, 'done'), 'chats.ndjson');
    expect(lines.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(100);
  });

  test('is readable by its owner only', async () => {
    await using world = await openWorld();
    const exports = world.open(await world.folder());
    await exports.start(EVERYTHING);
    const { folder } = await reach(exports, 'done');
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    // A checkpoint that is being saved is about to be renamed.
    const entries = found.filter(({ name }) => !name.endsWith('.new'));
    expect(entries.length).toBeGreaterThan(5);
    for (const entry of entries) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('downloads a file again when its content was cut', async () => {
    await using world = await openWorld();
    world.fake.setFaults([
      { match: { operation: 'chats.files.download' }, times: 2, stream: { cut_after_bytes: 10 } },
    ]);
    const exports = world.open(await world.folder());
    await exports.start(EVERYTHING);
    const state = await reach(exports, 'done', 'failed');
    expect(state.problem).toBeUndefined();
    await expectComplete(state, await readWorld(world.parlance));
  });

  test.each([
    ['dropped connection', { stream: { cut_after_bytes: 10 } }, 'connection'],
    ['error response', { status: 500 }, 'refused'],
    ['truncated body', { truncate_bytes: 10 }, 'response'],
  ] as const)('stops at a persistent %s, reports the file, and resumes', async (_, fault, kind) => {
    await using world = await openWorld();
    world.fake.setFaults([{ match: { operation: 'chats.files.download' }, after: 3, ...fault }]);
    const exports = world.open(await world.folder());
    const id = await exports.start(EVERYTHING);
    const failed = await reach(exports, 'failed');
    expect(failed).toMatchObject({ problem: { kind }, stuck: { kind: 'file' } });
    world.fake.setFaults([]);
    await exports.resume(id);
    await expectComplete(await reach(exports, 'done', 'failed'), await readWorld(world.parlance));
  });

  test('stops at a stalled response, reports the deadline that passed, and resumes', async () => {
    await using world = await openWorld();
    const folder = await world.folder();
    world.fake.setFaults([{ match: { operation: 'chats.messages' }, after: 20, times: 1, stall: true }]);
    // The emulator runs in process, so only the stalled request can reach the deadline.
    const impatient = world.open(folder, { timeouts: { headersMs: 200 } });
    await impatient.start(EVERYTHING);
    const failed = await reach(impatient, 'failed');
    expect(failed).toMatchObject({ problem: { kind: 'deadline', deadline: { phase: 'headers' } } });
    expect(failed.stuck?.kind).toBe('chat');
    const exports = world.open(folder);
    await exports.resume(failed.id);
    await expectComplete(await reach(exports, 'done', 'failed'), await readWorld(world.parlance));
  });

  test('can be paused during a request', async () => {
    await using world = await openWorld();
    const { middleware, dead } = dyingAfter(70);
    const exports = world.open(await world.folder(), { middleware });
    const id = await exports.start(EVERYTHING);
    await dead;
    exports.pause(id);
    const paused = await reach(exports, 'paused', 'failed');
    expect(paused).toMatchObject({ state: 'paused', counts: { leftOut: 0 } });
    expect(await linesOf(paused, 'chats.ndjson')).toHaveLength(paused.counts.records);
  });

  test('skips the item that could not be read, and records it', async () => {
    await using world = await openWorld();
    const whole = await readWorld(world.parlance);
    world.fake.setFaults([{ match: { operation: 'artifacts.download' }, after: 2, times: 1, status: 500 }]);
    const exports = world.open(await world.folder());
    const id = await exports.start(EVERYTHING);
    const { stuck } = await reach(exports, 'failed');
    await exports.leaveOut(id);
    const state = await reach(exports, 'done', 'failed');
    expect(state.counts.leftOut).toBe(1);
    expect(await linesOf(state, 'left-out.ndjson')).toEqual([
      expect.objectContaining({ ...stuck, kind: 'artifact', reason: 'skipped by the user' }),
    ]);
    expect(await linesOf(state, 'chats.ndjson')).toEqual(whole.chats);
    expect((await linesOf(state, 'files.ndjson')).length).toBe(whole.digests.size - 1);
  });

  test('records a chat that was deleted after it was listed', async () => {
    await using world = await openWorld();
    const { chats } = await readWorld(world.parlance);
    const gone = chats[40] as { id: string; chat_messages: unknown };
    world.fake.setFaults([{ match: { path: `/v1/compliance/apps/chats/${gone.id}/messages` }, status: 404 }]);
    const exports = world.open(await world.folder());
    await exports.start(EVERYTHING);
    const state = await reach(exports, 'done', 'failed');
    const { chat_messages: _, ...listed } = gone;
    expect(await linesOf(state, 'left-out.ndjson')).toEqual([
      expect.objectContaining({ kind: 'chat', id: gone.id, reason: 'no longer exists', chat: listed }),
    ]);
    expect(state.counts).toMatchObject({ records: chats.length - 1, leftOut: 1 });
  });

  test('resumes automatically when the service is back', async () => {
    await using world = await openWorld();
    let isDown = true;
    let requests = 0;
    const exports = world.open(await world.folder(), {
      middleware: (next) => async (request) => {
        requests += 1;
        if (!isDown || requests <= 50) return next(request);
        throw Object.assign(new Error('refused'), {
          code: 'ECONNREFUSED',
          sent: false,
        }) satisfies HttpFailure;
      },
    });
    await exports.start(EVERYTHING);
    expect(await reach(exports, 'waiting')).toMatchObject({ problem: { kind: 'connection' } });
    isDown = false;
    await expectComplete(await reach(exports, 'done', 'failed'), await readWorld(world.parlance));
  });
});

/** Starts an export of chats and closes it while it runs. */
async function interruptedExport(world: World): Promise<{ folder: string; id: string }> {
  const folder = await world.folder();
  const { middleware, dead } = dyingAfter(60);
  const exports = world.open(folder, { middleware });
  const id = await exports.start(EVERYTHING);
  await dead;
  await exports.close();
  return { folder, id };
}

describe('exports', () => {
  test('cannot be resumed from another service', async () => {
    await using world = await openWorld();
    const { folder, id } = await interruptedExport(world);
    const elsewhere = world.open(folder, { host: 'other.example' });
    await elsewhere.resume(id);
    const { problem } = await reach(elsewhere, 'failed');
    expect(problem?.message).toBe(
      'This export reads from service.example, but the console is connected to other.example.',
    );
  });

  test('do not resume when written data is missing', async () => {
    await using world = await openWorld();
    const { folder, id } = await interruptedExport(world);
    await truncate(path.join(folder, id, 'chats.ndjson'), 10);
    const next = world.open(folder);
    await next.resume(id);
    expect((await reach(next, 'failed')).problem?.message).toMatch(
      /^chats\.ndjson is 10 bytes, but \d+ were written to it\.$/,
    );
  });

  test('report that the folder cannot be written', async () => {
    await using world = await openWorld();
    const folder = await world.folder();
    await writeFile(path.join(folder, 'file'), '');
    const exports = world.open(path.join(folder, 'file', 'exports'));
    await expect(exports.start(EVERYTHING)).rejects.toThrow('ENOTDIR');
  });

  test('stop with a problem when a checkpoint cannot be written, and resume', async () => {
    await using world = await openWorld();
    const folder = await world.folder();
    let requests = 0;
    const exports = world.open(folder, {
      middleware: (next) => async (request) => {
        requests += 1;
        if (requests === 60) await mkdir(path.join(folder, id, 'checkpoint.json.new'));
        return next(request);
      },
    });
    const id = await exports.start(EVERYTHING);
    expect((await reach(exports, 'failed')).problem?.message).toContain('EISDIR');
    await rmdir(path.join(folder, id, 'checkpoint.json.new'));
    await exports.resume(id);
    await expectComplete(await reach(exports, 'done', 'failed'), await readWorld(world.parlance));
  });

  test('ignore unrelated folders and corrupt checkpoints', async () => {
    await using world = await openWorld();
    const folder = await world.folder();
    for (const [name, text] of [
      ['model-run', '{"id":"model-run-7","epoch":3}'],
      ['corrupt', '{"id":"corr'],
    ] as const) {
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, 'checkpoint.json'), text);
    }
    const exports = world.open(folder);
    await exports.start({ kind: 'activities', filters: {} });
    expect((await reach(exports, 'done')).files).toEqual(['activities.ndjson']);
  });

  test('require the compliance key', async () => {
    await using world = await openWorld();
    const parlance = new Parlance({ baseUrl: world.fake.url, apiKey: 'api-x', complianceKey: '' });
    const backend = {
      parlance,
      about: { host: 'service.example', baseUrl: 'http://unused.example', emulator: false },
    };
    const exports = new Exports({ folder: await world.folder(), backend });
    await expect(exports.start(EVERYTHING)).rejects.toThrow('PARLANCE_COMPLIANCE_KEY');
    await parlance.close();
  });
});

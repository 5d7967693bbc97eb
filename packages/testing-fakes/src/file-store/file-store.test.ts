import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { DataFileError } from './data-file-error.js';
import { openWorldFile } from './world-file.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-file-'));
  path = join(folder, 'worlds.db');
});

afterEach(() => rm(folder, { recursive: true }));

async function opened(): Promise<Fake> {
  return createFake({ seed: 'demo', store: await openWorldFile(path) });
}

async function ask(
  fake: Fake,
  method: string,
  target: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fake.fetch(`${fake.url}${target}`, {
    method,
    headers: {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'vendor-beta': 'managed-agents-2026-04-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Returns the contents of a world, with its non-empty collections in a fixed order. */
function contentOf(fake: Fake, world?: string) {
  const { collections, now, state } = fake.snapshot(world);
  const filled = collections.filter((held) => held.entries.length > 0 || held.next > 1);
  const sorted = filled.toSorted((a, b) => (`${a.name}/${a.owner}` < `${b.name}/${b.owner}` ? -1 : 1));
  return { now, state, collections: sorted };
}

const idsOf = (list: Record<string, unknown>): string[] =>
  (list['data'] as { id: string }[]).map((item) => item.id);

/** Lets writes fail that contain `too much`, as on a full disk. */
function fillDisk(): void {
  const database = new DatabaseSync(path);
  const condition = "NEW.record LIKE '%too much%' BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END";
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON records WHEN ${condition}`);
  database.close();
}

test('a failed write undoes its request, and the server recovers when writing is possible again', async () => {
  const before = createFake({ store: await openWorldFile(path) });
  await ask(before, 'POST', '/v1/vaults', { display_name: 'kept' });
  await before.close();
  fillDisk();

  const full = createFake({ store: await openWorldFile(path) });
  expect(await ask(full, 'POST', '/v1/vaults', { display_name: 'too much' })).toMatchObject({
    error: {
      type: 'api_error',
      message: expect.stringContaining(
        'cannot be written (database or disk is full). It contains all changes up to the last successful response.',
      ),
    },
  });
  expect(await ask(full, 'GET', '/v1/vaults')).toMatchObject({ data: [{ display_name: 'kept' }] });
  expect(await ask(full, 'POST', '/v1/vaults', { display_name: 'small' })).toMatchObject({ type: 'vault' });
  expect(() => full.fork('default', 'copy')).not.toThrow();
  await full.close();

  await using after = createFake({ store: await openWorldFile(path) });
  const { data } = await ask(after, 'GET', '/v1/vaults');
  expect(data).toMatchObject([{ display_name: 'small' }, { display_name: 'kept' }]);
});

test('a session goes back to its stored state when a step cannot be written', async () => {
  (await openWorldFile(path)).close();
  fillDisk();
  const fake = createFake({ store: await openWorldFile(path), clock: { mode: 'manual' } });
  const agent = await ask(fake, 'POST', '/v1/agents', { model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await ask(fake, 'POST', '/v1/environments', { name: 'farm' });
  const session = await ask(fake, 'POST', '/v1/sessions', {
    agent: agent['id'],
    environment_id: environment['id'],
  });
  const events = `/v1/sessions/${String(session['id'])}/events`;
  const say = { type: 'user.message', content: [{ type: 'text', text: 'hello' }] };
  await ask(fake, 'POST', events, { events: [say] });
  expect(() => fake.world().store.of({ name: 'vaults' }).put('vlt_1', { id: 'too much' })).toThrow(
    'cannot be written',
  );
  for (let time = 0; time < 3; time++) {
    fake.world().clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { data } = await ask(fake, 'GET', events);
  expect((data as { type: string }[]).map(({ type }) => type)).toContain('agent.message');
  await fake.close();
});

describe('worlds in a file', () => {
  test('keep the time of a running clock that did not start at the current date', async () => {
    const start = Date.UTC(2020, 0, 1);
    const open = async () =>
      createFake({ store: await openWorldFile(path), clock: { mode: 'running', start } });
    const first = await open();
    await ask(first, 'POST', '/v1/vaults', { display_name: 'kept' });
    const saved = first.world().clock.now();
    await first.close();
    const second = await open();
    expect(second.world().clock.now()).toBeGreaterThanOrEqual(saved);
    expect(second.world().clock.now()).toBeLessThan(Date.UTC(2020, 0, 2));
    await second.close();
  });

  test('are restored completely when the file is reopened', async () => {
    const first = await opened();
    const kept = await ask(first, 'POST', '/v1/vaults', { display_name: 'kept' });
    const gone = await ask(first, 'POST', '/v1/vaults', { display_name: 'gone' });
    await ask(first, 'POST', `/v1/vaults/${String(kept['id'])}`, { metadata: { team: 'tools' } });
    await ask(first, 'DELETE', `/v1/vaults/${String(gone['id'])}`);
    first.world().clock.advance(60_000);
    await ask(first, 'POST', '/v1/vaults', { display_name: 'later' });
    const before = contentOf(first);
    await first.close();

    const second = await opened();
    expect(contentOf(second)).toEqual(before);
    const found = await ask(second, 'GET', `/v1/vaults/${String(kept['id'])}`);
    expect(found).toMatchObject({ display_name: 'kept', metadata: { team: 'tools' } });
    const next = await ask(second, 'POST', '/v1/vaults', { display_name: 'next' });
    expect(idsOf(await ask(second, 'GET', '/v1/vaults'))[0]).toBe(next['id']);
    await second.close();
  });

  test('leave a single file after close, even when a killed process left a log', async () => {
    const killed = await opened();
    const vault = await ask(killed, 'POST', '/v1/vaults', { display_name: 'kept' });
    const copy = join(folder, 'copy');
    await mkdir(copy);
    for (const end of ['', '-wal']) await copyFile(`${path}${end}`, join(copy, `worlds.db${end}`));
    await killed.close();
    expect(await readdir(folder)).toEqual(['copy', 'worlds.db']);

    path = join(copy, 'worlds.db');
    for (let time = 0; time < 2; time++) {
      const again = await opened();
      expect((await ask(again, 'GET', `/v1/vaults/${String(vault['id'])}`))['display_name']).toBe('kept');
      await again.close();
      expect(await readdir(copy)).toEqual(['worlds.db']);
    }
  });

  test('persist forks, resets and restored worlds', async () => {
    const first = await opened();
    const beginning = idsOf(await ask(first, 'GET', '/v1/vaults'));
    await ask(first, 'POST', '/v1/vaults', { display_name: 'one' });
    first.fork('default', 'copy');
    const copy = contentOf(first, 'copy');
    first.restore(first.snapshot('copy'), 'third');
    first.reset();
    await first.close();

    const second = await opened();
    expect(idsOf(await ask(second, 'GET', '/v1/vaults'))).toEqual(beginning);
    expect(contentOf(second, 'copy')).toEqual(copy);
    expect(contentOf(second, 'third').collections).toEqual(copy.collections);
    await second.close();
  });

  test('keep their faults, limits and scripts while the emulator runs', async () => {
    const rateLimits = { messages: { requests: 3 } };
    const fake = createFake({ store: await openWorldFile(path), faults: [{ status: 503 }], rateLimits });
    fake.setScripts([{ steps: [{ reply: 'one' }] }]);
    fake.openRun(fake.saveRun(), 'copy');
    for (const name of ['default', 'copy']) {
      expect(fake.saveRun(name).scenario).toMatchObject({
        faults: [{ status: 503 }],
        limits: rateLimits,
      });
      expect(fake.scenarioProblems(name)).toHaveLength(1);
    }
    await fake.close();
  });

  test('are reopened after they were dropped as idle', async () => {
    const fake = createFake({ store: await openWorldFile(path), maxIdleWorlds: 2 });
    fake.world('a').store.of<object>({ name: 'vaults' }).put('vlt_1', { id: 'vlt_1' });
    for (const name of ['b', 'c', 'd']) fake.world(name);
    expect(fake.world('a').store.of<object>({ name: 'vaults' }).get('vlt_1')).toEqual({ id: 'vlt_1' });
    await fake.close();
  });
});

describe('openWorldFile rejects, without changing the file,', () => {
  async function refusal(): Promise<string> {
    const before = await readFile(path);
    const error: unknown = await openWorldFile(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(folder)).toEqual(['worlds.db']);
    return (error as Error).message;
  }

  test('a file that is not a database', async () => {
    await writeFile(path, 'a letter to a friend, long enough not to look like an empty file'.repeat(20));
    expect(await refusal()).toContain('is not a data file of this emulator');
  });

  test('a database of another program', async () => {
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE letters (text TEXT)');
    other.close();
    expect(await refusal()).toContain('is a database of another program');
  });

  test('a file of a newer release', async () => {
    (await openWorldFile(path)).close();
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(await refusal()).toContain(
      'was written by another release (version 99; this release reads version 3)',
    );
  });

  test('a damaged file', async () => {
    const fake = await opened();
    fake.world();
    await fake.close();
    const bytes = await readFile(path);
    bytes.fill(0x5a, 4096 * 3, 4096 * 9);
    await writeFile(path, bytes);
    expect(await refusal()).toContain('is damaged');
  });

  test('a file in use', async () => {
    const fake = await opened();
    fake.world();
    await expect(openWorldFile(path)).rejects.toThrow('is in use by another process');
    await fake.close();
  });

  test('a file in a missing directory', async () => {
    await expect(openWorldFile(join(folder, 'none', 'x.db'))).rejects.toThrow('its directory does not exist');
  });
});

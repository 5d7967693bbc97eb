import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { openWorldFile } from '../file-store/world-file.js';
import { asker } from '../testing/index.js';
import { main } from './main.js';

const BETA = 'managed-agents-2026-04-01';
let folder: string;
let data: string;
let json: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-move-'));
  data = join(folder, 'worlds.db');
  json = join(folder, 'world.json');
});

afterEach(() => rm(folder, { recursive: true }));

async function run(...argv: string[]) {
  let out = '';
  let err = '';
  const code = await main(argv, {
    version: '',
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    onSignal: (stop) => stop(),
  });
  return { code, out, err };
}

const namesIn = async (fake: Fake, world: string): Promise<string[]> => {
  const { json: list } = await asker(fake, BETA)('GET /v1/vaults', undefined, { world });
  return list.data.map((vault: { display_name: string }) => vault.display_name);
};

/** Creates a data file with a vault in its world `default`. */
async function withVault(name: string): Promise<void> {
  await using fake = createFake({ store: await openWorldFile(data) });
  await asker(fake, BETA)('POST /v1/vaults', { display_name: name });
}

test('exports a world as JSON and imports it into another file, under its own or another name', async () => {
  await withVault('kept');
  expect(await run('export', '--data', data, '--to', json)).toMatchObject({ code: 0, err: '' });
  const other = join(folder, 'other.db');
  expect((await run('import', '--data', other, '--from', json)).out).toContain('Imported default into');
  expect((await run('import', '--data', other, '--from', json, '--world', 'copy')).code).toBe(0);
  await using fake = createFake({ store: await openWorldFile(other) });
  expect([await namesIn(fake, 'default'), await namesIn(fake, 'copy')]).toEqual([['kept'], ['kept']]);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  for (const path of [json, data, other]) expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an import replaces only the world of the same name', async () => {
  await withVault('old');
  await run('export', '--data', data, '--to', json);
  await withVault('new');
  await run('import', '--data', data, '--from', json, '--world', 'before');
  await run('import', '--data', data, '--from', json);
  await using fake = createFake({ store: await openWorldFile(data) });
  expect([await namesIn(fake, 'default'), await namesIn(fake, 'before')]).toEqual([['old'], ['old']]);
});

test('a failed import leaves the data file unchanged', async () => {
  await withVault('new');
  await run('export', '--data', data, '--to', json);
  const statements = (sql: string): void => {
    const database = new DatabaseSync(data);
    database.exec(sql);
    database.close();
  };
  statements("CREATE TRIGGER full BEFORE INSERT ON worlds BEGIN SELECT RAISE(FAIL, 'disk is full'); END");
  const { code, err } = await run('import', '--data', data, '--from', json, '--world', 'copy');
  expect([code, err]).toEqual([2, expect.stringContaining('cannot be written (disk is full)')]);
  statements('DROP TRIGGER full');
  await using fake = createFake({ store: await openWorldFile(data) });
  expect([await namesIn(fake, 'default'), await namesIn(fake, 'copy')]).toEqual([['new'], []]);
});

test.each([
  [['export', '--to', 'x.json'], '--data: is required'],
  [['export', '--data', 'DATA'], '--to: is required'],
  [['export', '--data', 'NONE', '--to', 'JSON'], 'file not found'],
  [
    ['export', '--data', 'DATA', '--to', 'JSON', '--world', 'other'],
    'not in the data file, which contains: default',
  ],
  [
    ['export', '--data', 'DATA', '--to', '/no-such-folder/x.json'],
    'cannot be created: its folder does not exist',
  ],
  [['export', '--data', 'TEXT', '--to', 'JSON'], 'is not a data file of this emulator'],
  [['export', '--data', 'DATA', '--to', 'JSON', '--world', 'a b'], '--world: '],
  [['import', '--data', 'DATA', '--to', 'JSON'], 'unknown option "--to"; allowed: --data, --world, --from'],
  [['import', '--data', 'DATA', '--from', 'NONE'], 'file not found'],
  [['import', '--data', 'DATA', '--from', 'TEXT'], 'snapshot.format: must be parlance-world'],
  [['import', '--data', '/no-such-folder/x.db', '--from', 'WORLD'], 'its directory does not exist'],
])('%j is rejected with exit code 2 and writes nothing', async (argv, message) => {
  await withVault('kept');
  const text = join(folder, 'text.json');
  await writeFile(
    text,
    JSON.stringify({ format: 'letter', text: 'long enough not to look like an empty file' }),
  );
  const world = join(folder, 'saved.json');
  await run('export', '--data', data, '--to', world);
  const paths: Record<string, string> = {
    DATA: data,
    JSON: json,
    TEXT: text,
    WORLD: world,
    NONE: join(folder, 'none'),
  };
  const { code, out, err } = await run(...argv.map((argument) => paths[argument] ?? argument));
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(existsSync(json)).toBe(false);
  await using fake = createFake({ store: await openWorldFile(data) });
  expect(await namesIn(fake, 'default')).toEqual(['kept']);
});

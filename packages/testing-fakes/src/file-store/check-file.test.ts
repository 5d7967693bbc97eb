import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../command/main.js';
import { createFake } from '../fake/create-fake.js';
import { createRandom } from '../world/random.js';
import { openWorldFile } from './index.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-check-'));
  path = join(folder, 'worlds.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command; returns its exit code and output. */
async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const print = (line: string): void => void (text += line);
  const code = await main(argv, { out: print, err: print, onSignal: () => {}, version: '1.0.0' });
  return { code, text };
}

const headers = {
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
  'vendor-beta': 'managed-agents-2026-04-01',
  'content-type': 'application/json',
};

/** Creates a file with 300 vaults; returns their names. `beforeClose` runs while the file is open. */
async function vaults(beforeClose = (): void => {}): Promise<string[]> {
  await using fake = createFake({ store: await openWorldFile(path) });
  const names = Array.from({ length: 300 }, (_, index) => `vault number ${index}`);
  for (const name of names) {
    const body = JSON.stringify({ display_name: name, metadata: { note: 'x'.repeat(200) } });
    await fake.fetch(`${fake.url}/v1/vaults`, { method: 'POST', headers, body });
  }
  beforeClose();
  return names;
}

/** Creates a file and its log as a process that was killed leaves them; returns the names of its vaults. */
async function vaultsWithLog(): Promise<string[]> {
  const killed = join(folder, 'killed');
  const open = path;
  mkdirSync(killed);
  const names = await vaults(() => {
    for (const end of ['', '-wal']) copyFileSync(`${open}${end}`, join(killed, `worlds.db${end}`));
  });
  path = join(killed, 'worlds.db');
  return names;
}

/** Lists the vaults of the file; returns their names, or the error message. */
async function listed(): Promise<string[] | string> {
  await using fake = createFake({ store: await openWorldFile(path) });
  const names: string[] = [];
  for (let page = ''; ;) {
    const response = await fake.fetch(`${fake.url}/v1/vaults?limit=100${page}`, { headers });
    const list = (await response.json()) as {
      error?: { message: string };
      data: { display_name: string }[];
      next_page: string | null;
    };
    if (list.error !== undefined) return list.error.message;
    names.push(...list.data.map((vault) => vault.display_name));
    if (list.next_page === null) return names.toReversed();
    page = `&page=${encodeURIComponent(list.next_page)}`;
  }
}

test('an intact file is left alone', async () => {
  const names = await vaults();
  expect(await run('check', path, '--repair')).toEqual({
    code: 0,
    text: expect.stringMatching(/is intact \(\d+ rows\)/),
  });
  expect(readdirSync(folder)).toEqual(['worlds.db']);
  expect(await listed()).toEqual(names);
});

test('a flipped bit of a record is noticed, named and removed', async () => {
  const names = await vaults();
  const bytes = readFileSync(path);
  const at = bytes.indexOf('vault number 150"');
  bytes.write('v', at);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);

  const problem =
    /contains a damaged row \(records\/vaults\/vlt_\w+, world default\)\. Run `parlance-fakes check/;
  expect(await listed()).toMatch(problem);
  expect(await run('check', path)).toEqual({
    code: 1,
    text: expect.stringMatching(/^records: default\/vaults\/.* is damaged\nRepair it with --repair\n$/),
  });
  expect(await run('check', path, '--repair')).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual(['worlds.db', 'worlds.db.damaged']);
  expect(await listed()).toEqual(names.filter((name) => name !== 'vault number 150'));
  expect(await run('check', path)).toMatchObject({ code: 0 });
});

test('no flipped bit changes what the file contains silently, and most of it can be restored', async () => {
  const names = await vaults();
  const good = readFileSync(path);
  const random = createRandom(11);
  let repaired = 0;
  for (let flip = 0; flip < 100; flip++) {
    const bytes = Buffer.from(good);
    const at = Math.floor(random.next() * bytes.byteLength);
    bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random.next() * 8));
    writeFileSync(path, bytes);
    const found = await listed().catch((error: Error) => error.message);
    if (Array.isArray(found)) {
      expect({ at, found }).toEqual({ at, found: names });
      continue;
    }
    expect(found).toMatch(/data file/);
    const { code } = await run('check', path, '--repair');
    if (code !== 0) continue;
    repaired++;
    const rest = await listed();
    expect(Array.isArray(rest) && rest.every((name) => names.includes(name))).toBe(true);
    expect(rest.length).toBeGreaterThan(200);
  }
  expect(repaired).toBeGreaterThan(20);
}, 120_000);

test('no flipped bit of the log of a killed process changes what the file contains silently', async () => {
  const names = await vaultsWithLog();
  const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  expect(log.byteLength).toBeGreaterThan(100_000);
  const random = createRandom(12);
  // The last change may be incomplete when a process is killed, so damage of its frames is not noticed.
  const lastFrames = log.byteLength - 20 * 4120;
  let rejected = 0;
  for (let flip = 0; flip < 60; flip++) {
    const bytes = Buffer.from(log);
    const at = flip < 32 ? flip : Math.floor(random.next() * lastFrames);
    bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random.next() * 8));
    writeFileSync(path, file);
    writeFileSync(`${path}-wal`, bytes);
    const found = await listed().catch((error: Error) => error.message);
    if (Array.isArray(found)) {
      expect({ at, found }).toEqual({ at, found: names });
      continue;
    }
    rejected++;
    expect(found).toMatch(/is damaged\. Run `parlance-fakes check FILE --repair`/);
    expect(await run('check', path)).toEqual({
      code: 1,
      text: 'the log is damaged: the latest changes are lost\nRepair it with --repair\n',
    });
    expect(await run('check', path, '--repair')).toMatchObject({ code: 0 });
    expect(readdirSync(dirname(path)).toSorted()).toEqual([
      'worlds.db',
      'worlds.db.damaged',
      'worlds.db.damaged-wal',
    ]);
    const rest = await listed();
    expect(names.slice(0, rest.length)).toEqual(rest);
  }
  expect(rejected).toBeGreaterThan(10);
}, 120_000);

test.each([
  [['check'], 'requires a file'],
  [['check', 'NONE'], 'does not exist'],
  [['check', 'TEXT'], 'Nothing can be restored'],
])('%j is rejected', async (argv, message) => {
  writeFileSync(path, 'a letter to a friend, long enough not to look like an empty file'.repeat(20));
  const { code, text } = await run(...argv.map((argument) => argument.replace('TEXT', path)));
  expect(code).toBe(2);
  expect(text).toContain(message);
});

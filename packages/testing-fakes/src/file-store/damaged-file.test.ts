import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../command/main.js';
import { createFake } from '../fake/create-fake.js';
import { createRandom } from '../world/random.js';
import { openWorldFile } from './world-file.js';

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

/** Creates a file with 300 vaults; returns their names. */
async function vaults(): Promise<string[]> {
  await using fake = createFake({ store: await openWorldFile(path) });
  const names = Array.from({ length: 300 }, (_, index) => `vault number ${index}`);
  for (const name of names) {
    const body = JSON.stringify({ display_name: name, metadata: { note: 'x'.repeat(200) } });
    await fake.fetch(`${fake.url}/v1/vaults`, { method: 'POST', headers, body });
  }
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
  expect(await run('check', path)).toEqual({ code: 0, text: expect.stringMatching(/is intact\n$/) });
  expect(readdirSync(folder)).toEqual(['worlds.db']);
  expect(await listed()).toEqual(names);
});

/** Flips a bit of a text in the file. */
function damage(text: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(text);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);
}

test('the first damaged row ends the use of the file: all later requests and health name it', async () => {
  await vaults();
  damage('vault number 150"');
  const store = await openWorldFile(path);
  const fake = createFake({ store });
  const { url } = await fake.listen();
  const ask = async (world: string) => {
    const response = await fetch(`${url}/v1/vaults`, {
      headers: { ...headers, 'x-api-key': `api-${world}` },
    });
    return { status: response.status, text: await response.text() };
  };
  const health = async () => (await fetch(`${url}/_fake/health`)).status;
  const problem =
    /contains a damaged row \(records\/vaults\/vlt_\w+, world default\)\. Delete the file, or replace it with a copy\./;
  expect(await ask('other')).toMatchObject({ status: 200 });
  expect(await health()).toBe(200);
  expect(await ask('default')).toMatchObject({ status: 500, text: expect.stringMatching(problem) });
  expect(await ask('other')).toMatchObject({ status: 500, text: expect.stringMatching(problem) });
  expect(await health()).toBe(503);
  expect(store.problem).toMatch(problem);
  await fake.close();
  expect(await run('check', path)).toEqual({ code: 1, text: expect.stringMatching(problem) });
});

test('serve of a file with a damaged row ends with exit code 1', async () => {
  await vaults();
  damage('vault number 150"');
  let stop = (): void => {};
  const ready = Promise.withResolvers<string>();
  let errors = '';
  const ended = main(['serve', '--data', path], {
    out: (line) => ready.resolve(line),
    err: (line) => void (errors += line),
    onSignal: (handler) => void (stop = handler),
    version: '1.0.0',
  });
  const { url } = JSON.parse(await ready.promise) as { url: string };
  await (await fetch(`${url}/v1/vaults`, { headers })).text();
  stop();
  expect(await ended).toBe(1);
  expect(errors).toMatch(/contains a damaged row/);
});

test('no flipped bit changes what the file contains silently', async () => {
  const names = await vaults();
  const good = readFileSync(path);
  const random = createRandom(11);
  for (let flip = 0; flip < 100; flip++) {
    const bytes = Buffer.from(good);
    const at = Math.floor(random.next() * bytes.byteLength);
    bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random.next() * 8));
    writeFileSync(path, bytes);
    const found = await listed().catch((error: Error) => error.message);
    if (Array.isArray(found)) expect({ at, found }).toEqual({ at, found: names });
    else expect(found).toMatch(/data file/);
  }
}, 120_000);

test.each([
  [['check'], 2, 'requires a file'],
  [['check', 'NONE'], 2, 'file not found'],
  [['check', 'TEXT', '--repair'], 2, 'requires a file, and nothing else'],
  [['check', 'TEXT'], 1, 'is not a data file of this emulator'],
])('%j has exit code %i', async (argv, expected, message) => {
  writeFileSync(path, 'a letter to a friend, long enough not to look like an empty file'.repeat(20));
  const { code, text } = await run(...argv.map((argument) => argument.replace('TEXT', path)));
  expect(code).toBe(expected);
  expect(text).toContain(message);
});

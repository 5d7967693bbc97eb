/** A data file that cannot be written, because it may not grow or is read-only. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { buildCommand } from '../testing/build-command.js';
import { serve, type Serving } from '../testing/serve-command.js';
import { openWorldFile } from './world-file.js';

let built: string;
let cli: string;

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'parlance-built-'));
  cli = await buildCommand(built);
  // Readable for the unprivileged user of the test of a read-only file.
  chmodSync(built, 0o755);
});
afterAll(() => rmSync(built, { recursive: true }));

function dataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'worlds.db');
}

const headers = {
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
  'vendor-beta': 'managed-agents-2026-04-01,files-api-2025-04-14',
};

async function createVault({ url }: Serving, name: string): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ display_name: name, metadata: { note: 'x'.repeat(400) } });
  const response = await fetch(`${url}/v1/vaults`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, text: await response.text() };
}

async function upload({ url }: Serving, bytes: number): Promise<{ status: number; text: string }> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'large.bin');
  const response = await fetch(`${url}/v1/files`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

async function vaultNames(fetchFrom: typeof fetch, url: string): Promise<string[]> {
  const names: string[] = [];
  for (let page: string | null = ''; page !== null;) {
    const cursor: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
    const response = await fetchFrom(`${url}/v1/vaults?limit=100${cursor}`, { headers });
    const list = (await response.json()) as { data: { display_name: string }[]; next_page: string | null };
    names.push(...list.data.map(({ display_name }) => display_name));
    page = list.next_page;
  }
  return names.toReversed();
}

const PRLIMIT = '/usr/bin/prlimit';

test.runIf(existsSync(PRLIMIT))(
  'a file that may not grow: clear errors, no lost write, and recovery without a restart',
  { timeout: 120_000 },
  async () => {
    const path = dataFile();
    // A soft limit of 1 MB per file, which `prlimit` lifts later.
    const limited = `trap '' XFSZ; ulimit -S -f 1024; exec "$@"`;
    const server = await serve(['bash', '-c', limited, '-', process.execPath, cli, 'serve', '--data', path]);
    const stored: string[] = [];
    let failure = { status: 200, text: '' };
    for (let index = 0; failure.status === 200; index++) {
      failure = await createVault(server, `vault ${index}`);
      if (failure.status === 200) stored.push(`vault ${index}`);
    }
    expect(stored.length).toBeGreaterThan(10);
    for (const { status, text } of [
      failure,
      await createVault(server, 'too much'),
      await upload(server, 3_000_000),
    ]) {
      expect(status).toBe(500);
      expect(text).toMatch(
        /The data file \\".*worlds\.db\\" cannot be written \(.+\)\. It contains all changes up to the last successful response\./,
      );
    }
    expect(await vaultNames(fetch, server.url)).toEqual(stored);

    execFileSync(PRLIMIT, ['--pid', String(server.process.pid), '--fsize=unlimited']);
    expect(await createVault(server, 'after')).toMatchObject({ status: 200 });
    expect(await upload(server, 3_000_000)).toMatchObject({ status: 200 });
    stored.push('after');
    expect(await vaultNames(fetch, server.url)).toEqual(stored);
    server.process.kill('SIGKILL');
    await once(server.process, 'exit');

    await using reopened = createFake({ store: await openWorldFile(path) });
    const fromFile: typeof fetch = (input, init) => reopened.fetch(input as string, init);
    expect(await vaultNames(fromFile, reopened.url)).toEqual(stored);
  },
);

test.each([
  ['file', 'it is read-only'],
  ['directory', 'its directory is read-only'],
])('a read-only %s is rejected at the start', async (what, reason) => {
  const path = dataFile();
  const folder = dirname(path);
  await createFake({ store: await openWorldFile(path) }).close();
  const before = readFileSync(path);
  // Root may write to any file.
  const isRoot = process.getuid?.() === 0;
  const nobody = 65_534;
  if (isRoot) for (const owned of [folder, path]) chownSync(owned, nobody, nobody);
  if (what === 'file') chmodSync(path, 0o400);
  else chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  const options = isRoot ? { uid: nobody, gid: nobody } : {};
  const starting = serve([process.execPath, cli, 'serve', '--data', path], options);
  await expect(starting).rejects.toThrow(`worlds.db" cannot be opened for writing: ${reason}.`);
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['worlds.db']);
});

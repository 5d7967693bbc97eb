import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../world/random.js';

const KILLS = 50;
const headers = {
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
  'vendor-beta': 'managed-agents-2026-04-01',
  'content-type': 'application/json',
};

interface Serving {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Bundles the command, as the build does, so that each start is quick. */
async function bundle(folder: string): Promise<string> {
  const outfile = join(folder, 'cli.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../cli-program.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

async function serve(cli: string, data: string): Promise<Serving> {
  const child = spawn(process.execPath, [cli, 'serve', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return { process: child, url: (JSON.parse(line) as { url: string }).url };
}

async function post(url: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** Everything that was answered with success: the last count acknowledged for each vault. */
type Acknowledged = Map<string, number>;

/** Makes and changes vaults until the server is gone. */
async function write(url: string, acknowledged: Acknowledged, onAnswer: () => void): Promise<void> {
  try {
    for (;;) {
      const vault = await post(url, '/v1/vaults', { display_name: 'Build farm', metadata: { count: '0' } });
      acknowledged.set(vault.id, 0);
      onAnswer();
      await post(url, `/v1/vaults/${vault.id}`, { metadata: { count: '1' } });
      acknowledged.set(vault.id, 1);
      onAnswer();
    }
  } catch {
    // The server was killed: what it had not answered may be there or not.
  }
}

async function read(url: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let page: string | null = ''; page !== null;) {
    const cursor: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
    const response: Response = await fetch(`${url}/v1/vaults?limit=100${cursor}`, { headers });
    const list = (await response.json()) as {
      data: { id: string; metadata: { count: string } }[];
      next_page: string | null;
    };
    for (const vault of list.data) found.set(vault.id, Number(vault.metadata.count));
    page = list.next_page;
  }
  return found;
}

test(`no acknowledged write is lost over ${KILLS} kills`, { timeout: 500_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-kill-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const cli = await bundle(folder);
  const data = join(folder, 'worlds.db');
  const random = createRandom(7);
  const acknowledged: Acknowledged = new Map();
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await serve(cli, data);
    let answersLeft = 1 + Math.floor(random.next() * 40);
    const onAnswer = (): void => {
      if (--answersLeft === 0) server.process.kill('SIGKILL');
    };
    await Promise.all([1, 2, 3].map(() => write(server.url, acknowledged, onAnswer)));
    if (server.process.exitCode === null && server.process.signalCode === null)
      await once(server.process, 'exit');
  }
  const last = await serve(cli, data);
  const found = await read(last.url);
  last.process.kill('SIGTERM');
  await once(last.process, 'exit');
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  for (const [id, count] of acknowledged) expect(found.get(id)).toBeGreaterThanOrEqual(count);
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { buildCommand } from './testing/build-command.js';

const run = promisify(execFile);
let folder: string;
let cli: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-cli-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  cli = await buildCommand(folder);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the command, lists the models, stops it; returns the status of the response and the exit code. */
async function serveOnce(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const headers = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };
  const { status } = await fetch(`${url}/v1/models`, { headers });
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return { status, code };
}

test('serves until SIGTERM and fills the compile cache of Node', async () => {
  const cache = join(folder, 'cache');
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  expect(await serveOnce(env)).toEqual({ status: 200, code: 0 });
  expect(existsSync(cache)).toBe(true);
  expect(await serveOnce(env)).toEqual({ status: 200, code: 0 });
});

test('starts without a compile cache', async () => {
  const cache = join(folder, 'unused');
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, NODE_DISABLE_COMPILE_CACHE: '1' };
  expect(await serveOnce(env)).toEqual({ status: 200, code: 0 });
  expect(existsSync(cache)).toBe(false);
});

test('prints its version', async () => {
  const { stdout } = await run(process.execPath, [cli, '--version']);
  expect(stdout).toBe(`${manifest.version}\n`);
});

test('an unsupported Node prints one sentence and exits with code 1', async () => {
  // The version is simulated, because the machine may not have an older Node. It only ever runs this one file.
  const older = join(folder, 'older-node.mjs');
  await writeFile(
    older,
    `Object.defineProperty(process, 'version', { value: 'v20.20.2' });
     Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
     await import('./cli.js');`,
  );
  await expect(run(process.execPath, [older, 'serve'])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'parlance-fakes requires Node.js 22.19.0 or later; this is v20.20.2.\n',
  });
});

test('the entry file imports nothing that an older Node lacks', async () => {
  const imports = (await readFile(cli, 'utf8')).matchAll(/^import .*? from ["'](.*?)["'];$/gm);
  expect(new Set(Array.from(imports, ([, name]) => name))).toEqual(new Set(['node:module']));
});

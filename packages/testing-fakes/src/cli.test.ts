import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

test('serves until SIGTERM, and uses no code of the shared temporary folder, where other users can put it', async () => {
  const shared = await mkdtemp(join(folder, 'shared-'));
  const env = { ...process.env, TMPDIR: shared, NODE_DISABLE_COMPILE_CACHE: undefined };
  const child = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const headers = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };
  const { status } = await fetch(`${url}/v1/models`, { headers });
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect({ status, code }).toEqual({ status: 200, code: 0 });
  expect(await readdir(shared)).toEqual([]);
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
  // The banner of the bundle, which every supported and unsupported Node has.
  expect(new Set(Array.from(imports, ([, name]) => name))).toEqual(new Set(['node:module']));
});

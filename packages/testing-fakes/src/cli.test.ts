import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const run = promisify(execFile);
let folder: string;
let cli: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-cli-'));
  cli = join(folder, 'cli.cjs');
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  await run(process.execPath, ['build-command.js', folder], { cwd });
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the command, asks for the models, ends it; gives the status of the answer. */
async function serveOnce(env: NodeJS.ProcessEnv, file: string = cli): Promise<number> {
  const child = spawn(process.execPath, [file, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const headers = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };
  const { status } = await fetch(`${url}/v1/models`, { headers });
  child.kill('SIGTERM');
  await once(child, 'exit');
  return status;
}

/** Files with compiled code that this project put into the folder of Node's compile cache. */
async function keptIn(cache: string): Promise<string[]> {
  const files = await readdir(cache, { recursive: true });
  return files.filter((file) => /cli-program-[0-9a-f]{12}\.cjs/.test(file));
}

test('keeps the compiled program once it has served, and survives a damaged copy of it', async () => {
  const cache = join(folder, 'cache');
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  await run(process.execPath, [cli, 'help'], { env });
  expect(await keptIn(cache)).toEqual([]);

  expect(await serveOnce(env)).toBe(200);
  const [kept, ...more] = await keptIn(cache);
  expect(more).toEqual([]);
  expect(await serveOnce(env)).toBe(200);

  await writeFile(join(cache, kept as string), 'no compiled code');
  expect(await serveOnce(env)).toBe(200);
  expect(await keptIn(cache)).toEqual([kept]);

  // What a loss of power leaves of a file: its length, and its beginning.
  const file = join(cache, kept as string);
  const whole = await readFile(file);
  await writeFile(file, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.byteLength - 4096)]));
  expect(await serveOnce(env)).toBe(200);
  expect((await readFile(file)).subarray(4096, 8192)).not.toEqual(Buffer.alloc(4096));
});

test('tells its version', async () => {
  const { stdout } = await run(process.execPath, [cli, '--version']);
  expect(stdout).toBe(`${manifest.version}\n`);
});

test('writes nothing where Node is told to keep nothing', async () => {
  const cache = join(folder, 'unused');
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, NODE_DISABLE_COMPILE_CACHE: '1' };
  expect(await serveOnce(env)).toBe(200);
  await expect(readdir(cache)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('starts under its first name too', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  expect(await serveOnce(process.env, join(folder, 'cli.js'))).toBe(200);
});

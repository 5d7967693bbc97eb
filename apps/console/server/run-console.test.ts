import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { runConsole } from './run-console.js';
import { DEFAULT_PORT } from './settings.js';

/** Runs the console and collects its output. `started` resolves to its URL. */
async function run(argv: readonly string[], environment: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const interrupted = new AbortController();
  const started = Promise.withResolvers<string>();
  const write = (text: string): void => {
    out += text;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (url !== undefined) started.resolve(url);
  };
  const code = runConsole({
    argv,
    environment: { CI: 'true', ...environment },
    stdout: { write },
    stderr: { write: (text: string) => (err += text) },
    interrupt: interrupted.signal,
  });
  return {
    code,
    started: started.promise,
    interrupt: () => interrupted.abort(),
    out: () => out,
    err: () => err,
  };
}

test('prints its URL, serves it, and exits when interrupted', async () => {
  const program = await run(['--no-open']);
  const url = await program.started;
  const response = await fetch(`${url}/rpc/service/about`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'null',
  });
  expect(await response.json()).toMatchObject({ emulator: true });
  program.interrupt();
  expect(await program.code).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test.each([
  [['--port', 'x'], {}, '--port: must be a whole number'],
  [['--no-open'], { PARLANCE_BASE_URL: 'http://service.example', PARLANCE_API_KEY: 'k' }, 'must use https:'],
  [
    ['--no-open'],
    { PARLANCE_BASE_URL: 'https://service.example', PARLANCE_ADMIN_KEY: 'a\nb' },
    'PARLANCE_ADMIN_KEY: ',
  ],
  [['--no-open'], { PARLANCE_LOG: 'loud' }, 'PARLANCE_LOG: must be off, error, warn, info, or debug'],
  [['--no-open=1'], {}, '--no-open: takes no value'],
  [['--no-open'], { PARLANCE_API_KEY: 'k' }, 'PARLANCE_BASE_URL is not'],
])('%j with %j exits with code 2 and an error message', async (argv, environment, message) => {
  const program = await run(argv, environment);
  expect(await program.code).toBe(2);
  expect(program.err()).toContain(message);
  expect(program.out()).toBe('');
});

test('exits with code 1 when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const program = await run(['--no-open', '--port', String(port)]);
  expect(await program.code).toBe(1);
  expect(program.err()).toBe(
    `Port ${port} is already in use. Choose another one with --port, or omit --port to use a free one.\n`,
  );
  other.close();
});

test('uses a free port when its own one is in use, and says so', async () => {
  const other = createServer().listen(DEFAULT_PORT, '127.0.0.1');
  // Another console of this machine may have it.
  await once(other, 'listening').catch(() => undefined);
  const program = await run(['--no-open']);
  expect(new URL(await program.started).port).not.toBe(String(DEFAULT_PORT));
  await expect.poll(program.out).toContain(`Port ${DEFAULT_PORT} is in use.`);
  program.interrupt();
  expect(await program.code).toBe(0);
  other.close();
});

test('with API keys, prints a URL with a token and rejects requests without it', async () => {
  const program = await run(['--no-open'], {
    PARLANCE_BASE_URL: 'https://service.example',
    PARLANCE_API_KEY: 'api-canary',
  });
  const url = await program.started;
  expect(program.out()).toMatch(/^Console running at http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}\n/);
  expect(program.out()).not.toContain('canary');
  const about = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'null' };
  expect((await fetch(`${url}/rpc/service/about`, about)).status).toBe(401);
  const entered = await fetch(/http\S+/.exec(program.out())?.[0] ?? '');
  const [cookie = ''] = entered.headers.getSetCookie();
  const headers = { ...about.headers, cookie: cookie.split(';', 1)[0] ?? '' };
  const response = await fetch(`${url}/rpc/service/about`, { ...about, headers });
  expect(await response.json()).toEqual({
    host: 'service.example',
    baseUrl: 'https://service.example',
    emulator: false,
    now: expect.any(Number) as number,
  });
  program.interrupt();
  expect(await program.code).toBe(0);
});

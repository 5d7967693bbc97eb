/** Workers in several processes on one session. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';

let root = '';
let program = '';

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'parlance-worker-'));
  program = path.join(root, 'worker.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'testing/tool-worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    // undici is CommonJS and calls `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A session that waits for the tools of a message, and workers for it. */
async function start(names: readonly string[]) {
  const fake = createFake();
  const { url } = await fake.listen();
  const client = new ManagedAgentsClient({ baseUrl: url, apiKey: fake.keys.api });
  const folder = mkdtempSync(path.join(root, 'session-'));
  const tools = names.map((name) => ({
    type: 'custom' as const,
    name,
    description: 'd',
    input_schema: {},
  }));
  const agent = await client.agents.create({ model: 'm', name: 'Cashier', tools });
  const environment = await client.environments.create({ name: 'env' });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const text = names.map((name) => `/tool ${name} {}`).join('\n');
  await client.sessions.events.send(id, {
    events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
  });
  return {
    client,
    id,
    work: (mode: string, name = names[0] ?? '') => startWorker([url, fake.keys.api, id, folder, mode, name]),
    effects: () => readFileSync(path.join(folder, 'effects.txt'), 'utf8'),
    letFinish: () => writeFileSync(path.join(folder, 'go'), ''),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

function startWorker(args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'exit');
  return {
    child,
    exit,
    /** Waits until the worker has printed the text. */
    async printed(text: string): Promise<void> {
      while (!output.includes(text)) await once(child.stdout, 'data');
    },
    /** Waits for the exit, and returns the last line printed. */
    async lastLine(): Promise<string> {
      expect(await exit).toEqual([0, null]);
      return output.trim().split('\n').at(-1) ?? '';
    },
  };
}

test('a worker killed during a tool call does not run the tool again', async () => {
  await using session = await start(['charge']);
  const first = session.work('hang');
  await first.printed('in the tool');
  first.child.kill('SIGKILL');
  await first.exit;
  const second = session.work('finish');
  expect(await second.lastLine()).toMatch(/^end_turn: "You said: .*interrupted by a restart/);
  expect(session.effects()).toBe('charge\n');
}, 60_000);

test('two workers with a shared ledger run a tool once and send its true result', async () => {
  await using session = await start(['charge']);
  const workers = [session.work('slow'), session.work('slow')];
  await Promise.all(workers.map(({ printed }) => printed('session.status_idle')));
  await Promise.any(workers.map(({ printed }) => printed('in the tool')));
  session.letFinish();
  expect(await Promise.all(workers.map((worker) => worker.lastLine()))).toEqual([
    'end_turn: "You said: charge done"',
    'end_turn: "You said: charge done"',
  ]);
  expect(session.effects()).toBe('charge\n');
}, 60_000);

test('workers with different tools leave each other’s calls alone', async () => {
  await using session = await start(['charge', 'refund']);
  const workers = [session.work('finish', 'charge'), session.work('finish', 'refund')];
  const line = String.raw`end_turn: "You said: charge done\nrefund done"`;
  expect(await Promise.all(workers.map((worker) => worker.lastLine()))).toEqual([line, line]);
  expect(session.effects().trim().split('\n').toSorted()).toEqual(['charge', 'refund']);
}, 60_000);

test('a worker that stops cleanly sends the result of its running call', async () => {
  await using session = await start(['charge']);
  const worker = session.work('slow');
  await worker.printed('in the tool');
  worker.child.kill('SIGTERM');
  await worker.printed('stopping');
  session.letFinish();
  expect(await worker.lastLine()).toMatch(/^stopped: /);
  const { reason, text } = await session.client.sessions.run(session.id);
  expect([reason, text]).toEqual(['end_turn', 'You said: charge done']);
  expect(session.effects()).toBe('charge\n');
}, 60_000);

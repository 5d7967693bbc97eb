import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';

let folder = '';
let worker = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parlance-worker-'));
  worker = path.join(folder, 'worker.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'testing/tool-worker.ts')],
    outfile: worker,
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

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a worker killed during a tool call does not run the tool again', async () => {
  await using fake = createFake();
  const { url } = await fake.listen();
  await using client = new ManagedAgentsClient({ baseUrl: url, apiKey: fake.keys.api });
  const agent = await client.agents.create({
    model: 'm',
    name: 'Cashier',
    tools: [{ type: 'custom', name: 'charge', description: 'd', input_schema: {} }],
  });
  const environment = await client.environments.create({ name: 'env' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  await client.sessions.events.send(session.id, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: '/tool charge {}' }] }],
  });
  const start = (mode: string): ChildProcess =>
    spawn(process.execPath, [worker, url, fake.keys.api, session.id, folder, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  const first = start('hang');
  await once(first.stdout as NodeJS.ReadableStream, 'data');
  first.kill('SIGKILL');
  await once(first, 'exit');

  const second = start('finish');
  let output = '';
  second.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  expect(await once(second, 'exit')).toEqual([0, null]);
  expect(output).toMatch(/^end_turn: You said: .*interrupted by a restart/);
  expect(readFileSync(path.join(folder, 'effects.txt'), 'utf8')).toBe('charged\n');
}, 60_000);
